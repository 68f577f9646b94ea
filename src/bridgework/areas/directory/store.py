"""Reading the directory: every statement here sees public rows alone."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast

import sqlalchemy as sa

from bridgework.areas.accounts.tables import EXPERTS
from bridgework.areas.directory.index import seeking
from bridgework.areas.directory.index import store as index
from bridgework.areas.directory.index.seeking import Found
from bridgework.areas.directory.shapes import ListExpertsQuery
from bridgework.areas.directory.tables import experts, records
from bridgework.kit import bitmaps
from bridgework.kit.db import array_param, cache_versions
from bridgework.kit.db.compiled import CompiledStatement
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

_DEEP = 10_000
"""Rows that a page of everybody may have before it on the loop."""
_STEPS_ON_LOOP = 5_000
"""Rows that may be walked along on the loop to put a page in order."""
_TO_SORT = 3
"""To fetch a row by its number and sort it costs as much as walking along so many."""

_newest_first: list[sa.ColumnElement[Any]] = [experts.c.listed_at.desc(), experts.c.number.desc()]
_NEWEST = "newest"
_ORDERS: dict[str, list[sa.ColumnElement[Any]]] = {
    _NEWEST: _newest_first,
    "name": [experts.c.name_key, experts.c.number],
    "experience": [experts.c.years.desc(), experts.c.number.desc()],
    "recently_active": [experts.c.active_on.desc(), experts.c.number.desc()],
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
    order: sa.select(experts.c.card).order_by(*columns).limit(_most).offset(_skipped)
    for order, columns in _ORDERS.items()
}
_newest_page = CompiledStatement(_pages[_NEWEST])
_stretches = {
    order: sa.select(experts.c.number).order_by(*columns).limit(_most).offset(_skipped)
    for order, columns in _ORDERS.items()
}
_these = {
    dialect: experts.c.number == array_param.values("numbers", sa.BigInteger(), dialect)
    for dialect in ("sqlite", "postgresql")
}
_in_order = {
    dialect: {
        order: sa.select(experts.c.number).where(these).order_by(*columns)
        for order, columns in _ORDERS.items()
    }
    for dialect, these in _these.items()
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
    wanted = seeking.needs(query)
    if wanted is None:
        return [], 0
    skipped = (query.page - 1) * query.limit
    by_points = query.search is not None and query.sort_by in {None, "relevance"}
    order = query.sort_by if query.sort_by in _ORDERS else _NEWEST
    if not wanted:
        return _everybody(tx, order, skipped, query.limit), cache_versions.members(tx, EXPERTS)
    found = index.found(tx, wanted)
    page: Sequence[int]
    if by_points:
        page = _best(tx, found, skipped, query.limit)
    else:
        page = _sorted(tx, found.members, order, skipped, query.limit)
    return _cards_in_order(tx, page), len(found.members)


def _everybody(tx: Tx, order: str, skipped: int, most: int) -> Sequence[bytes]:
    if skipped > _DEEP:
        tx.move_to_thread()
    page = _newest_page if order == _NEWEST else _pages[order]
    return tx.values(page, {"most": most, "skipped": skipped})


def _cards_in_order(tx: Tx, numbers: Sequence[int]) -> Sequence[bytes]:
    if not numbers:
        return []
    read = tx.rows(_cards[tx.dialect], {"numbers": numbers})
    there = dict(cast("Sequence[tuple[int, bytes]]", read))
    # Between two statements on PostgreSQL somebody may have left.
    return [there[number] for number in numbers if number in there]


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


def _sorted(tx: Tx, members: bitmaps.Numbers, order: str, skipped: int, most: int) -> Sequence[int]:
    """A page of `members` in an order: either all of them sorted, or the order walked along.

    Who is sought among many others is sorted; of a crowd the first are soon met on the way.
    """
    count = len(members)
    wanted = min(skipped + most, count)
    if skipped >= wanted:
        return []
    on_the_way = wanted * cache_versions.members(tx, EXPERTS) // count
    if min(_TO_SORT * count, on_the_way) > _STEPS_ON_LOOP:
        tx.move_to_thread()
    if _TO_SORT * count <= on_the_way:
        return _in_this_order(tx, bitmaps.numbers(members), order)[skipped:wanted]
    met = _walked(tx, members, order, wanted, on_the_way)
    return met[skipped:wanted]


def _in_this_order(tx: Tx, numbers: Sequence[int], order: str) -> Sequence[int]:
    statement = _in_order[tx.dialect][order]
    return tx.values(statement, {"numbers": numbers})


def _walked(tx: Tx, members: bitmaps.Numbers, order: str, wanted: int, expected: int) -> list[int]:
    """The first `wanted` of `members` in an order, met after about so many others."""
    met: dict[int, None] = {}
    at, most = 0, expected + expected // 4 + wanted
    while len(met) < wanted:
        stretch = tx.values(_stretches[order], {"most": most, "skipped": at})
        if not stretch:
            break
        met |= dict.fromkeys(bitmaps.among(stretch, members))
        at, most = at + most, 2 * most
    return list(met)
