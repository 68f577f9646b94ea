"""The lists of postings: by words, places, filters and pay, in three orders, a page at a time."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

import sqlalchemy as sa

from bridgework.areas.jobs import serializers
from bridgework.areas.jobs.queries import visibility
from bridgework.areas.jobs.schemas import AdminListJobsQuery, JobPosting, ListJobsQuery
from bridgework.areas.jobs.tables import documents, index, jobs
from bridgework.areas.postings.visibility import NOW, reader
from bridgework.kit.auth import Caller
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.pagination.keyset import PageRequest, PageSlice, Position
from bridgework.kit.search import bitmaps, pages, query
from bridgework.kit.search.bitmaps import Graded, Numbers
from bridgework.kit.search.pages import Order
from bridgework.kit.search.query import AtLeast, Condition, Found
from bridgework.kit.text import tokenize

Item = TypeVar("Item")
Row = sa.Row[Any]

_by_newest = Order(documents.c.number, documents.c.created_at, documents.c.job_id)
_by_comp = Order(documents.c.number, documents.c.comp, documents.c.job_id)

_these = jobs.c.id.in_(sa.bindparam("ids", type_=IdColumn, expanding=True))
_told = visibility.listed.add_columns(sa.true().label("is_listed")).where(_these)
# Looked at row by row: as a condition it could lead to all open postings in place of these.
_open = visibility.listed.add_columns(visibility.is_open.label("is_listed")).where(_these)
_open_to_anybody = sa.select(jobs, visibility.is_open.label("is_listed")).where(
    _these, visibility.is_there
)
_lapsed = (
    sa.select(documents.c.number)
    .join_from(jobs, documents)
    # Written out, since the index of what may expire holds approved postings alone.
    .where(jobs.c.status == sa.literal_column("'approved'"), jobs.c.expires_at <= NOW)
)
"""What has expired, though that is not noted yet."""


def list_open(
    tx: Tx, caller: Caller, asked: ListJobsQuery, page_request: PageRequest, now: datetime
) -> PageSlice[JobPosting]:
    """A page of the open postings that fit, in the order that is asked for."""
    conditions = _conditions(asked)
    if conditions is None:
        return PageSlice([], None)
    found = index.find(tx, conditions, _points)
    read = partial(_read, tx, _open, _posting_as_of(now), reader(caller, now))
    if asked.search and asked.sort_by in {None, "relevance"}:
        return pages.by_cursor(_by_points(tx, found, page_request), page_request, read)
    order = _by_comp if asked.sort_by == "compensation" else _by_newest
    listed = pages.after_cursor(tx, order, found.members, page_request)
    return pages.by_cursor(listed, page_request, read)


def list_newest(
    tx: Tx, now: datetime, page_request: PageRequest, item: Callable[[Row], Item]
) -> PageSlice[Item]:
    """A page of the open postings, the newest first, each made an item; of no caller's own."""
    found = index.find(tx, query.any_of(serializers.STATUS, ["approved"]))
    listed = pages.after_cursor(tx, _by_newest, found.members, page_request)
    read = partial(_read, tx, _open_to_anybody, item, {"now": now})
    return pages.by_cursor(listed, page_request, read)


def list_all(
    tx: Tx, caller: Caller, asked: AdminListJobsQuery, now: datetime
) -> tuple[Sequence[JobPosting], int]:
    """A page of all postings that fit, the newest first, and how many there are."""
    words = tokenize(asked.search or "")
    if asked.search and not words:
        return [], 0
    members = index.find(tx, query.search_terms(words)).members
    if asked.status is not None:
        members = members & _in_state(tx, asked.status, now)
    read = partial(_read, tx, _told, _posting_as_of(now), reader(caller, now))
    return pages.by_offset(tx, _by_newest, members, asked, read)


def _in_state(tx: Tx, status: str, now: datetime) -> Numbers:
    """How postings stand by now, as `policies.status_of` has it."""
    members = index.find(tx, query.any_of(serializers.STATUS, [status])).members
    if status not in {"approved", "expired"}:
        return members
    lapsed = bitmaps.from_ids(tx.values(_lapsed, {"now": now}))
    return members - lapsed if status == "approved" else members | lapsed


def _conditions(asked: ListJobsQuery) -> list[Condition] | None:
    """What a query of the open list asks for; None where it names no word at all."""
    words, places = tokenize(asked.search or ""), tokenize(asked.location or "")
    if (asked.search and not words) or (asked.location and not places):
        return None
    conditions: list[Condition] = [
        *query.any_of(serializers.STATUS, ["approved"]),
        *query.search_terms(words),
        *query.place_terms(places),
    ]
    for name in serializers.FILTERED_BY:
        value = getattr(asked, name)
        if value is not None:
            conditions += query.any_of("", [serializers.filter_of(name, value)])
    if asked.min_comp is not None:
        conditions.append(AtLeast(serializers.COMP, asked.min_comp))
    return conditions


def _points(itself: Graded, others: Graded) -> list[Numbers]:
    """A point for each word that stands in the role."""
    return [itself[0] | others[0]]


def _by_points(tx: Tx, found: Found, request: PageRequest) -> Iterator[tuple[Position, str]]:
    """Those with most points first, and of equals the newest, after a cursor."""
    most, after = -1, None
    if request.after is not None:
        step, _, at = str(request.after.key).partition(" ")
        most, after = int(step), (datetime.fromisoformat(at), request.after.id)
    for points, members in bitmaps.descending(found.members, found.points):
        if after is None or points <= most:
            last = after if points == most else None
            for row in pages.in_order(tx, _by_newest, members, request.limit + 1, last):
                yield Position(f"{points} {row.key.isoformat()}", row.tie), row.tie


def _posting_as_of(now: datetime) -> Callable[[Row], JobPosting]:
    return lambda row: serializers.to_schema(row, now)


def _read(
    tx: Tx,
    listed: sa.Select[Any],
    item: Callable[[Row], Item],
    given: Mapping[str, object],
    ids: Sequence[str],
) -> Mapping[str, Item]:
    """Those of the postings that are in a list, by id, each made an item."""
    rows = tx.rows(listed, {**given, "ids": ids})
    return {row.id: item(row) for row in rows if row.is_listed}
