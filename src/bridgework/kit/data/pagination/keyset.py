"""Keyset pagination: reading a list from the last row of the previous page.

    _posts = Keyset(posts.c.created_at, posts.c.id).pages(sa.select(posts).where(...), Post)

    def list_posts(tx: Tx, page_request: PageRequest) -> PageSlice[FeedPost]:
        return _posts.read(tx, page_request, _post, {"owner": ...})  # _post converts a Post

The statements of the first and of the following pages are built once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar, overload

import sqlalchemy as sa

from bridgework.kit.data.db import Database, Reader, Tx, reader_of

Item = TypeVar("Item")
R = TypeVar("R")
SortKey = datetime | int | float | str
SortKeys = SortKey | tuple[SortKey, ...]
"""The value of the one column of an order before the id, or the values of several."""

BATCH_SIZE = 250
"""Rows of an export that are read and held in memory at once; a row can have 60 KB."""


@dataclass(frozen=True, slots=True)
class Position:
    """The position of a row in its list: its sort keys, and its id as the tie-breaker."""

    key: SortKeys
    id: str


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A request for at most `limit` rows after a position, or from the start."""

    after: Position | None
    limit: int


@dataclass(frozen=True, slots=True)
class PageSlice(Generic[Item]):
    """The items of a page, and the position of the last one if there are more pages."""

    items: Sequence[Item]
    last: Position | None


class Keyset:
    """A unique sort order by columns that are never null. The last column is the id.

    All columns have the same direction, so an index with these columns in this order serves it.
    """

    def __init__(self, *columns: sa.ColumnElement[Any], descending: bool = True) -> None:
        self._columns = tuple(
            column.label(f"page_key_{place}") for place, column in enumerate(columns)
        )
        self._order = tuple(column.desc() if descending else column.asc() for column in columns)
        last = sa.tuple_(
            *(
                sa.bindparam(f"last_key_{place}", type_=column.type)
                for place, column in enumerate(columns)
            )
        )
        position = sa.tuple_(*columns)
        self._after = position < last if descending else position > last

    @overload
    def pages(self, listed: sa.Select[Any]) -> "Pages[sa.Row[Any]]": ...
    @overload
    def pages(self, listed: sa.Select[Any], record: type[R] | Reader[R]) -> "Pages[R]": ...
    def pages(
        self, listed: sa.Select[Any], record: type[R] | Reader[R] | None = None
    ) -> "Pages[Any]":
        """Build the statements for `listed`, which must have no order and no limit.

        `record` has its columns. Without it, the pages have the rows of SQLAlchemy.
        """
        ordered = listed.add_columns(*self._columns).order_by(*self._order)
        first = ordered.limit(sa.bindparam("most", type_=sa.Integer))
        reader = record if record is None or isinstance(record, Reader) else reader_of(record)
        to_records = None if reader is None else reader.read
        return Pages(first, first.where(self._after), len(self._columns), to_records)


@dataclass(frozen=True, slots=True)
class Pages(Generic[R]):
    """The statements that read the first page and the following pages of a list."""

    first: sa.Select[Any]
    following: sa.Select[Any]
    size: int
    """Number of columns of the order, which are the last ones of the statements."""
    to_records: Callable[[Sequence[sa.Row[Any]]], Sequence[R]] | None

    def read(
        self,
        tx: Tx,
        request: PageRequest,
        to_item: Callable[[R], Item],
        parameters: Mapping[str, object] = {},
    ) -> PageSlice[Item]:
        """Return one page, with each record converted to an item."""
        values = {**parameters, "most": request.limit + 1}
        if request.after is None:
            result = tx.rows(self.first, values)
        else:
            key = request.after.key
            last = (*(key if isinstance(key, tuple) else (key,)), request.after.id)
            of_last = {f"last_key_{place}": value for place, value in enumerate(last)}
            result = tx.rows(self.following, {**values, **of_last})
        rows: Sequence[Any] = result[: request.limit]
        has_more = len(result) > len(rows)
        last_row = self._position(rows[-1]) if has_more else None
        records = rows if self.to_records is None else self.to_records(rows)
        return PageSlice([to_item(record) for record in records], last_row)

    def _position(self, row: Sequence[Any]) -> Position:
        *keys, row_id = row[-self.size :]
        return Position(keys[0] if len(keys) == 1 else tuple(keys), str(row_id))

    def batches(
        self,
        database: Database,
        to_item: Callable[[R], Item],
        parameters: Mapping[str, object] = {},
    ) -> Iterator[Sequence[Item]]:
        """Yield all items of the list in batches, each read in a transaction of its own."""
        after: Position | None = None
        while True:
            with database.reading() as tx:
                batch = self.read(tx, PageRequest(after, BATCH_SIZE), to_item, parameters)
            yield batch.items
            if batch.last is None:
                return
            after = batch.last
