"""The statements on accounts as administrators see them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial

import sqlalchemy as sa

from bridgework.areas.back_office.administration import schemas
from bridgework.areas.back_office.administration.records import Searched, User
from bridgework.areas.identity.accounts.schemas import JobsVerificationTier, VerificationTier
from bridgework.areas.identity.accounts.tables import ACCOUNTS, accounts
from bridgework.areas.identity.accounts.terms import actions as terms
from bridgework.areas.identity.administrators.invitations.tables import admin_invitations
from bridgework.kit.core import Id
from bridgework.kit.data.db import Database, Tx, UtcDateTimeColumn, cache_versions
from bridgework.kit.data.pagination import CountCache, Keyset, offset
from bridgework.kit.data.pagination.count_cache import FirstKeys
from bridgework.kit.data.search import fuzzy
from bridgework.kit.text import search_words

_now = sa.bindparam("now", type_=UtcDateTimeColumn())
_users = sa.select(
    *(accounts.c[name] for name in User._fields if name in accounts.c),
    accounts.c.master_password_hash.is_not(None).label("has_master_password"),
    accounts.c.second_factor_at.is_not(None).label("has_second_factor"),
    sa.exists()
    .where(admin_invitations.c.account_id == accounts.c.id, admin_invitations.c.expires_at > _now)
    .label("has_pending_invitation"),
)
_user_by_id = _users.where(accounts.c.id == sa.bindparam("account_id"))
_by_id = Keyset(accounts.c.id, accounts.c.id)
_newest_first = [accounts.c.id.desc()]
_MOST_SIMILAR = 500
_MOST_COMPARED = 10_000
"""Of more accounts that may be similar, only the newest are compared."""
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
    user = tx.record(User, _user_by_id, {"account_id": account_id, "now": now})
    return None if user is None else _to_user(default_cap, user)


def list_users(
    tx: Tx,
    count_cache: CountCache,
    query: schemas.AdminListUsersQuery,
    now: datetime,
    *,
    default_cap: int,
) -> tuple[Sequence[schemas.AdminUser], int]:
    """Return a page of the matching users, newest first, and their total number.

    If none matches, they are those of `list_similar`.
    """
    filters = query.model_dump_json(exclude={"page", "limit"})
    version, key = cache_versions.version(tx, ACCOUNTS).version, accounts.c.id

    def cached(name: str, read: Callable[[], FirstKeys]) -> FirstKeys:
        first = count_cache.get(ACCOUNTS, version, name)
        if first is None:
            first = read()
            count_cache.put(ACCOUNTS, version, name, first)
        return first

    def similar() -> FirstKeys:
        keys = list_similar(tx, query.search or "", list(_filters(query)))
        return FirstKeys(keys, len(keys))

    statement = _users.where(*_conditions(tx, query))
    first = cached(filters, lambda: offset.first_keys(tx, statement, _newest_first, key))
    if not first.total:
        first = cached(f"similar {filters}", similar)
        statement = _users.where(key.in_(first.keys))
    found = offset.read_by_key(tx, query, User, statement, _newest_first, key, first, {"now": now})
    return [_to_user(default_cap, user) for user in found], first.total


def list_batches(
    database: Database, query: schemas.AdminListUsersQuery, now: datetime, *, default_cap: int
) -> Iterator[Sequence[schemas.AdminUser]]:
    """Yield the users of `list_users` in batches, newest first."""
    with database.reading() as tx:
        listed = _users.where(*_conditions(tx, query))
        if tx.value(listed.with_only_columns(accounts.c.id).limit(1)) is None:
            keys = list_similar(tx, query.search or "", list(_filters(query)))
            listed = _users.where(accounts.c.id.in_(keys))
    to_user = partial(_to_user, default_cap)
    return _by_id.pages(listed, User).batches(database, to_user, {"now": now})


def _to_user(default_cap: int, user: User) -> schemas.AdminUser:
    return schemas.AdminUser.with_default_cap(user, default_cap)


def list_similar(
    tx: Tx, search: str, filters: Sequence[sa.ColumnElement[bool]] = ()
) -> Sequence[Id]:
    """Return the accounts that a search without a match may have meant, newest first, at most 500.

    Each word occurs in the name or address, or is one edit away from a word of the name.
    The accounts with the fewest edits are returned. They are found by one condition, since an edit
    leaves one half of a word as it is, or transposes its middle letters.
    """
    words = search_words(search)
    if not words:
        return []
    columns = sa.select(accounts.c.id, accounts.c.search_key).where(*filters)
    similar = columns.where(*(_may_be_similar(tx, word) for word in words))
    by_edits: dict[int, list[Id]] = {}
    for each in tx.records(Searched, similar.order_by(*_newest_first).limit(_MOST_COMPARED)):
        edits = _count_edits(words, each.search_key)
        if edits is not None:
            by_edits.setdefault(edits, []).append(each.id)
    return by_edits[min(by_edits)][:_MOST_SIMILAR] if by_edits else []


def _may_be_similar(tx: Tx, word: str) -> sa.ColumnElement[bool]:
    """The condition that all keys meet that have the word, or a word one edit away from it."""
    key = accounts.c.search_key
    if not fuzzy.is_fuzzy(word):
        return key.contains(word, autoescape=True)
    middle = len(word) // 2  # of letters only, so patterns need no escapes
    first, second = word[:middle], word[middle:]
    transposed = first[:-1] + second[0] + first[-1] + second[1:]
    if tx.dialect == "postgresql":  # the index finds one pattern, but not several with OR
        return key.regexp_match(f"{word}|[ -]{first}|{second}($|[ -])|{transposed}")
    patterns = (f"%{word}%", f"% {first}%", f"%-{first}%", f"%{transposed}%")
    ends = (f"%{second}", f"%{second} %", f"%{second}-%")
    return sa.or_(*(key.like(pattern) for pattern in (*patterns, *ends)))


def _count_edits(words: Sequence[str], key: str) -> int | None:
    """Return how many of the words differ by an edit; None if one of them is not similar."""
    edits = 0
    for word in words:
        if word not in key:
            others = key.replace("-", " ").split()
            is_near = any(fuzzy.within_one_edit(word, other) for other in others)
            if not (is_near and fuzzy.is_fuzzy(word)):
                return None
            edits += 1
    return edits


def _conditions(tx: Tx, query: schemas.AdminListUsersQuery) -> Iterator[sa.ColumnElement[bool]]:
    yield from _filters(query)
    yield from terms.conditions(tx, query.search or "")


def _filters(query: schemas.AdminListUsersQuery) -> Iterator[sa.ColumnElement[bool]]:
    """Yield the conditions of all parameters but the search."""
    for name, column in _EQUAL.items():
        value = getattr(query, name)
        if value is not None:
            yield column == value
    if query.vendors_verification is not None:
        tier = accounts.c.vendors_verification_tier
        yield tier.in_(_VENDOR_TIERS[query.vendors_verification])
    if query.platform is not None:
        yield _ON_PLATFORM[query.platform]
