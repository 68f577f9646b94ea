"""The statements on profiles and directory entries."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.history.reviews.visibility import since
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.identity.accounts.terms import actions as terms
from bridgework.areas.people.vendors import policies, schemas
from bridgework.areas.people.vendors.serializers import CATEGORY, KIND, SUBCATEGORY, Rendered
from bridgework.areas.people.vendors.tables import entries, index, profiles
from bridgework.kit.core import Id
from bridgework.kit.data.db import Database, IdColumn, Tx, array_param
from bridgework.kit.data.search import Condition, Documents, Numbers, Order, pages, query
from bridgework.kit.text import sort_key

Row = sa.Row[Any]

_FIRST_VERSION = 1

_account_id = sa.bindparam("this_account", type_=IdColumn)
_kind = sa.bindparam("this_kind", type_=sa.Text)

_account = sa.select(*(accounts.c[name] for name in schemas.VendorsAccount.model_fields)).where(
    accounts.c.id == _account_id
)
_locked_account = sa.select(accounts).where(accounts.c.id == _account_id).with_for_update()
_account_with_profile = (
    sa.select(accounts, profiles.c.fields, since(accounts.c.id).label("change_in_review_since"))
    .join_from(
        accounts,
        profiles,
        sa.and_(profiles.c.account_id == accounts.c.id, profiles.c.kind == accounts.c.vendors_role),
        isouter=True,
    )
    .where(accounts.c.id == _account_id)
)
_profile = sa.select(profiles).where(profiles.c.account_id == _account_id, profiles.c.kind == _kind)
_profiles = sa.select(profiles).where(profiles.c.account_id == _account_id)
_add_profile = profiles.insert()
_change_profile = profiles.update().where(
    profiles.c.account_id == _account_id, profiles.c.kind == _kind
)
_video = (
    sa.select(profiles.c.fields[policies.VIDEO].as_string())
    .where(profiles.c.account_id == entries.c.account_id, profiles.c.kind == entries.c.kind)
    .correlate(entries)
    .scalar_subquery()
    .label("video")
)
_entries = sa.select(entries.c.account_id, entries.c.entry, _video)
_entry = _entries.where(entries.c.account_id == _account_id)
_has_entry = sa.select(sa.exists().where(entries.c.account_id == _account_id))
_several_entries = _entries.where(
    entries.c.account_id.in_(sa.bindparam("ids", type_=IdColumn, expanding=True))
)
_by_number = {
    dialect: _entries.where(
        entries.c.number == array_param.values("numbers", sa.BigInteger(), dialect)
    ).order_by(entries.c.number)
    for dialect in ("sqlite", "postgresql")
}
_by_name = Order(entries.c.number, entries.c.name_key, entries.c.account_id, descending=False)
_documents = Documents(index, entries, "account_id")


def find_account(tx: Tx, account_id: Id) -> schemas.VendorsAccount | None:
    """Return an account of the vendors platform, None if there is none."""
    row = tx.row(_account, {"this_account": account_id})
    return None if row is None else schemas.VendorsAccount.from_row(row)


def lock_account(tx: Tx, account_id: Id) -> Row | None:
    """Lock an account until the transaction ends, so its changes are made one after another."""
    return tx.row(_locked_account, {"this_account": account_id})


def get_account_with_profile(tx: Tx, account_id: Id) -> Row:
    """Return an account with the `fields` of the profile of its role, if there is one.

    `change_in_review_since` is null unless a change of the identity waits.
    """
    return tx.one(_account_with_profile, {"this_account": account_id})


def find_account_with_profile(tx: Tx, account_id: Id) -> Row | None:
    """Return what `get_account_with_profile` does, None if there is no such account."""
    return tx.row(_account_with_profile, {"this_account": account_id})


def find_profile(tx: Tx, account_id: Id, kind: str) -> Row | None:
    """Return a profile, None if it was never written."""
    return tx.row(_profile, {"this_account": account_id, "this_kind": kind})


def list_profiles(tx: Tx, account_id: Id) -> Sequence[Row]:
    """Return all profiles of an account, also those of a former role."""
    return tx.rows(_profiles, {"this_account": account_id})


def put_profile(tx: Tx, account_id: Id, kind: str, now: datetime, **changes: Any) -> None:
    """Create or update a profile. The account must be locked."""
    before = find_profile(tx, account_id, kind)
    if "fields" in changes:
        found = terms.of_business(changes["fields"], "company_name", "location")
        terms.put(tx, account_id, kind, found)
    key = {"this_account": account_id, "this_kind": kind}
    if before is not None:
        values = {**changes, "version": before.version + 1, "updated_at": now}
        tx.execute(_change_profile.values(**values), key)
        return
    defaults = {
        "fields": {},
        "monthly_paid_lead_cap": policies.NO_PAID_LEADS,
        "version": _FIRST_VERSION,
    }
    row = {"account_id": account_id, "kind": kind, "updated_at": now}
    tx.execute(_add_profile, {**defaults, **row, **changes})


# --- the directory ----------------------------------------------------------------------------


def find_entry(tx: Tx, account_id: Id) -> Row | None:
    """Return a directory entry with the path of its uploaded video, None if not listed."""
    return tx.row(_entry, {"this_account": account_id})


def list_stale(tx: Tx) -> Sequence[Id]:
    """Return the accounts of some entries that an earlier version of the software indexed."""
    return _documents.list_stale(tx)


def lock_entries(tx: Tx) -> None:
    """Lock the directory for writing until the transaction ends."""
    _documents.lock(tx)


def has_entry(tx: Tx, account_id: Id) -> bool:
    """Whether an account is listed in the directory."""
    return bool(tx.value(_has_entry, {"this_account": account_id}))


def list_entries(tx: Tx, params: schemas.ListVendorDirectoryQuery) -> tuple[Sequence[Row], int]:
    """Return a page of the matching entries by name, with their videos' paths, and the total."""
    conditions = _conditions(params)
    if conditions is None:
        return [], 0

    def read(ids: Sequence[str]) -> Mapping[str, Row]:
        return {row.account_id: row for row in tx.rows(_several_entries, {"ids": ids})}

    return pages.by_offset(tx, _by_name, index.find(tx, conditions).members, params, read)


def list_batches(
    database: Database, params: schemas.ListVendorDirectoryQuery
) -> Iterator[Sequence[Row]]:
    """Yield the matching entries, with their videos' paths, in batches."""

    def find(tx: Tx) -> Numbers:
        conditions = _conditions(params)
        return Numbers() if conditions is None else index.find(tx, conditions).members

    def read(tx: Tx, numbers: Sequence[int]) -> Sequence[Row]:
        return tx.rows(_by_number[tx.dialect], {"numbers": numbers})

    return pages.batches(database, find, read)


def put_entry(tx: Tx, rendered: Rendered) -> None:
    """Add or update an entry."""
    _documents.put(tx, rendered.values, rendered.found_by)


def delete_entry(tx: Tx, account_id: Id) -> None:
    """Remove an entry, if it exists."""
    _documents.drop(tx, account_id)


def _conditions(params: schemas.ListVendorDirectoryQuery) -> list[Condition] | None:
    """Return the conditions of a query, None if its search text has no words."""
    texts = query.text_terms(params.search)
    if texts is None:
        return None
    return [
        *texts,
        *query.any_of(KIND, [params.kind] if params.kind else []),
        *query.any_of(CATEGORY, [sort_key(name) for name in params.categories]),
        *query.any_of(SUBCATEGORY, [sort_key(name) for name in params.subcategories]),
    ]
