"""The statement that counts what happened in a period. Each number is counted from an index."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import accounts, sessions
from bridgework.areas.work.jobs.tables import applications as job_applications
from bridgework.areas.work.jobs.tables import documents as job_documents
from bridgework.areas.work.roles.tables import applications as role_applications
from bridgework.areas.work.roles.tables import documents as role_documents
from bridgework.kit.data.db import Tx, UtcDateTimeColumn

_TIMES: dict[str, sa.Column[Any]] = {
    "registrations": accounts.c.created_at,
    "sign_ins": sessions.c.created_at,
    # Their indexes contain the time, and the documents the postings that were not removed.
    "roles_posted": role_documents.c.created_at,
    "jobs_posted": job_documents.c.created_at,
    "role_applications": role_applications.c.created_at,
    "job_applications": job_applications.c.created_at,
}
"""The time that each number counts."""
_start = sa.bindparam("start", type_=UtcDateTimeColumn())
_end = sa.bindparam("end", type_=UtcDateTimeColumn())
_counts = sa.select(
    *(
        sa.select(sa.func.count()).where(time >= _start, time < _end).scalar_subquery().label(name)
        for name, time in _TIMES.items()
    )
)


def count(tx: Tx, start: datetime, end: datetime) -> dict[str, int]:
    """Return the numbers from `start` until before `end`, by name."""
    return tx.one(_counts, {"start": start, "end": end})._asdict()
