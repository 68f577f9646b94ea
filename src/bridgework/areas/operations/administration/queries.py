"""The statements on accounts as administrators see them."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.identity.accounts.schemas import JobsVerificationTier, VerificationTier
from bridgework.areas.identity.accounts.tables import ACCOUNTS, accounts
from bridgework.areas.identity.administrators.invitations.tables import admin_invitations
from bridgework.areas.operations.administration import schemas
from bridgework.kit.core import Id
from bridgework.kit.data.db import Database, Tx, UtcDateTimeColumn, cache_versions
from bridgework.kit.data.pagination import CountCache, Keyset, offset
from bridgework.kit.text import search_words

_now = sa.bindparam("now", type_=UtcDateTimeColumn())
_users = sa.select(
    *(accounts.c[name] for name in schemas.AdminUser.model_fields if name in accounts.c),
    accounts.c.master_password_hash.is_not(None).label("has_master_password"),
    accounts.c.second_factor_at.is_not(None).label("has_second_factor"),
    sa.exists()
    .where(admin_invitations.c.account_id == accounts.c.id, admin_invitations.c.expires_at > _now)
    .label("has_pending_invitation"),
)
_user_by_id = _users.where(accounts.c.id == sa.bindparam("account_id"))
_by_id = Keyset(accounts.c.id, accounts.c.id)
_EQUAL = {
    "role": accounts.c.role,
    "verification": accounts.c.verification_tier,
    "jobs_verification": accounts.c.jobs_verification_tier,
    "jobs_role": accounts.c.jobs_role,
    "vendors_role": accounts.c.vendors_role,
}
_VENDOR_TIERS: Mapping[JobsVerificationTier, Sequence[VerificationTier]] = {
    "not-verified": ("not-verified",),
    "verified": ("verified", "pro"),
}
"""The filter has no value for `pro`; `verified` includes it."""
_ON_PLATFORM = {
    "matchmaker": accounts.c.on_matchmaker,
    "jobs": accounts.c.jobs_role.is_not(None),
    "vendors": accounts.c.vendors_role.is_not(None),
}


def find_user(
    tx: Tx, account_id: Id, now: datetime, *, default_cap: int
) -> schemas.AdminUser | None:
    """Return a user. `default_cap` is the cap of an account whose cap was not set."""
    row = tx.row(_user_by_id, {"account_id": account_id, "now": now})
    return None if row is None else schemas.AdminUser.with_default_cap(row._asdict(), default_cap)


def list_users(
    tx: Tx,
    count_cache: CountCache,
    query: schemas.AdminListUsersQuery,
    now: datetime,
    *,
    default_cap: int,
) -> tuple[Sequence[schemas.AdminUser], int]:
    """Return a page of the matching users, newest first, and their total number."""
    filters = query.model_dump_json(exclude={"page", "limit"})
    topic, key = ACCOUNTS, accounts.c.id
    version = cache_versions.version(tx, topic).version
    statement = _users.where(*_conditions(query))
    newest_first = [key.desc()]
    first = count_cache.get(topic, version, filters)
    if first is None:
        first = offset.first_keys(tx, statement, newest_first, key)
        count_cache.put(topic, version, filters, first)
    rows = offset.read_by_key(tx, query, statement, newest_first, key, first, {"now": now})
    return [
        schemas.AdminUser.with_default_cap(row._asdict(), default_cap) for row in rows
    ], first.total


def list_batches(
    database: Database, query: schemas.AdminListUsersQuery, now: datetime, *, default_cap: int
) -> Iterator[Sequence[schemas.AdminUser]]:
    """Yield the matching users in batches, newest first."""

    def to_user(row: sa.Row[tuple[object, ...]]) -> schemas.AdminUser:
        return schemas.AdminUser.with_default_cap(row._asdict(), default_cap)

    listed = _users.where(*_conditions(query))
    return _by_id.pages(listed).batches(database, to_user, {"now": now})


def _conditions(query: schemas.AdminListUsersQuery) -> Iterator[sa.ColumnElement[bool]]:
    for name, column in _EQUAL.items():
        value = getattr(query, name)
        if value is not None:
            yield column == value
    if query.vendors_verification is not None:
        tier = accounts.c.vendors_verification_tier
        yield tier.in_(_VENDOR_TIERS[query.vendors_verification])
    if query.platform is not None:
        yield _ON_PLATFORM[query.platform]
    for word in search_words(query.search or ""):
        yield accounts.c.search_key.contains(word, autoescape=True)
