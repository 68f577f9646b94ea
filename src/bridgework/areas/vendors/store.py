"""Every statement on vendors and ambassadors."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.vendors import rules
from bridgework.areas.vendors.rendering import Rendered
from bridgework.areas.vendors.shapes import ListVendorDirectoryQuery, VendorsAccount
from bridgework.areas.vendors.tables import entries, facets, profiles
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.pagination import offset
from bridgework.kit.text import sort_key, tokenize

Row = sa.Row[Any]

_LAST_CHARACTER = "\U0010ffff"
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
    sa.select(profiles.c.fields[rules.VIDEO].as_string())
    .where(profiles.c.account_id == entries.c.account_id, profiles.c.kind == entries.c.kind)
    .correlate(entries)
    .scalar_subquery()
    .label("video")
)
_listed = sa.select(entries.c.entry, _video)
_entry = _listed.where(entries.c.account_id == _whose)
_has_entry = sa.select(sa.exists().where(entries.c.account_id == _whose))
_add_entry = entries.insert()
_drop_entry = entries.delete().where(entries.c.account_id == _whose)
_add_facets = facets.insert()
_drop_facets = facets.delete().where(facets.c.account_id == _whose)


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
    first = {"fields": {}, "monthly_paid_lead_cap": rules.UNPAID, "version": _FIRST_VERSION}
    row = {"account_id": account_id, "kind": kind, "updated_at": now}
    tx.execute(_add_profile, {**first, **row, **changes})


# --- the directory ----------------------------------------------------------------------------


def entry(tx: Tx, account_id: Id) -> Row | None:
    """An account's directory entry and the path of its uploaded video, None if not listed."""
    return tx.row(_entry, {"whose": account_id})


def has_entry(tx: Tx, account_id: Id) -> bool:
    """Whether an account is listed in the directory."""
    return bool(tx.value(_has_entry, {"whose": account_id}))


def page(tx: Tx, query: ListVendorDirectoryQuery) -> tuple[Sequence[Row], int]:
    """A page of the matching entries with the paths of their videos, by name, and the total."""
    listed = _listed.where(*_conditions(query))
    return offset.read(tx, query, listed, [entries.c.name_key, entries.c.account_id])


def put_entry(tx: Tx, account_id: Id, rendered: Rendered) -> None:
    """Put somebody into the directory, or rewrite their entry."""
    drop_entry(tx, account_id)
    tx.execute(_add_entry, dict(rendered.values))
    found_by = [
        {"kind": kind, "value": value, "account_id": account_id}
        for kind, value in sorted(rendered.facets)
    ]
    if found_by:
        tx.execute(_add_facets, found_by)


def drop_entry(tx: Tx, account_id: Id) -> None:
    """Take somebody out of the directory, if they stand there."""
    tx.execute(_drop_facets, {"whose": account_id})
    tx.execute(_drop_entry, {"whose": account_id})


def _conditions(query: ListVendorDirectoryQuery) -> Iterator[sa.ColumnElement[bool]]:
    if query.kind is not None:
        yield entries.c.kind == query.kind
    yield from _found_by_words(query.search)
    if query.categories:
        yield _has("category", facets.c.value.in_([sort_key(one) for one in query.categories]))
    if query.subcategories:
        yield _has(
            "subcategory", facets.c.value.in_([sort_key(one) for one in query.subcategories])
        )


def _found_by_words(search: str | None) -> Iterator[sa.ColumnElement[bool]]:
    """Every word must be there, the last one as a beginning."""
    if not search:
        return
    *whole, last = tokenize(search) or [""]
    if not last:
        yield sa.false()  # nothing but punctuation was asked for
        return
    yield from (_has("word", facets.c.value == word) for word in whole)
    yield _has("word", facets.c.value >= last, facets.c.value < last + _LAST_CHARACTER)


def _has(kind: str, *conditions: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    found = sa.select(facets.c.account_id).where(facets.c.kind == kind, *conditions)
    return entries.c.account_id.in_(found)
