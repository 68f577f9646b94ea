"""Pages of search results, in an order of the list.

An order is an index of the table of documents. A small set of results is sorted. For a large set,
the order is scanned, which soon yields enough documents of the set.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

import sqlalchemy as sa

from bridgework.kit.data.db import Database, Tx, array_param
from bridgework.kit.data.pagination import BATCH_SIZE, OffsetQuery, PageRequest, PageSlice, Position
from bridgework.kit.data.search import bitmaps
from bridgework.kit.data.search.bitmaps import Numbers

Item = TypeVar("Item")

_MAX_SORTED = 1000
"""Sets of up to this many documents are sorted without scanning."""
_SORT_COST = 3
"""Fetching and sorting one document costs as much as scanning this many."""
_FIRST_SCAN = 100
"""Documents scanned first, to estimate the share of the set."""
_MAX_SCANNED_ON_LOOP = 5_000
"""Documents scanned on the event loop."""


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
        self.columns = [column.desc() if descending else column.asc() for column in (key, tie)]
        scan = sa.select(number.label("number"), key.label("key"), tie.label("tie"))
        scan = scan.order_by(*self.columns).limit(sa.bindparam("limit", type_=sa.Integer))
        position = sa.tuple_(key, tie)
        last = sa.tuple_(
            sa.bindparam("last_key", type_=key.type), sa.bindparam("last_tie", type_=tie.type)
        )
        following = scan.where(position < last if descending else position > last)
        self._scans = {"first": scan, "following": following}
        self._sorts = {
            dialect: {
                name: select.where(
                    number == array_param.values("numbers", sa.BigInteger(), dialect)
                )
                for name, select in self._scans.items()
            }
            for dialect in ("sqlite", "postgresql")
        }

    def read(
        self, tx: Tx, limit: int, last: tuple[Any, Any] | None, numbers: Sequence[int] | None
    ) -> Sequence[sa.Row[Any]]:
        """Return up to `limit` documents after `last`, restricted to `numbers` unless None."""
        params: dict[str, Any] = {"limit": limit}
        if last is not None:
            params |= {"last_key": last[0], "last_tie": last[1]}
        statements = self._scans
        if numbers is not None:
            statements = self._sorts[tx.dialect]
            params["numbers"] = numbers
        return tx.rows(statements["first" if last is None else "following"], params)


def in_order(
    tx: Tx,
    order: Order,
    members: Numbers,
    expected: int,
    after: tuple[Any, Any] | None = None,
) -> Iterator[sa.Row[Any]]:
    """Yield the documents of a set in an order, after a position: their numbers, keys and ties.

    They are read lazily, about `expected` at first.
    """
    numbers = bitmaps.to_list(members) if len(members) <= _MAX_SORTED else None
    limit = _FIRST_SCAN if numbers is None else expected
    scanned, matched = 0, 0
    while matched < len(members):
        if scanned + limit > _MAX_SCANNED_ON_LOOP:
            tx.move_to_thread()
        rows = order.read(tx, limit, after, numbers)
        matches = set(bitmaps.filter_members([row.number for row in rows], members))
        yield from (row for row in rows if row.number in matches)
        if len(rows) < limit:
            return
        scanned, matched = scanned + limit, matched + len(matches)
        after = rows[-1].key, rows[-1].tie
        missing = expected - matched if matched < expected else expected
        limit = missing * scanned // (matched + 1) * 5 // 4 + _FIRST_SCAN
        if numbers is None and limit > _SORT_COST * len(members):
            numbers = bitmaps.to_list(members)
        if numbers is not None:
            limit = missing


def by_offset(
    tx: Tx,
    order: Order,
    members: Numbers,
    query: OffsetQuery,
    read: Callable[[Sequence[Any]], Mapping[Any, Item]],
) -> tuple[list[Item], int]:
    """Return the items of a page by number, and the total; `read` returns items by tie."""
    skipped = (query.page - 1) * query.limit
    if skipped >= len(members):
        return [], len(members)
    end = skipped + query.limit
    ids = [row.tie for row in islice(in_order(tx, order, members, end), skipped, end)]
    items = read(ids)
    # On PostgreSQL, a document may have been deleted between the two statements.
    return [items[item_id] for item_id in ids if item_id in items], len(members)


def after_cursor(
    tx: Tx, order: Order, members: Numbers, request: PageRequest
) -> Iterator[tuple[Position, str]]:
    """Yield the documents of a list after a cursor, for `by_cursor`."""
    after = None if request.after is None else (request.after.key, request.after.id)
    for row in in_order(tx, order, members, request.limit + 1, after):
        yield Position(row.key, row.tie), row.tie


def by_cursor(
    documents: Iterator[tuple[Position, str]],
    request: PageRequest,
    read: Callable[[Sequence[str]], Mapping[str, Item]],
) -> PageSlice[Item]:
    """Return the items of a page after a cursor.

    `read` returns the items that the caller may read, by ID.

    `documents` are the positions and IDs of the list after the cursor.
    """
    visible: list[tuple[Position, Item]] = []
    size = request.limit + 1
    while len(visible) <= request.limit:
        batch = list(islice(documents, size))
        if not batch:
            break
        items = read([document_id for _, document_id in batch])
        visible += [
            (position, items[document_id])
            for position, document_id in batch
            if document_id in items
        ]
        size *= 2
    page = visible[: request.limit]
    last = page[-1][0] if len(visible) > len(page) else None
    return PageSlice([item for _, item in page], last)


def batches(
    database: Database,
    find: Callable[[Tx], Numbers],
    read: Callable[[Tx, Sequence[int]], Sequence[Item]],
) -> Iterator[Sequence[Item]]:
    """Yield the items of all documents of a set, oldest first, each batch in a transaction."""
    with database.reading() as tx:
        members = find(tx)
    for numbers in bitmaps.batches(members, BATCH_SIZE):
        with database.reading() as tx:
            items = read(tx, numbers)
        yield items
