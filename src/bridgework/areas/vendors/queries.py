"""Every statement on vendors and ambassadors."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.vendors import policies
from bridgework.areas.vendors.schemas import ListVendorDirectoryQuery, VendorsAccount
from bridgework.areas.vendors.serializers import CATEGORY, KIND, SUBCATEGORY, Rendered
from bridgework.areas.vendors.tables import entries, index, profiles
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.search import pages, query
from bridgework.kit.search.documents import Documents
from bridgework.kit.search.pages import Order
from bridgework.kit.search.query import Condition
from bridgework.kit.text import sort_key

Row = sa.Row[Any]

_FIRST_VERSION = 1

_whose = sa.bindparam("whose", type_=IdColumn)
_kind = sa.bindparam("this_kind", type_=sa.Text)

_account = sa.select(*(accounts.c[name] for name in VendorsAccount.model_fields)).where(
    accounts.c.id == _whose
)
_locked_account = sa.select(accounts).where(accounts.c.id == _whose).with_for_update()
_subject = (
    sa.select(accounts, profiles.c.fields)
    .join_from(
        accounts,
        profiles,
        sa.and_(profiles.c.account_id == accounts.c.id, profiles.c.kind == accounts.c.vendors_role),
        isouter=True,
    )
    .where(accounts.c.id == _whose)
)
_profile = sa.select(profiles).where(profiles.c.account_id == _whose, profiles.c.kind == _kind)
_all_fields = sa.select(profiles.c.fields).where(profiles.c.account_id == _whose)
_add_profile = profiles.insert()
_change_profile = profiles.update().where(profiles.c.account_id == _whose, profiles.c.kind == _kind)
_video = (
    sa.select(profiles.c.fields[policies.VIDEO].as_string())
    .where(profiles.c.account_id == entries.c.account_id, profiles.c.kind == entries.c.kind)
    .correlate(entries)
    .scalar_subquery()
    .label("video")
)
_listed = sa.select(entries.c.account_id, entries.c.entry, _video)
_entry = _listed.where(entries.c.account_id == _whose)
_has_entry = sa.select(sa.exists().where(entries.c.account_id == _whose))
_some = _listed.where(entries.c.account_id.in_(sa.bindparam("ids", type_=IdColumn, expanding=True)))
_by_name = Order(entries.c.number, entries.c.name_key, entries.c.account_id, descending=False)
_documents = Documents(index, entries, "account_id")


def account(tx: Tx, account_id: Id) -> VendorsAccount | None:
    """An account as the vendors' site shows it to its owner."""
    row = tx.row(_account, {"whose": account_id})
    return None if row is None else VendorsAccount.model_validate(row._asdict(), strict=False)


def locked_account(tx: Tx, account_id: Id) -> Row | None:
    """An account, held until the transaction ends: what is written on it is written in turn."""
    return tx.row(_locked_account, {"whose": account_id})


def subject(tx: Tx, account_id: Id) -> Row:
    """An account, and the fields of the profile that goes with its role, if it has one."""
    return tx.one(_subject, {"whose": account_id})


def profile(tx: Tx, account_id: Id, kind: str) -> Row | None:
    """A profile, None if nothing was ever said in it."""
    return tx.row(_profile, {"whose": account_id, "this_kind": kind})


def all_fields(tx: Tx, account_id: Id) -> Sequence[Mapping[str, Any]]:
    """The fields of every profile of an account, of a kind that it is no more included."""
    return [row.fields for row in tx.rows(_all_fields, {"whose": account_id})]


def put_profile(tx: Tx, account_id: Id, kind: str, now: datetime, **changes: object) -> None:
    """Write a profile: the row is made where there is none. The account is held by the caller."""
    before = profile(tx, account_id, kind)
    this = {"whose": account_id, "this_kind": kind}
    if before is not None:
        stamped = {**changes, "version": before.version + 1, "updated_at": now}
        tx.execute(_change_profile.values(**stamped), this)
        return
    first = {"fields": {}, "monthly_paid_lead_cap": policies.UNPAID, "version": _FIRST_VERSION}
    row = {"account_id": account_id, "kind": kind, "updated_at": now}
    tx.execute(_add_profile, {**first, **row, **changes})


# --- the directory ----------------------------------------------------------------------------


def entry(tx: Tx, account_id: Id) -> Row | None:
    """An account's directory entry and the path of its uploaded video, None if not listed."""
    return tx.row(_entry, {"whose": account_id})


def has_entry(tx: Tx, account_id: Id) -> bool:
    """Whether an account is listed in the directory."""
    return bool(tx.value(_has_entry, {"whose": account_id}))


def page(tx: Tx, asked: ListVendorDirectoryQuery) -> tuple[Sequence[Row], int]:
    """A page of the matching entries with the paths of their videos, by name, and the total."""
    conditions = _conditions(asked)
    if conditions is None:
        return [], 0

    def read(ids: Sequence[str]) -> Mapping[str, Row]:
        return {row.account_id: row for row in tx.rows(_some, {"ids": ids})}

    return pages.by_offset(tx, _by_name, index.find(tx, conditions).members, asked, read)


def put_entry(tx: Tx, rendered: Rendered) -> None:
    """Add or change an entry of the directory."""
    _documents.put(tx, rendered.values, rendered.found_by)


def drop_entry(tx: Tx, account_id: Id) -> None:
    """Remove an entry from the directory, if it is there."""
    _documents.drop(tx, account_id)


def _conditions(asked: ListVendorDirectoryQuery) -> list[Condition] | None:
    """What a query asks for; None where its search has no words."""
    texts = query.text_terms(asked.search)
    if texts is None:
        return None
    return [
        *texts,
        *query.any_of(KIND, [asked.kind] if asked.kind else []),
        *query.any_of(CATEGORY, [sort_key(one) for one in asked.categories]),
        *query.any_of(SUBCATEGORY, [sort_key(one) for one in asked.subcategories]),
    ]
