"""Reading a list from where the page before it ended.

    _posts = Keyset(posts.c.created_at, posts.c.id).pages(sa.select(posts).where(...))

    def shown(tx: Tx, turn: Turn) -> Slice[FeedPost]:
        return _posts.slice(tx, turn, _post, {"owner": ...})

Both statements, of the first page and of those after it, are built once.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter
from typing import Any, Generic, TypeVar

import sqlalchemy as sa

from bridgework.kit.db.transaction import Tx

Item = TypeVar("Item")

SortKey = datetime | int | float | str


@dataclass(frozen=True, slots=True)
class Place:
    """A row's place in its list: what the list is sorted by, and the id that settles ties."""

    key: SortKey
    id: str


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is: the rows beyond `after`, or from the first on; at most `limit` of them."""

    after: Place | None
    limit: int


@dataclass(frozen=True, slots=True)
class Slice(Generic[Item]):
    """The items of one page, and where they end if more come after them."""

    items: Sequence[Item]
    last: Place | None


class Keyset:
    """An order that no two rows share: a key that is never null, then the id."""

    def __init__(
        self,
        key: sa.ColumnElement[Any],
        row_id: sa.ColumnElement[Any],
        *,
        descending: bool = True,
    ) -> None:
        self._columns = (key.label("page_key"), row_id.label("page_id"))
        self._order = tuple(one.desc() if descending else one.asc() for one in (key, row_id))
        place = sa.tuple_(key, row_id)
        last = sa.tuple_(
            sa.bindparam("last_key", type_=key.type), sa.bindparam("last_id", type_=row_id.type)
        )
        self._beyond = place < last if descending else place > last

    def pages(self, listed: sa.Select[Any]) -> "Pages":
        """The statements that read `listed`, which must have no order and no limit of its own."""
        first = (
            listed.add_columns(*self._columns)
            .order_by(*self._order)
            .limit(sa.bindparam("most", type_=sa.Integer))
        )
        return Pages(first, first.where(self._beyond))


class Pages:
    """A list that is read a page at a time."""

    def __init__(self, first: sa.Select[Any], following: sa.Select[Any]) -> None:
        self._first = first
        self._following = following

    def slice(
        self,
        tx: Tx,
        turn: Turn,
        item: Callable[[sa.Row[Any]], Item],
        parameters: Mapping[str, object] = {},
    ) -> Slice[Item]:
        """The page whose turn it is, each row made an item."""
        given = {**parameters, "most": turn.limit + 1}
        if turn.after is None:
            found = tx.rows(self._first, given)
        else:
            place = {"last_key": turn.after.key, "last_id": turn.after.id}
            found = tx.rows(self._following, {**given, **place})
        rows = found[: turn.limit]
        last = Place(rows[-1].page_key, str(rows[-1].page_id)) if len(found) > len(rows) else None
        return Slice([item(row) for row in rows], last)


def together(
    tx: Tx,
    lists: Sequence[tuple[Pages, Mapping[str, object]]],
    turn: Turn,
    item: Callable[[sa.Row[Any]], Item],
) -> Slice[Item]:
    """A page of what several lists hold, each with its parameters: of one order, descending."""
    if len(lists) == 1:
        (pages, parameters), *_ = lists
        return pages.slice(tx, turn, item, parameters)

    def placed(row: sa.Row[Any]) -> tuple[tuple[Any, str], Item]:
        return (row.page_key, str(row.page_id)), item(row)

    more = Turn(turn.after, turn.limit + 1)
    read = [
        one
        for pages, parameters in lists
        for one in pages.slice(tx, more, placed, parameters).items
    ]
    read.sort(key=itemgetter(0), reverse=True)
    page = read[: turn.limit]
    last = Place(*page[-1][0]) if len(read) > len(page) else None
    return Slice([one for _, one in page], last)
