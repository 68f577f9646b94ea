"""Pages of a list that was searched: its documents in an order, as far as they are asked for.

An order is an index of the table of documents. A small set is sorted; of a large one the first
documents are soon met by walking along the order.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

import sqlalchemy as sa

from bridgework.kit.db import array_param
from bridgework.kit.db.transaction import Tx
from bridgework.kit.pagination.keyset import PageRequest, PageSlice, Position
from bridgework.kit.pagination.schemas import OffsetQuery
from bridgework.kit.search import bitmaps
from bridgework.kit.search.bitmaps import Numbers

Item = TypeVar("Item")

_SORTED_AT_ONCE = 1000
"""A set of so many documents is sorted without a look at the order."""
_TO_SORT = 3
"""To fetch a document and sort it costs as much as walking along so many."""
_FIRST_STEPS = 100
"""Documents that are walked along to learn how many of them are in the set."""
_STEPS_ON_LOOP = 5_000
"""Documents that are walked along on the loop."""


class Order:
    """A unique order of the documents: by a column that is never null, then by another."""

    def __init__(
        self,
        number: sa.Column[int],
        key: sa.ColumnElement[Any],
        tie: sa.ColumnElement[Any],
        *,
        descending: bool = True,
    ) -> None:
        self.columns = [one.desc() if descending else one.asc() for one in (key, tie)]
        walk = sa.select(number.label("number"), key.label("key"), tie.label("tie"))
        walk = walk.order_by(*self.columns).limit(sa.bindparam("most", type_=sa.Integer))
        position = sa.tuple_(key, tie)
        last = sa.tuple_(
            sa.bindparam("last_key", type_=key.type), sa.bindparam("last_tie", type_=tie.type)
        )
        following = walk.where(position < last if descending else position > last)
        self._walks = {"first": walk, "following": following}
        self._sorts = {
            dialect: {
                name: one.where(number == array_param.values("numbers", sa.BigInteger(), dialect))
                for name, one in self._walks.items()
            }
            for dialect in ("sqlite", "postgresql")
        }

    def read(
        self, tx: Tx, most: int, last: tuple[Any, Any] | None, numbers: Sequence[int] | None
    ) -> Sequence[sa.Row[Any]]:
        """Up to so many documents after the last one, among these numbers if any are given."""
        given: dict[str, Any] = {"most": most}
        if last is not None:
            given |= {"last_key": last[0], "last_tie": last[1]}
        statements = self._walks
        if numbers is not None:
            statements = self._sorts[tx.dialect]
            given["numbers"] = numbers
        return tx.rows(statements["first" if last is None else "following"], given)


def in_order(
    tx: Tx,
    order: Order,
    members: Numbers,
    wanted: int,
    after: tuple[Any, Any] | None = None,
) -> Iterator[sa.Row[Any]]:
    """The documents of a set in an order after a position: their numbers, keys and ties.

    Read as they are taken, about `wanted` at first.
    """
    numbers = bitmaps.numbers(members) if len(members) <= _SORTED_AT_ONCE else None
    most = _FIRST_STEPS if numbers is None else wanted
    walked, met = 0, 0
    while met < len(members):
        if walked + most > _STEPS_ON_LOOP:
            tx.move_to_thread()
        rows = order.read(tx, most, after, numbers)
        there = set(bitmaps.among([row.number for row in rows], members))
        yield from (row for row in rows if row.number in there)
        if len(rows) < most:
            return
        walked, met, after = walked + most, met + len(there), (rows[-1].key, rows[-1].tie)
        missing = wanted - met if met < wanted else wanted
        most = missing * walked // (met + 1) * 5 // 4 + _FIRST_STEPS
        if numbers is None and most > _TO_SORT * len(members):
            numbers = bitmaps.numbers(members)
        if numbers is not None:
            most = missing


def by_offset(
    tx: Tx,
    order: Order,
    members: Numbers,
    query: OffsetQuery,
    read: Callable[[Sequence[Any]], Mapping[Any, Item]],
) -> tuple[list[Item], int]:
    """The items of a page by its number, and the number of all; `read` returns them by tie."""
    skipped = (query.page - 1) * query.limit
    if skipped >= len(members):
        return [], len(members)
    end = skipped + query.limit
    ids = [row.tie for row in islice(in_order(tx, order, members, end), skipped, end)]
    items = read(ids)
    # Between two statements on PostgreSQL a document may have been deleted.
    return [items[one] for one in ids if one in items], len(members)


def after_cursor(
    tx: Tx, order: Order, members: Numbers, request: PageRequest
) -> Iterator[tuple[Position, str]]:
    """The documents of a list after a cursor, for `by_cursor`."""
    after = None if request.after is None else (request.after.key, request.after.id)
    for row in in_order(tx, order, members, request.limit + 1, after):
        yield Position(row.key, row.tie), row.tie


def by_cursor(
    documents: Iterator[tuple[Position, str]],
    request: PageRequest,
    read: Callable[[Sequence[str]], Mapping[str, Item]],
) -> PageSlice[Item]:
    """The items of a page after a cursor; `read` returns those that the caller may see, by id.

    `documents` are the positions and ids of the list from the cursor on.
    """
    found: list[tuple[Position, Item]] = []
    most = request.limit + 1
    while len(found) <= request.limit:
        some = list(islice(documents, most))
        if not some:
            break
        items = read([document_id for _, document_id in some])
        found += [(position, items[one]) for position, one in some if one in items]
        most *= 2
    page = found[: request.limit]
    last = page[-1][0] if len(found) > len(page) else None
    return PageSlice([item for _, item in page], last)
