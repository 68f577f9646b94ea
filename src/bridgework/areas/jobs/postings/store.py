"""What callers see of job postings; every reader narrows by what the caller may see."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.jobs.postings import rendering, seen
from bridgework.areas.jobs.postings.shapes import (
    JobCard,
    JobPosting,
    ListMyJobsQuery,
)
from bridgework.areas.jobs.tables import jobs
from bridgework.kit.auth import Caller
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.pagination.keyset import Keyset, PageRequest, PageSlice

Row = sa.Row[Any]

_job_id = sa.bindparam("this_job", type_=IdColumn)
_one = seen.TOLD.where(jobs.c.id == _job_id, sa.or_(seen.IS_IN_CHARGE, seen.IS_OPEN))
# Without a clock: what has expired by now is noted within the minute.
_seen = sa.select(
    sa.exists().where(
        jobs.c.id == _job_id,
        jobs.c.hidden_at.is_(None),
        sa.or_(seen.IS_IN_CHARGE, sa.and_(jobs.c.status == "approved", seen.OWNER_STANDS)),
    )
)
_by_newest = Keyset(jobs.c.created_at, jobs.c.id)
_mine = seen.TOLD.where(jobs.c.user_id == seen.READER)
_cards = sa.select(jobs).where(
    jobs.c.hidden_at.is_(None),
    seen.IS_CURRENT,
    seen.OWNER_STANDS,
    jobs.c.id.in_(sa.bindparam("ids", type_=IdColumn, expanding=True)),
)


def job(tx: Tx, caller: Caller, job_id: Id, now: datetime) -> tuple[JobPosting, int] | None:
    """A posting that the caller may see and its version, None if there is none."""
    row = tx.row(_one, {"this_job": job_id, **seen.given(caller, now)})
    return None if row is None else (rendering.posting(row, now), row.version)


def may_see(tx: Tx, caller: Caller, job_id: Id) -> bool:
    """Whether a posting is there for the caller to be read."""
    reader = {"reader": caller.account_id, "reader_is_admin": caller.is_admin}
    return bool(tx.value(_seen, {"this_job": job_id, **reader}))


def mine(
    tx: Tx, caller: Caller, query: ListMyJobsQuery, page_request: PageRequest, now: datetime
) -> PageSlice[JobPosting]:
    """A page of what the caller has posted, the newest first."""
    pages = _by_newest.pages(_mine.where(*_in_state(jobs.c.status, query.status)))
    return pages.read(
        tx, page_request, lambda row: rendering.posting(row, now), seen.given(caller, now)
    )


def cards(tx: Tx, ids: Iterable[Id], now: datetime) -> Mapping[Id, JobCard]:
    """The cards of those among these postings that are open."""
    rows = tx.rows(_cards, {"ids": list(ids), "now": now})
    return {row.id: rendering.card(row) for row in rows}


def _in_state(state: sa.ColumnElement[str], status: str | None) -> list[sa.ColumnElement[bool]]:
    """How a posting stands by now, as `rules.status_of` tells it."""
    if status is None:
        return []
    if status == "approved":
        return [state == status, jobs.c.expires_at > seen.NOW]
    if status == "expired":
        ended = sa.and_(state == "approved", jobs.c.expires_at <= seen.NOW)
        return [sa.or_(state == status, ended)]
    return [state == status]
