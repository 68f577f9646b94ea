"""The open list: by words, places, filters and pay, in three orders, a page at a time."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa

from bridgework.areas.jobs.index import store as index
from bridgework.areas.jobs.index import whereabouts
from bridgework.areas.jobs.postings import rendering, seen
from bridgework.areas.jobs.postings.shapes import JobPosting, ListJobsQuery
from bridgework.areas.jobs.tables import jobs
from bridgework.kit.auth import Caller
from bridgework.kit.db.transaction import Tx
from bridgework.kit.paging.keyset import Keyset, Pages, Place, Slice, Turn

Item = TypeVar("Item")
Row = sa.Row[Any]

_FILTERS = (
    "specialty",
    "role_type",
    "employment_type",
    "worker_classification",
    "years_of_experience",
    "open_to_mentoring",
)
_paid = sa.select(jobs.c.id).where(jobs.c.hidden_at.is_(None), jobs.c.status == "approved")
_by_newest = Keyset(jobs.c.created_at, jobs.c.id)
_by_comp = Keyset(jobs.c.comp, jobs.c.id)


class _Found(NamedTuple):
    """Open postings that some words lead to."""

    conditions: Sequence[sa.ColumnElement[bool]]
    are_few: bool
    in_state: str | None = None
    """The state that is asked for by its name: the rows of those for it alone say so."""
    by_name: Sequence[sa.ColumnElement[bool]] = ()
    """What the postings for several states have to fulfil for this one to be among them."""

    def further(self, *conditions: sa.ColumnElement[bool], are_few: bool = False) -> "_Found":
        more = [*self.conditions, *conditions]
        return self._replace(conditions=more, are_few=self.are_few or are_few)

    def listed(self) -> sa.Select[Any]:
        if self.in_state is None:
            return self._listed()
        of_one = jobs.c.state == self.in_state
        of_several = sa.and_(jobs.c.state == whereabouts.SEVERAL, *self.by_name)
        return self._listed(sa.or_(of_one, of_several))

    def apart(self) -> list[sa.Select[Any]]:
        """The same as lists that an index has in their order, each for itself."""
        if self.in_state is None:
            return [self._listed()]
        of_one = self._listed(jobs.c.state == self.in_state)
        return [of_one, self._listed(jobs.c.state == whereabouts.SEVERAL, *self.by_name)]

    def _listed(self, *conditions: sa.ColumnElement[bool]) -> sa.Select[Any]:
        # The owners come last: SQLite asks in this order, and most of those who fit stand.
        is_current = seen.IS_CURRENT_ITSELF if self.are_few else seen.IS_CURRENT
        return seen.TOLD.where(is_current, *self.conditions, *conditions, seen.OWNER_STANDS)


def open_jobs(
    tx: Tx, caller: Caller, query: ListJobsQuery, turn: Turn, now: datetime
) -> Slice[JobPosting]:
    """A page of the open postings that fit, in the order that is asked for."""
    by_comp = query.sort_by == "compensation"
    found = _found(tx, query)
    if found is None:
        return Slice([], None)
    found = _paying(tx, query, found.further(*_filters(query)), by_comp=by_comp)
    order = query.sort_by or ("relevance" if query.search else "newest")
    given = seen.given(caller, now)

    def item(row: Row) -> JobPosting:
        return rendering.posting(row, now)

    if order == "relevance" and query.search:
        steps = _steps(tx, found, index.sought("role", query.search))
        return _by_steps(tx, steps, turn, item, given)
    keyset = _by_comp if by_comp else _by_newest
    return _together(tx, [keyset.pages(part) for part in found.apart()], turn, item, given)


def _found(tx: Tx, query: ListJobsQuery) -> _Found | None:
    """The open postings that the words lead to; None if there are none, or no word in a text."""
    said, places = index.sought("word", query.search), index.sought("place", query.location)
    if (query.search and not said) or (query.location and not places):
        return None
    state = whereabouts.named(one.text for one in places)
    if state is None:
        return _led_to(tx, [*said, *places])
    found = _led_to(tx, said)
    by_name = [index.has(one) for one in places]
    return None if found is None else found._replace(in_state=state, by_name=by_name)


def _led_to(tx: Tx, sought: list[index.Sought]) -> _Found | None:
    """The open postings that all of these words lead to; None if there are none."""
    if not sought:
        return _Found([], are_few=False)
    counts = [index.count(tx, one) for one in sought]
    fewest = min(counts)
    if fewest == 0:
        return None
    if fewest > index.FEW:
        tx.leave_loop()
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


def _together(
    tx: Tx,
    lists: Sequence[Pages],
    turn: Turn,
    item: Callable[[Row], Item],
    given: Mapping[str, object],
) -> Slice[Item]:
    """A page of what several lists hold that have one order, the greatest first."""
    if len(lists) == 1:
        return lists[0].slice(tx, turn, item, given)

    def placed(row: Row) -> tuple[tuple[Any, str], Item]:
        return (row.page_key, str(row.page_id)), item(row)

    more = Turn(turn.after, turn.limit + 1)
    read = [one for part in lists for one in part.slice(tx, more, placed, given).items]
    read.sort(key=itemgetter(0), reverse=True)
    page = read[: turn.limit]
    last = Place(*page[-1][0]) if len(read) > len(page) else None
    return Slice([one for _, one in page], last)


def _by_steps(
    tx: Tx,
    steps: Sequence[sa.Select[Any]],
    turn: Turn,
    item: Callable[[Row], Item],
    given: Mapping[str, object],
) -> Slice[Item]:
    """A page of the last step's postings, the newest first, then of those of the step before.

    Read step by step, so that nothing is ranked that is not on the page.
    """
    step, after = len(steps) - 1, None
    if turn.after is not None:
        was, _, at = str(turn.after.key).partition(" ")
        if int(was) <= step:
            step, after = int(was), Place(datetime.fromisoformat(at), turn.after.id)
    read: list[tuple[Place, Item]] = []
    while step >= 0 and len(read) <= turn.limit:

        def placed(row: Row, step: int = step) -> tuple[Place, Item]:
            return Place(f"{step} {row.page_key.isoformat()}", str(row.page_id)), item(row)

        pages = _by_newest.pages(steps[step])
        part = pages.slice(tx, Turn(after, turn.limit + 1 - len(read)), placed, given)
        read += part.items
        step, after = step - 1, None
    page = read[: turn.limit]
    last = page[-1][0] if len(read) > len(page) else None
    return Slice([one for _, one in page], last)


def _filters(query: ListJobsQuery) -> list[sa.ColumnElement[bool]]:
    given = {name: getattr(query, name) for name in _FILTERS}
    return [jobs.c[name] == value for name, value in given.items() if value is not None]


def _paying(tx: Tx, query: ListJobsQuery, found: _Found, *, by_comp: bool) -> _Found:
    """What was found and pays as much as is asked for."""
    if query.min_comp is None:
        return found
    if by_comp:
        return found.further(jobs.c.comp >= query.min_comp)
    if not found.are_few:
        some = _paid.where(jobs.c.comp >= query.min_comp)
        counted = sa.select(sa.func.count()).select_from(some.limit(index.FEW + 1).subquery())
        if tx.value(counted) <= index.FEW:
            return found.further(jobs.c.id.in_(some), are_few=True)
    # As a sum it is no way into the index of what jobs pay, which has another order than is asked.
    return found.further(jobs.c.comp + 0 >= query.min_comp)
