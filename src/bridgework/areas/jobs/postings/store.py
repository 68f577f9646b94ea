"""What callers see of job postings; every reader narrows by what the caller may see."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.jobs.index import store as index
from bridgework.areas.jobs.postings import rendering
from bridgework.areas.jobs.postings.shapes import (
    AdminListJobsQuery,
    JobCard,
    JobPosting,
    ListJobsQuery,
    ListMyJobsQuery,
)
from bridgework.areas.jobs.tables import applications, jobs
from bridgework.kit.auth import Caller
from bridgework.kit.db.columns import IdColumn, Moment
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.paging import numbered
from bridgework.kit.paging.keyset import Keyset, Place, Slice, Turn

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

_job_id = sa.bindparam("this_job", type_=IdColumn)
_reader = sa.bindparam("reader", type_=IdColumn)
_reader_is_admin = sa.bindparam("reader_is_admin", type_=sa.Boolean)
_now = sa.bindparam("now", type_=Moment)

_owner_stands = (
    sa.exists()
    .where(
        accounts.c.id == jobs.c.user_id,
        accounts.c.disabled_at.is_(None),
        accounts.c.erases_at.is_(None),
    )
    .correlate(jobs)
)
_is_promising = (
    sa.exists()
    .where(
        applications.c.job_id == jobs.c.id,
        applications.c.applicant_id == _reader,
        applications.c.status.in_(["offered", "hired"]),
    )
    .correlate(jobs)
)
_is_in_charge = sa.or_(_reader_is_admin, jobs.c.user_id == _reader)
_is_current = sa.and_(jobs.c.status == "approved", jobs.c.expires_at > _now)
_is_open = sa.and_(_is_current, _owner_stands)
# The same where the postings are few and named: as a sum, the state is no way into an index, by
# which SQLite would rather walk past all that are open.
_state = jobs.c.status + ""
_is_current_itself = sa.and_(_state == "approved", jobs.c.expires_at > _now)
_told = sa.select(
    jobs,
    _is_in_charge.label("is_in_charge"),
    sa.or_(_is_in_charge, _is_promising).label("knows_contact"),
).where(jobs.c.hidden_at.is_(None))

_one = _told.where(jobs.c.id == _job_id, sa.or_(_is_in_charge, _is_open))
# Without a clock: what has expired by now is noted within the minute.
_seen = sa.select(
    sa.exists().where(
        jobs.c.id == _job_id,
        jobs.c.hidden_at.is_(None),
        sa.or_(_is_in_charge, sa.and_(jobs.c.status == "approved", _owner_stands)),
    )
)
_paid = sa.select(jobs.c.id).where(jobs.c.hidden_at.is_(None), jobs.c.status == "approved")
_by_newest = Keyset(jobs.c.created_at, jobs.c.id)
_by_comp = Keyset(jobs.c.comp, jobs.c.id)
_mine = _told.where(jobs.c.user_id == _reader)
_newest_open = _by_newest.pages(
    sa.select(jobs).where(jobs.c.hidden_at.is_(None), _is_open)  # of nobody's own: for partners
)
_cards = sa.select(jobs).where(
    jobs.c.hidden_at.is_(None),
    _is_current_itself,
    _owner_stands,
    jobs.c.id.in_(sa.bindparam("ids", type_=IdColumn, expanding=True)),
)


def job(tx: Tx, caller: Caller, job_id: Id, now: datetime) -> tuple[JobPosting, int] | None:
    """A posting that the caller may see and its version, None if there is none."""
    row = tx.row(_one, {"this_job": job_id, **_of(caller, now)})
    return None if row is None else (rendering.posting(row, now), row.version)


def may_see(tx: Tx, caller: Caller, job_id: Id) -> bool:
    """Whether a posting is there for the caller to be read."""
    reader = {"reader": caller.account_id, "reader_is_admin": caller.is_admin}
    return bool(tx.value(_seen, {"this_job": job_id, **reader}))


def mine(
    tx: Tx, caller: Caller, query: ListMyJobsQuery, turn: Turn, now: datetime
) -> Slice[JobPosting]:
    """A page of what the caller has posted, the newest first."""
    pages = _by_newest.pages(_mine.where(*_in_state(_state, query.status)))
    return pages.slice(tx, turn, lambda row: rendering.posting(row, now), _of(caller, now))


def everyones(
    tx: Tx, caller: Caller, query: AdminListJobsQuery, now: datetime
) -> tuple[Sequence[JobPosting], int]:
    """A page of all postings that fit, the newest first, and how many there are."""
    found = [index.among([one]) for one in index.sought("word", query.search)]
    if query.search and not found:
        return [], 0
    listed = _told.where(*found, *_in_state(jobs.c.status, query.status))
    order = [jobs.c.created_at.desc(), jobs.c.id.desc()]
    rows, total = numbered.read(tx, query, listed, order, _of(caller, now))
    return [rendering.posting(row, now) for row in rows], total


def cards(tx: Tx, ids: Iterable[Id], now: datetime) -> Mapping[Id, JobCard]:
    """The cards of those among these postings that are open."""
    rows = tx.rows(_cards, {"ids": list(ids), "now": now})
    return {row.id: rendering.card(row) for row in rows}


def newest(tx: Tx, now: datetime, turn: Turn, item: Callable[[Row], Item]) -> Slice[Item]:
    """A page of the open postings, the newest first, each made an item."""
    return _newest_open.slice(tx, turn, item, {"now": now})


# --- finding ----------------------------------------------------------------------------------


class _Found(NamedTuple):
    """Open postings that some words lead to."""

    conditions: Sequence[sa.ColumnElement[bool]]
    are_few: bool

    def further(self, *conditions: sa.ColumnElement[bool], are_few: bool = False) -> "_Found":
        return _Found([*self.conditions, *conditions], self.are_few or are_few)

    def listed(self) -> sa.Select[Any]:
        # The owners come last: SQLite asks in this order, and most of those who fit stand.
        is_current = _is_current_itself if self.are_few else _is_current
        return _told.where(is_current, *self.conditions, _owner_stands)


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
    given = _of(caller, now)

    def item(row: Row) -> JobPosting:
        return rendering.posting(row, now)

    if order == "relevance" and query.search:
        steps = _steps(tx, found, index.sought("role", query.search))
        return _by_steps(tx, steps, turn, item, given)
    keyset = _by_comp if by_comp else _by_newest
    return keyset.pages(found.listed()).slice(tx, turn, item, given)


def _found(tx: Tx, query: ListJobsQuery) -> _Found | None:
    """The open postings that the words lead to; None if there are none, or no word in a text."""
    sought = []
    for kind, text in (("word", query.search), ("place", query.location)):
        said = index.sought(kind, text)
        if text and not said:
            return None
        sought += said
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


def _in_state(state: sa.ColumnElement[str], status: str | None) -> list[sa.ColumnElement[bool]]:
    """How a posting stands by now, as `rules.status_of` tells it."""
    if status is None:
        return []
    if status == "approved":
        return [state == status, jobs.c.expires_at > _now]
    if status == "expired":
        ended = sa.and_(state == "approved", jobs.c.expires_at <= _now)
        return [sa.or_(state == status, ended)]
    return [state == status]


def _of(caller: Caller, now: datetime) -> dict[str, object]:
    return {"reader": caller.account_id, "reader_is_admin": caller.is_admin, "now": now}
