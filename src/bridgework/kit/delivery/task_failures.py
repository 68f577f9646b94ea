"""The failed runs of periodic tasks in the last day, of all processes of an installation."""

from collections import deque
from datetime import datetime, timedelta

import sqlalchemy as sa

from bridgework.kit.core import Id, new_id
from bridgework.kit.data.db import (
    Database,
    IdColumn,
    Tx,
    UtcDateTimeColumn,
    metadata,
    no_personal_data,
)

KEPT = timedelta(days=1)
_MOST = 1000
_BATCH = 500

task_failures = sa.Table(
    "task_failures",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("task", sa.Text, nullable=False),
    sa.Column("failed_at", UtcDateTimeColumn, nullable=False, index=True),
    info=no_personal_data("names of tasks and times"),
)

_count = (
    sa.select(sa.func.count())
    .select_from(task_failures)
    .where(task_failures.c.failed_at > sa.bindparam("since"))
)


class TaskFailures:
    """The failures of one process, until they are written. Only one thread uses it.

    They are written when a task has succeeded: while the database is out of service, all fail.
    """

    def __init__(self) -> None:
        self._unwritten: deque[dict[str, object]] = deque(maxlen=_MOST)

    def add(self, task: str, now: datetime) -> None:
        """Remember a failed run. Of very many only the newest are kept."""
        self._unwritten.append({"id": new_id(), "task": task, "failed_at": now})

    def write(self, database: Database) -> None:
        """Write what is remembered."""
        if self._unwritten:
            with database.writing() as tx:
                tx.execute(task_failures.insert(), list(self._unwritten))
            self._unwritten.clear()


def count(tx: Tx, now: datetime) -> int:
    """Return the number of failed runs in the last day."""
    return int(tx.value(_count, {"since": now - KEPT}))


def delete_expired(tx: Tx, now: datetime) -> int:
    """Delete a batch of failures that are older than a day. Returns how many."""
    key = task_failures.c.id
    old = sa.select(key).where(task_failures.c.failed_at <= now - KEPT).limit(_BATCH)
    ids: list[Id] = list(tx.values(old))
    return tx.execute(task_failures.delete().where(key.in_(ids))).rowcount if ids else 0
