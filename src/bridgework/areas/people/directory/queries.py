"""The statements that read the directory. They read public rows only."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import EXPERTS, accounts
from bridgework.areas.people.directory import search_query
from bridgework.areas.people.directory.records import (
    Card,
    FoundDocument,
    FullRecord,
    NumberedCard,
    StatedProfile,
)
from bridgework.areas.people.directory.schemas import ListExpertsQuery
from bridgework.areas.people.directory.tables import experts, index, records
from bridgework.areas.people.profiles import actions as profile_actions
from bridgework.areas.people.profiles.tables import profiles
from bridgework.kit.core import Id
from bridgework.kit.data.db import CompiledStatement, Database, Tx, array_param, cache_versions
from bridgework.kit.data.pagination import Keyset
from bridgework.kit.data.search import Found, Numbers, Order, bitmaps, pages
from bridgework.kit.data.search.reverse import Document
from bridgework.terminology.search import correct

_MAX_SKIPPED_ON_LOOP = 10_000
"""Rows that a page may skip on the event loop."""

_NEWEST = "newest"
_ORDERS = {
    order: Order(experts.c.number, key, experts.c.number, descending=order != "name")
    for order, key in {
        _NEWEST: experts.c.listed_at,
        "name": experts.c.name_key,
        "experience": experts.c.years,
        "recently_active": experts.c.active_on,
    }.items()
}

_record = CompiledStatement(
    sa.select(records.c.record)
    .join_from(experts, records)
    .where(experts.c.id == sa.bindparam("expert_id"))
)
_verified_expert = sa.select(accounts.c.id).where(
    accounts.c.id == sa.bindparam("account_id"),
    accounts.c.role == "expert",
    accounts.c.verification_tier.in_(["verified", "pro"]),
)
_several_cards = sa.select(experts.c.id, experts.c.card).where(
    experts.c.id.in_(sa.bindparam("ids", expanding=True))
)
_profiles = sa.select(profiles.c.account_id, profiles.c.fields).where(
    profiles.c.account_id.in_(sa.bindparam("ids", expanding=True))
)
_documents = (
    sa.select(experts.c.id, experts.c.number, experts.c.listed_at, records.c.found_by)
    .join_from(experts, records)
    .where(experts.c.id.in_(sa.bindparam("ids", expanding=True)))
)
_limit: sa.BindParameter[int] = sa.bindparam("limit", type_=sa.Integer)
_skipped: sa.BindParameter[int] = sa.bindparam("skipped", type_=sa.BigInteger)
_pages = {
    name: sa.select(experts.c.card).order_by(*order.columns).limit(_limit).offset(_skipped)
    for name, order in _ORDERS.items()
}
_newest_page = CompiledStatement(_pages[_NEWEST])
_these = {
    dialect: experts.c.number == array_param.values("numbers", sa.BigInteger(), dialect)
    for dialect in ("sqlite", "postgresql")
}
_records = {
    dialect: sa.select(records.c.record)
    .where(records.c.number == array_param.values("numbers", sa.BigInteger(), dialect))
    .order_by(records.c.number)
    for dialect in ("sqlite", "postgresql")
}
_all_records = Keyset(records.c.number, records.c.number).pages(
    sa.select(records.c.record), FullRecord
)
_cards = {
    dialect: CompiledStatement(sa.select(experts.c.number, experts.c.card).where(these))
    for dialect, these in _these.items()
}


def find_record(tx: Tx, expert_id: Id) -> bytes | None:
    """Return the record of an expert as JSON, None if the expert is not listed."""
    record: bytes | None = tx.value(_record, {"expert_id": expert_id})
    return None if record is None else profile_actions.with_verification(record)


def is_verified_expert(tx: Tx, account_id: Id) -> bool:
    """Return whether the account is a verified expert, listed or not."""
    return tx.value(_verified_expert, {"account_id": account_id}) is not None


def get_cards(tx: Tx, ids: Sequence[Id]) -> Sequence[tuple[Id, bytes]]:
    """Return the cards of those accounts that are listed, as JSON."""
    cards = tx.records(Card, _several_cards, {"ids": list(ids)})
    return [(each.id, profile_actions.with_verification(each.card)) for each in cards]


def get_profiles(tx: Tx, ids: Sequence[Id]) -> Sequence[StatedProfile]:
    """Return the fields of the profiles of those accounts that have one."""
    return tx.records(StatedProfile, _profiles, {"ids": list(ids)})


def list_listed_after(tx: Tx, ids: Sequence[Id], moment: datetime) -> Sequence[Id]:
    """Return the experts among `ids` who joined the directory after `moment`."""
    later = sa.select(experts.c.id).where(experts.c.id.in_(ids), experts.c.listed_at > moment)
    return tx.values(later)


def get_documents(tx: Tx, ids: Sequence[Id]) -> Mapping[Id, tuple[datetime, Document]]:
    """Return when the listed ones among these accounts joined, and their search documents."""
    found = tx.records(FoundDocument, _documents, {"ids": list(ids)})
    return {each.id: (each.listed_at, Document(each.number, each.found_by)) for each in found}


def list_cards(tx: Tx, query: ListExpertsQuery) -> tuple[Sequence[bytes], int]:
    """Return a page of the matching cards as JSON, and the total number of matches."""
    conditions = search_query.to_conditions(query)
    if conditions is None:
        return [], 0
    skipped = (query.page - 1) * query.limit
    by_points = query.search is not None and query.sort_by in {None, "relevance"}
    order = query.sort_by if query.sort_by in _ORDERS else _NEWEST
    if not conditions:
        return _list_all(tx, order, skipped, query.limit), cache_versions.members(tx, EXPERTS)
    result = index.find(tx, conditions, search_query.points, correct)
    if not by_points:
        read = partial(_get_by_number, tx)
        return pages.by_offset(tx, _ORDERS[order], result.members, query, read)
    numbers = _list_best(tx, result, skipped, query.limit)
    cards = _get_by_number(tx, numbers)
    # On PostgreSQL, an account may have been erased between the two statements.
    return [cards[number] for number in numbers if number in cards], len(result.members)


def list_batches(database: Database, query: ListExpertsQuery) -> Iterator[Sequence[bytes]]:
    """Yield the records of the matching experts as JSON, in batches."""
    conditions = search_query.to_conditions(query)
    if conditions is None:
        return iter(())
    if not conditions:
        return _all_records.batches(database, _to_record)

    def find(tx: Tx) -> Numbers:
        return index.find(tx, conditions, correct=correct).members

    def read(tx: Tx, numbers: Sequence[int]) -> Sequence[bytes]:
        return _complete(tx.values(_records[tx.dialect], {"numbers": numbers}))

    return pages.batches(database, find, read)


def _list_all(tx: Tx, order: str, skipped: int, limit: int) -> Sequence[bytes]:
    if skipped > _MAX_SKIPPED_ON_LOOP:
        tx.move_to_thread()
    page = _newest_page if order == _NEWEST else _pages[order]
    return _complete(tx.values(page, {"limit": limit, "skipped": skipped}))


def _get_by_number(tx: Tx, numbers: Sequence[int]) -> Mapping[int, bytes]:
    if not numbers:
        return {}
    cards = tx.records(NumberedCard, _cards[tx.dialect], {"numbers": numbers})
    return {number: profile_actions.with_verification(card) for number, card in cards}


def _to_record(full: FullRecord) -> bytes:
    return profile_actions.with_verification(bytes(full.record))


def _complete(stored: Sequence[bytes]) -> Sequence[bytes]:
    return [profile_actions.with_verification(each) for each in stored]


def _list_best(tx: Tx, result: Found, skipped: int, limit: int) -> list[int]:
    """Return a page of the numbers found, by points, then newest first."""
    if skipped > _MAX_SKIPPED_ON_LOOP:
        tx.move_to_thread()
    page: list[int] = []
    for _, members in bitmaps.descending(result.members, result.points):
        page += bitmaps.highest(members, skipped, limit - len(page))
        if len(page) == limit:
            break
        skipped = max(0, skipped - len(members))
    return page
