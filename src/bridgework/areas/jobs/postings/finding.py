"""The open list: by words, places, filters and pay, in three orders, a page at a time."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa

from bridgework.areas.jobs.index import store as index
from bridgework.areas.jobs.index import whereabouts
from bridgework.areas.jobs.postings import filtered, rendering, seen
from bridgework.areas.jobs.postings.shapes import JobPosting, ListJobsQuery
from bridgework.areas.jobs.tables import FILTERED_BY, jobs
from bridgework.kit.auth import Caller
from bridgework.kit.db.transaction import Tx
from bridgework.kit.pagination.keyset import PageRequest, PageSlice, Position, read_merged

Item = TypeVar("Item")
Row = sa.Row[Any]


class _Found(NamedTuple):
    """Open postings that some words lead to."""

    conditions: Sequence[sa.ColumnElement[bool]]
    are_few: bool
    in_states: Sequence[str] = ()
    """What rows say that the name of a state leads to, where that is asked for."""
    by_name: Sequence[sa.ColumnElement[bool]] = ()
    """What the postings for several states have to fulfil for that one to be among them."""

    def further(self, *conditions: sa.ColumnElement[bool], are_few: bool = False) -> "_Found":
        more = [*self.conditions, *conditions]
        return self._replace(conditions=more, are_few=self.are_few or are_few)

    def listed(self) -> sa.Select[Any]:
        if not self.in_states:
            return self._listed()
        of_one = jobs.c.state.in_(self.in_states)
        of_several = sa.and_(jobs.c.state == whereabouts.SEVERAL, *self.by_name)
        return self._listed(sa.or_(of_one, of_several))

    def apart(self) -> list[sa.Select[Any]]:
        """The same as lists that an index has in their order, each for itself."""
        if not self.in_states:
            return [self._listed()]
        of_one = [self._listed(jobs.c.state == state) for state in self.in_states]
        return [*of_one, self._listed(jobs.c.state == whereabouts.SEVERAL, *self.by_name)]

    def _listed(self, *conditions: sa.ColumnElement[bool]) -> sa.Select[Any]:
        # The owners come last: SQLite asks in this order, and most of those who fit stand.
        return seen.TOLD.where(seen.IS_CURRENT, *self.conditions, *conditions, seen.OWNER_STANDS)


def open_jobs(
    tx: Tx, caller: Caller, query: ListJobsQuery, page_request: PageRequest, now: datetime
) -> PageSlice[JobPosting]:
    """A page of the open postings that fit, in the order that is asked for."""
    said, places = index.sought("word", query.search), index.sought("place", query.location)
    if (query.search and not said) or (query.location and not places):
        return PageSlice([], None)
    states = whereabouts.named(str(one.text) for one in places)
    given = seen.given(caller, now)

    def item(row: Row) -> JobPosting:
        return rendering.posting(row, now)

    if not said and (states or not places):
        lists = filtered.lists(tx, query, states, places)
        return read_merged(
            tx, [(pages, {**given, **own}) for pages, own in lists], page_request, item
        )
    found = _found(tx, query, said, places, states)
    if found is None:
        return PageSlice([], None)
    if query.search and query.sort_by in {None, "relevance"}:
        steps = _steps(tx, found, index.sought("role", query.search))
        return _by_steps(tx, steps, page_request, item, given)
    keyset = filtered.by_comp if query.sort_by == "compensation" else filtered.by_newest
    parts = [(keyset.pages(part), given) for part in found.apart()]
    return read_merged(tx, parts, page_request, item)


def _found(
    tx: Tx,
    query: ListJobsQuery,
    said: list[index.Sought],
    places: list[index.Sought],
    states: Sequence[str],
) -> _Found | None:
    """The open postings that words lead to and that fit; None if the words lead to none."""
    found = _led_to(tx, said if states else [*said, *places])
    if found is None:
        return None
    if states:
        found = found._replace(in_states=states, by_name=[index.has(one) for one in places])
    in_order = query.sort_by == "compensation"
    pay = filtered.how_paid(tx, query, in_order=in_order, are_few=found.are_few)
    fits = [*_filters(query), *filtered.paid(pay, sa.literal(query.min_comp, sa.Float))]
    return found.further(*fits, are_few=pay == "few")


def _led_to(tx: Tx, sought: list[index.Sought]) -> _Found | None:
    """The open postings that all of these words lead to; None if there are none."""
    if not sought:
        return _Found([], are_few=False)
    counts = [index.count(tx, one) for one in sought]
    fewest = min(counts)
    if fewest == 0:
        return None
    if fewest > index.FEW:
        tx.move_to_thread()
        found = index.together(tx, sought) if len(sought) > 1 else None
        if found is None:
            return _Found([index.has(one) for one in sought], are_few=False)
        return _Found([index.these(found)], are_few=True) if found else None
    rarest = sought.pop(counts.index(fewest))
    return _Found([index.among([rarest]), *map(index.has, sought)], are_few=True)


def _steps(tx: Tx, found: _Found, in_role: Sequence[index.Sought]) -> list[sa.Select[Any]]:
    """What was found, parted by how many of the words stand in the role: none of them first.

    Whoever has more of them than there are common ones has a rare one, and those are looked up.
    """
    counts = {one: index.count(tx, one) for one in in_role}
    there = [one for one, count in counts.items() if count]
    if not there:
        return [found.listed()]
    rare = [one for one in there if counts[one] <= index.FEW]
    steps = []
    for step in range(len(there) + 1):
        part = found.further(index.has_just(step, there))
        if step > len(there) - len(rare):
            part = part.further(index.among(rare), are_few=True)
        elif 1 < step == len(there) and not found.are_few:
            have_all = index.together(tx, there)
            if have_all is not None:
                part = part.further(index.these(have_all), are_few=True)
        steps.append(part.listed())
    return steps


def _by_steps(
    tx: Tx,
    steps: Sequence[sa.Select[Any]],
    page_request: PageRequest,
    item: Callable[[Row], Item],
    given: Mapping[str, object],
) -> PageSlice[Item]:
    """A page of the last step's postings, the newest first, then of those of the step before.

    Read step by step, so that nothing is ranked that is not on the page.
    """
    step, after = len(steps) - 1, None
    if page_request.after is not None:
        was, _, at = str(page_request.after.key).partition(" ")
        if int(was) <= step:
            step, after = int(was), Position(datetime.fromisoformat(at), page_request.after.id)
    read: list[tuple[Position, Item]] = []
    while step >= 0 and len(read) <= page_request.limit:

        def placed(row: Row, step: int = step) -> tuple[Position, Item]:
            return Position(f"{step} {row.page_key.isoformat()}", str(row.page_id)), item(row)

        pages = filtered.by_newest.pages(steps[step])
        part = pages.read(tx, PageRequest(after, page_request.limit + 1 - len(read)), placed, given)
        read += part.items
        step, after = step - 1, None
    page = read[: page_request.limit]
    last = page[-1][0] if len(read) > len(page) else None
    return PageSlice([one for _, one in page], last)


def _filters(query: ListJobsQuery) -> list[sa.ColumnElement[bool]]:
    given = {name: getattr(query, name) for name in FILTERED_BY}
    return [jobs.c[name] == value for name, value in given.items() if value is not None]
