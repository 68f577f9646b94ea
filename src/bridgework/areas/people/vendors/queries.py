"""The statements on profiles and directory entries."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.history.reviews.visibility import since
from bridgework.areas.identity.accounts.schemas import VendorsRole
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.identity.accounts.terms import actions as terms
from bridgework.areas.people.vendors import policies, schemas
from bridgework.areas.people.vendors.records import (
    NO_FIELDS,
    Fields,
    ListedEntry,
    Member,
    MemberState,
    StoredProfile,
    VendorAccount,
)
from bridgework.areas.people.vendors.serializers import CATEGORY, KIND, SUBCATEGORY, Rendered
from bridgework.areas.people.vendors.tables import entries, index, profiles
from bridgework.kit.core import Id
from bridgework.kit.data.db import (
    Database,
    IdColumn,
    Tx,
    array_param,
    reader_of,
    side_by_side,
    to_values,
)
from bridgework.kit.data.search import Condition, Documents, Numbers, Order, pages, query
from bridgework.kit.text import sort_key

_account_id = sa.bindparam("this_account", type_=IdColumn)
_kind = sa.bindparam("this_kind", type_=sa.Text)

_columns = [accounts.c[name] for name in VendorAccount._fields]
_account = sa.select(*_columns).where(accounts.c.id == _account_id)
_locked_account = _account.with_for_update()
_account_with_profile = (
    sa.select(*_columns, profiles.c.fields, since(accounts.c.id).label("change_in_review_since"))
    .join_from(
        accounts,
        profiles,
        sa.and_(profiles.c.account_id == accounts.c.id, profiles.c.kind == accounts.c.vendors_role),
        isouter=True,
    )
    .where(accounts.c.id == _account_id)
)
_member = side_by_side(Member, reader_of(VendorAccount), reader_of(MemberState))
_profile = sa.select(profiles).where(profiles.c.account_id == _account_id, profiles.c.kind == _kind)
_profiles = sa.select(profiles).where(profiles.c.account_id == _account_id)
_add_profile = profiles.insert()
_change_profile = profiles.update().where(
    profiles.c.account_id == _account_id, profiles.c.kind == _kind
)
_video = (
    sa.select(profiles.c.fields["video_object_path"].as_string())
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
    account = tx.record(VendorAccount, _account, {"this_account": account_id})
    return None if account is None else schemas.VendorsAccount.from_row(account)


def lock_account(tx: Tx, account_id: Id) -> VendorAccount | None:
    """Lock an account until the transaction ends, so its changes are made one after another."""
    return tx.record(VendorAccount, _locked_account, {"this_account": account_id})


def get_member(tx: Tx, account_id: Id) -> Member:
    (member,) = tx.records(_member, _account_with_profile, {"this_account": account_id})
    return member


def find_member(tx: Tx, account_id: Id) -> Member | None:
    return tx.record(_member, _account_with_profile, {"this_account": account_id})


def find_profile(tx: Tx, account_id: Id, kind: VendorsRole) -> StoredProfile | None:
    """Return a profile, None if it was never written."""
    return tx.record(StoredProfile, _profile, {"this_account": account_id, "this_kind": kind})


def list_profiles(tx: Tx, account_id: Id) -> Sequence[StoredProfile]:
    """Return all profiles of an account, also those of a former role."""
    return tx.records(StoredProfile, _profiles, {"this_account": account_id})


def put_profile(
    tx: Tx,
    account_id: Id,
    kind: VendorsRole,
    now: datetime,
    *,
    fields: Fields | None = None,
    monthly_paid_lead_cap: float | None = None,
) -> None:
    """Create or update a profile. The account must be locked."""
    before = find_profile(tx, account_id, kind)
    after = before or StoredProfile(account_id, kind, NO_FIELDS, policies.NO_PAID_LEADS, 0, now)
    after = after._replace(version=after.version + 1, updated_at=now)
    if fields is not None:
        after = after._replace(fields=fields)
        found = terms.of_business(fields.company_name, fields.location)
        terms.put(tx, account_id, kind, found)
    if monthly_paid_lead_cap is not None:
        after = after._replace(monthly_paid_lead_cap=monthly_paid_lead_cap)
    if before is None:
        tx.execute(_add_profile, to_values(after))
    else:
        key = {"this_account": account_id, "this_kind": kind}
        tx.execute(_change_profile.values(**to_values(after)), key)


# --- the directory ----------------------------------------------------------------------------


def find_entry(tx: Tx, account_id: Id) -> ListedEntry | None:
    """Return a directory entry, None if not listed."""
    return tx.record(ListedEntry, _entry, {"this_account": account_id})


def list_stale(tx: Tx) -> Sequence[Id]:
    """Return the accounts of some entries that an earlier version of the software indexed."""
    return _documents.list_stale(tx)


def lock_entries(tx: Tx) -> None:
    """Lock the directory for writing until the transaction ends."""
    _documents.lock(tx)


def has_entry(tx: Tx, account_id: Id) -> bool:
    """Whether an account is listed in the directory."""
    return bool(tx.value(_has_entry, {"this_account": account_id}))


def list_entries(
    tx: Tx, params: schemas.ListVendorDirectoryQuery
) -> tuple[Sequence[ListedEntry], int]:
    """Return a page of the matching entries by name, and the total."""
    conditions = _conditions(params)
    if conditions is None:
        return [], 0

    def read(ids: Sequence[str]) -> Mapping[str, ListedEntry]:
        found = tx.records(ListedEntry, _several_entries, {"ids": ids})
        return {each.account_id: each for each in found}

    return pages.by_offset(tx, _by_name, index.find(tx, conditions).members, params, read)


def list_batches(
    database: Database, params: schemas.ListVendorDirectoryQuery
) -> Iterator[Sequence[ListedEntry]]:
    """Yield the matching entries in batches."""

    def find(tx: Tx) -> Numbers:
        conditions = _conditions(params)
        return Numbers() if conditions is None else index.find(tx, conditions).members

    def read(tx: Tx, numbers: Sequence[int]) -> Sequence[ListedEntry]:
        return tx.records(ListedEntry, _by_number[tx.dialect], {"numbers": numbers})

    return pages.batches(database, find, read)


def put_entry(tx: Tx, rendered: Rendered) -> None:
    """Add or update an entry."""
    _documents.put(tx, rendered.values._asdict(), rendered.found_by)


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
