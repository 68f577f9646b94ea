"""Reading the directory: every statement here sees public rows alone."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import cast

import sqlalchemy as sa

from bridgework.areas.accounts.tables import EXPERTS
from bridgework.areas.directory import search_query
from bridgework.areas.directory.schemas import ListExpertsQuery
from bridgework.areas.directory.tables import experts, index, records
from bridgework.kit.db import array_param, cache_versions
from bridgework.kit.db.compiled import CompiledStatement
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.search import bitmaps, pages
from bridgework.kit.search.pages import Order
from bridgework.kit.search.query import Found

_DEEP = 10_000
"""Rows that a page of everybody may have before it on the loop."""

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

_one = CompiledStatement(
    sa.select(records.c.record)
    .join_from(experts, records)
    .where(experts.c.id == sa.bindparam("expert_id"))
)
_some = sa.select(experts.c.id, experts.c.card).where(
    experts.c.id.in_(sa.bindparam("ids", expanding=True))
)
_most: sa.BindParameter[int] = sa.bindparam("most", type_=sa.Integer)
_skipped: sa.BindParameter[int] = sa.bindparam("skipped", type_=sa.Integer)
_pages = {
    name: sa.select(experts.c.card).order_by(*order.columns).limit(_most).offset(_skipped)
    for name, order in _ORDERS.items()
}
_newest_page = CompiledStatement(_pages[_NEWEST])
_these = {
    dialect: experts.c.number == array_param.values("numbers", sa.BigInteger(), dialect)
    for dialect in ("sqlite", "postgresql")
}
_cards = {
    dialect: CompiledStatement(sa.select(experts.c.number, experts.c.card).where(these))
    for dialect, these in _these.items()
}


def record(tx: Tx, expert_id: Id) -> bytes | None:
    """One expert's record as JSON, None if there is none in public."""
    found: bytes | None = tx.value(_one, {"expert_id": expert_id})
    return found


def cards_of(tx: Tx, ids: Sequence[Id]) -> Sequence[tuple[Id, bytes]]:
    """The cards of these experts as JSON, as far as they are in public."""
    return [(row.id, row.card) for row in tx.rows(_some, {"ids": list(ids)})]


def listed_after(tx: Tx, ids: Sequence[Id], moment: datetime) -> Sequence[Id]:
    """Those of these experts who joined the directory after `moment`."""
    later = sa.select(experts.c.id).where(experts.c.id.in_(ids), experts.c.listed_at > moment)
    return tx.values(later)


def cards(tx: Tx, query: ListExpertsQuery) -> tuple[Sequence[bytes], int]:
    """One page of cards as JSON, and how many there are on all pages."""
    wanted = search_query.conditions(query)
    if wanted is None:
        return [], 0
    skipped = (query.page - 1) * query.limit
    by_points = query.search is not None and query.sort_by in {None, "relevance"}
    order = query.sort_by if query.sort_by in _ORDERS else _NEWEST
    if not wanted:
        return _everybody(tx, order, skipped, query.limit), cache_versions.members(tx, EXPERTS)
    found = index.find(tx, wanted, search_query.points, search_query.correct)
    if not by_points:
        read = partial(_by_number, tx)
        return pages.by_offset(tx, _ORDERS[order], found.members, query, read)
    best = _best(tx, found, skipped, query.limit)
    there = _by_number(tx, best)
    # On PostgreSQL an account may have been erased between two statements.
    return [there[number] for number in best if number in there], len(found.members)


def _everybody(tx: Tx, order: str, skipped: int, most: int) -> Sequence[bytes]:
    if skipped > _DEEP:
        tx.move_to_thread()
    page = _newest_page if order == _NEWEST else _pages[order]
    return tx.values(page, {"most": most, "skipped": skipped})


def _by_number(tx: Tx, numbers: Sequence[int]) -> Mapping[int, bytes]:
    """The cards of experts by their numbers."""
    if not numbers:
        return {}
    rows = tx.rows(_cards[tx.dialect], {"numbers": numbers})
    return dict(cast("Sequence[tuple[int, bytes]]", rows))


def _best(tx: Tx, found: Found, skipped: int, most: int) -> list[int]:
    """A page of those found: the best first, and of equals who came into the directory last."""
    if skipped > _DEEP:
        tx.move_to_thread()
    page: list[int] = []
    for _, members in bitmaps.descending(found.members, found.points):
        page += bitmaps.highest(members, skipped, most - len(page))
        if len(page) == most:
            break
        skipped = max(0, skipped - len(members))
    return page
