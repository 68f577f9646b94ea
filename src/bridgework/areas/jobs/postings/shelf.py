"""The statements that write postings, and read them for no caller."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.jobs.postings import rendering, seen
from bridgework.areas.jobs.tables import documents, index, jobs
from bridgework.kit.db.columns import IdColumn, UtcDateTimeColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.search.documents import Documents

Row = sa.Row[Any]

_AT_ONCE = 100

_job_id = sa.bindparam("this_job", type_=IdColumn)
_owner_id = sa.bindparam("this_owner", type_=IdColumn)
_now = sa.bindparam("now", type_=UtcDateTimeColumn)

_there = sa.select(jobs).where(jobs.c.id == _job_id)
_locked = _there.where(jobs.c.hidden_at.is_(None)).with_for_update(of=jobs)
_of_owner = sa.select(jobs.c.id).where(jobs.c.user_id == _owner_id)
_approved_of = sa.select(jobs.c.id).where(jobs.c.user_id == _owner_id, jobs.c.status == "approved")
_matchable = sa.select(jobs).where(
    jobs.c.id == _job_id,
    jobs.c.status == "approved",
    jobs.c.hidden_at.is_(None),
    seen.OWNER_STANDS,
)
# Written out, since the index of what may expire holds approved postings alone.
_is_approved = jobs.c.status == sa.literal_column("'approved'")
_over = (
    sa.select(jobs.c.id)
    .where(_is_approved, jobs.c.expires_at <= _now)
    .limit(_AT_ONCE)
    .with_for_update(skip_locked=True)
)
_expire = (
    jobs.update()
    .where(jobs.c.id.in_(_over.scalar_subquery()))
    .values(status="expired")
    .returning(jobs.c.id)
)
_add = jobs.insert()
_change = jobs.update().where(jobs.c.id == _job_id)
_documents = Documents(index, documents, "job_id")


def job(tx: Tx, job_id: Id) -> Row | None:
    """A posting, hidden or not."""
    return tx.row(_there, {"this_job": job_id})


def locked(tx: Tx, job_id: Id) -> Row | None:
    """A posting that is not hidden, held until the transaction ends; who asks has seen it."""
    return tx.row(_locked, {"this_job": job_id})


def matchable(tx: Tx, job_id: Id) -> Mapping[str, Any] | None:
    """The members of a posting that people are to be matched with, else None."""
    row = tx.row(_matchable, {"this_job": job_id})
    return None if row is None else row.fields


def approved_of(tx: Tx, account_id: Id) -> Sequence[Id]:
    """The approved postings of an account."""
    return tx.execute(_approved_of, {"this_owner": account_id}).scalars().all()


def add(tx: Tx, values: Mapping[str, Any]) -> None:
    """Add a posting, and what it is found by."""
    add_many(tx, [values])


def add_many(tx: Tx, several: Sequence[Mapping[str, Any]]) -> None:
    """Add postings, each with a value for every column that any of them has."""
    tx.execute(_add, several)
    _documents.add(
        tx,
        [
            rendering.document(one["id"], one["created_at"], one["status"], one["fields"])
            for one in several
        ],
    )


def change(tx: Tx, job_id: Id, changes: Mapping[str, Any]) -> None:
    """Change a posting, and what it is found by."""
    tx.execute(_change.values(**changes), {"this_job": job_id})
    reindex(tx, job_id)


def expire(tx: Tx, now: datetime) -> Sequence[Id]:
    """Note of some postings that their time is over; which they were."""
    over = tx.execute(_expire, {"now": now}).scalars().all()
    for job_id in over:
        reindex(tx, job_id)
    return over


def drop_documents(tx: Tx, account_id: Id) -> None:
    """Take the postings of an account out of the index, before their rows are deleted."""
    for job_id in tx.values(_of_owner, {"this_owner": account_id}):
        _documents.drop(tx, job_id)


def reindex(tx: Tx, job_id: Id) -> None:
    """Have a posting be found by what it is now; one that is hidden is not found."""
    row = tx.one(_there, {"this_job": job_id})
    if row.hidden_at is None:
        found = rendering.document(row.id, row.created_at, row.status, row.fields)
        _documents.put(tx, *found)
    else:
        _documents.drop(tx, job_id)
