"""The search of postings, compiled once for each type of posting."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Generic, TypeVar

import sqlalchemy as sa

from bridgework.areas.work.postings import schemas
from bridgework.areas.work.postings.queries import Posting
from bridgework.areas.work.postings.records import Listed, P
from bridgework.areas.work.postings.visibility import Visibility, reader
from bridgework.kit.data.db import Database, IdColumn, Tx, array_param
from bridgework.kit.data.pagination import PageRequest, PageSlice, Position
from bridgework.kit.data.search import (
    Condition,
    Found,
    Graded,
    Numbers,
    Order,
    SearchIndex,
    bitmaps,
    pages,
    query,
)
from bridgework.kit.security import Caller
from bridgework.terminology import search as terminology

STATUS = "status:"
"""The prefix of the token with the status of a posting."""
NEWEST, RELEVANCE = "newest", "relevance"
"""Orders of every type. A type may add orders by columns of its documents."""

OpenQuery = TypeVar("OpenQuery", bound=schemas.OpenPostingsQuery)
Item = TypeVar("Item")


def _by_newest(_: schemas.OpenPostingsQuery) -> str:
    return NEWEST


class PostingSearch(Generic[P, Posting, OpenQuery]):
    """Searches the postings of one type."""

    def __init__(
        self,
        visibility: Visibility[P],
        index: SearchIndex,
        posting_id: sa.Column[Any],
        *,
        to_schema: Callable[[Listed[P], Caller, datetime], Posting],
        filters: Callable[[OpenQuery], Sequence[Condition]],
        order: Callable[[OpenQuery], str] = _by_newest,
        orders: Mapping[str, sa.Column[Any]] = {},
        expired: sa.Select[Any] | None = None,
    ) -> None:
        """`posting_id` is the column of the documents that refers to the posting.

        `filters` and `order` convert a query, except its texts. `expired` selects the documents of
        postings that are due to expire but still have the open status.
        """
        documents, these = posting_id.table, sa.bindparam("ids", type_=IdColumn, expanding=True)
        self._index, self._expired = index, expired
        self._reader = visibility.listed_reader
        self._to_schema, self._filters, self._order = to_schema, filters, order
        self._open_status = visibility.open_status
        self._has_open_status = query.any_of(STATUS, [visibility.open_status])
        self._orders = {
            name: Order(documents.c.number, key, posting_id)
            for name, key in {NEWEST: documents.c.created_at, **orders}.items()
        }
        self._ids = {
            dialect: sa.select(posting_id)
            .where(documents.c.number == array_param.values("numbers", sa.BigInteger(), dialect))
            .order_by(documents.c.number)
            for dialect in ("sqlite", "postgresql")
        }
        listed = visibility.listed.where(visibility.table.c.id.in_(these))
        self._any = listed.add_columns(sa.true().label("is_listed"))
        # A column and no condition, with which the database could read all open postings.
        self._open = listed.add_columns(visibility.is_open.label("is_listed"))

    def list_open(
        self, tx: Tx, caller: Caller, params: OpenQuery, page_request: PageRequest, now: datetime
    ) -> PageSlice[Posting]:
        """Return a page of the open postings that match a query, in its order."""
        conditions = self.open_conditions(params)
        if conditions is None:
            return PageSlice([], None)
        order = self._order(params)
        if order == RELEVANCE:
            found = self._index.find(tx, conditions, _points)
            listed = self._by_points(tx, found, page_request)
        else:
            members = self._index.find(tx, conditions).members
            listed = pages.after_cursor(tx, self._orders[order], members, page_request)
        read = partial(self._read, tx, self._open, self._for(caller, now), reader(caller, now))
        return pages.by_cursor(listed, page_request, read)

    def open_conditions(self, params: OpenQuery) -> list[Condition] | None:
        """Return the conditions of `list_open`, None if a text without words matches nothing."""
        conditions = self.conditions(params)
        return None if conditions is None else [*self._has_open_status, *conditions]

    def conditions(self, params: OpenQuery) -> list[Condition] | None:
        """Return the conditions of a query without the status, None if it matches nothing."""
        texts = terminology.text_terms(params.search, params.location)
        return None if texts is None else [*texts, *self._filters(params)]

    def list_newest(
        self,
        tx: Tx,
        caller: Caller,
        page_request: PageRequest,
        now: datetime,
        to_item: Callable[[Listed[P]], Item],
    ) -> PageSlice[Item]:
        """Return a page of all open postings, newest first, each converted to an item."""
        members = self._index.find(tx, self._has_open_status).members
        listed = pages.after_cursor(tx, self._orders[NEWEST], members, page_request)
        read = partial(self._read, tx, self._open, to_item, reader(caller, now))
        return pages.by_cursor(listed, page_request, read)

    def list_all(
        self, tx: Tx, caller: Caller, params: schemas.AllPostingsQuery[Any], now: datetime
    ) -> tuple[Sequence[Posting], int]:
        """Return a page of the postings that match a query, newest first, and the total."""
        members = self._find_all(tx, params, now)
        read = partial(self._read, tx, self._any, self._for(caller, now), reader(caller, now))
        return pages.by_offset(tx, self._orders[NEWEST], members, params, read)

    def batches(
        self,
        database: Database,
        caller: Caller,
        params: schemas.AllPostingsQuery[Any],
        now: datetime,
    ) -> Iterator[Sequence[Posting]]:
        """Yield the postings that match a query in batches."""

        def read(tx: Tx, numbers: Sequence[int]) -> Sequence[Posting]:
            ids = tx.values(self._ids[tx.dialect], {"numbers": numbers})
            found = self._read(tx, self._any, self._for(caller, now), reader(caller, now), ids)
            return [found[posting_id] for posting_id in ids if posting_id in found]

        return pages.batches(database, lambda tx: self._find_all(tx, params, now), read)

    def _find_all(self, tx: Tx, params: schemas.AllPostingsQuery[Any], now: datetime) -> Numbers:
        texts = terminology.text_terms(params.search)
        if texts is None:
            return Numbers()
        members = self._index.find(tx, texts).members
        if params.status is not None:
            members &= self._with_status(tx, params.status, now)
        return members

    def _with_status(self, tx: Tx, status: str, now: datetime) -> Numbers:
        """Return the documents of the postings that currently have a status."""
        members = self._index.find(tx, query.any_of(STATUS, [status])).members
        if self._expired is None or status not in {self._open_status, "expired"}:
            return members
        expired = bitmaps.from_ids(tx.values(self._expired, {"now": now}))
        return members | expired if status == "expired" else members - expired

    def _by_points(
        self, tx: Tx, found: Found, request: PageRequest
    ) -> Iterator[tuple[Position, str]]:
        """Return positions and IDs of the postings after a cursor, by points, then newest first."""
        max_points, after = -1, None
        if request.after is not None:
            points_before, _, at = str(request.after.key).partition(" ")
            max_points, after = int(points_before), (datetime.fromisoformat(at), request.after.id)
        for points, members in bitmaps.descending(found.members, found.points):
            if after is None or points <= max_points:
                last = after if points == max_points else None
                order = self._orders[NEWEST]
                for row in pages.in_order(tx, order, members, request.limit + 1, last):
                    yield Position(f"{points} {row.key.isoformat()}", row.tie), row.tie

    def _for(self, caller: Caller, now: datetime) -> Callable[[Listed[P]], Posting]:
        return lambda listed: self._to_schema(listed, caller, now)

    def _read(
        self,
        tx: Tx,
        listed: sa.Select[Any],
        to_item: Callable[[Listed[P]], Item],
        parameters: Mapping[str, object],
        ids: Sequence[str],
    ) -> Mapping[str, Item]:
        """Return the items of those postings that are listed, by ID."""
        rows = tx.rows(listed, {**parameters, "ids": ids})
        found = self._reader.read([row for row in rows if row.is_listed])
        return {one.posting.id: to_item(one) for one in found}


def _points(itself: Graded, others: Graded) -> list[Numbers]:
    """Return a point for each word in the title, where words have the best grade."""
    return [itself[0] | others[0]]
