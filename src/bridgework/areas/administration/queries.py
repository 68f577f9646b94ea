"""Reading accounts as administrators see them."""

from collections.abc import Iterator, Mapping, Sequence

import sqlalchemy as sa

from bridgework.areas.accounts.schemas import JobsTier, Tier
from bridgework.areas.accounts.tables import ACCOUNTS, accounts
from bridgework.areas.administration.schemas import AdminListUsersQuery, AdminUser
from bridgework.kit.db import cache_versions
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.pagination import offset
from bridgework.kit.pagination.count_cache import CountCache
from bridgework.kit.text import normalize

_shown = [accounts.c[name] for name in AdminUser.model_fields]
_one = sa.select(*_shown).where(accounts.c.id == sa.bindparam("account_id"))
_EQUAL = {
    "role": accounts.c.role,
    "verification": accounts.c.verification_tier,
    "jobs_verification": accounts.c.jobs_verification_tier,
    "jobs_role": accounts.c.jobs_role,
    "vendors_role": accounts.c.vendors_role,
}
_VENDOR_TIERS: Mapping[JobsTier, Sequence[Tier]] = {
    "not-verified": ("not-verified",),
    "verified": ("verified", "pro"),
}
"""The filter has no value of its own for `pro`, which is a verified tier."""
_ON_PLATFORM = {
    "matchmaker": accounts.c.on_matchmaker,
    "jobs": accounts.c.jobs_role.is_not(None),
    "vendors": accounts.c.vendors_role.is_not(None),
}


def user(tx: Tx, account_id: Id, *, default_cap: int) -> AdminUser | None:
    """One user; `default_cap` is the cap where no administrator has set one."""
    row = tx.row(_one, {"account_id": account_id})
    return None if row is None else AdminUser.from_row(row._asdict(), default_cap=default_cap)


def users(
    tx: Tx, count_cache: CountCache, query: AdminListUsersQuery, *, default_cap: int
) -> tuple[Sequence[AdminUser], int]:
    """One page of users, the newest first, and how many there are on all pages."""
    filters = query.model_dump_json(exclude={"page", "limit"})
    topic, key = ACCOUNTS, accounts.c.id
    version = cache_versions.version(tx, topic).version
    listed = sa.select(*_shown).where(*_conditions(query))
    newest_first = [key.desc()]
    first = count_cache.get(topic, version, filters)
    if first is None:
        first = offset.first_keys(tx, listed, newest_first, key)
        count_cache.put(topic, version, filters, first)
    rows = offset.read_by_key(tx, query, listed, newest_first, key, first)
    return [AdminUser.from_row(row._asdict(), default_cap=default_cap) for row in rows], first.total


def _conditions(query: AdminListUsersQuery) -> Iterator[sa.ColumnElement[bool]]:
    for name, column in _EQUAL.items():
        wanted = getattr(query, name)
        if wanted is not None:
            yield column == wanted
    if query.vendors_verification is not None:
        tier = accounts.c.vendors_verification_tier
        yield tier.in_(_VENDOR_TIERS[query.vendors_verification])
    if query.platform is not None:
        yield _ON_PLATFORM[query.platform]
    for word in normalize(query.search or "").split():
        yield accounts.c.search_key.contains(word, autoescape=True)
