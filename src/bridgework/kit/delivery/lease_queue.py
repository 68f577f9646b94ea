"""The queue of the work that waits in a table, and the loop of its workers.

A worker takes due rows by one statement, which also sets the end of its lease. Until then no other
worker gets them; a worker that needs longer extends the lease in time. The update that records the
outcome ends the lease: the work is done, or due again, at once (released) or after a delay (backed
off). Nothing watches the workers: the rows of a dead one are due when their leases end.

E-mails, webhooks, Luma and imports rely on this:

- **At least once.** A row is taken again until an outcome is recorded. A worker that dies before it
  records what it did outside the database causes a repetition, so that needs an ID by which the
  receiver knows it again, such as a Message-ID.
- **One worker at a time.** A worker that has lost its lease changes nothing: its update finds no
  row. Clocks that differ do not change this, since each take writes a later end.
- **Order per key.** At most one row of a key, such as a record, is due. The others have no time at
  which they are due, until the row before them is done.
- **A dead worker's work is due within the lease**, without a restart or an administrator.
"""

import logging
import random
import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar, Generic, TypeVar

import sqlalchemy as sa

from bridgework.kit.core import outages
from bridgework.kit.core.observability import Metrics
from bridgework.kit.data.db import Tx, UtcDateTimeColumn, reader_of

_MINUTE = 60.0

R = TypeVar("R")

NOW = sa.bindparam("queue_now", type_=UtcDateTimeColumn)
"""The time of a take, for the values that it sets."""
_until = sa.bindparam("queue_until", type_=UtcDateTimeColumn)
_most = sa.bindparam("queue_most", type_=sa.Integer)


class LeaseQueue(Generic[R]):
    """The rows of a table that wait for a worker, as records."""

    def __init__(
        self,
        table: sa.Table,
        record: type[R],
        *,
        waiting: sa.ColumnElement[bool],
        until: sa.Column[datetime],
        due: sa.Column[datetime] | None = None,
        part: sa.ColumnElement[bool] | None = None,
        set_by_take: Mapping[str, Any] | None = None,
    ) -> None:
        """`record` has the columns of `table`. `waiting` selects the rows whose work is not done.

        `until` is the end of the lease, and without a lease the time at which the row is due. A
        table whose rows can become due during a lease has a column `due` of its own; then `until`
        is null without a lease. `part` has parameters and selects the rows of a take.
        """
        (key,) = table.primary_key
        self._table, self._key, self._until, self._waiting = table, key, until, waiting
        self._reader = reader_of(record)
        is_due = until <= NOW
        if due is not None:
            is_due = sa.and_(due <= NOW, sa.or_(until.is_(None), is_due))
        chosen = sa.select(key).where(waiting, is_due)
        if part is not None:
            chosen = chosen.where(part)
        self._has_due = sa.select(chosen.exists())
        # A common table expression runs once. PostgreSQL may run a subquery again for each row of
        # the UPDATE; with SKIP LOCKED it would find other rows each time, and take too many.
        first = chosen.order_by(until if due is None else due, key).limit(_most)
        taken = first.with_for_update(skip_locked=True).cte("taken")
        self._take = (
            table.update()
            .where(key.in_(sa.select(taken.c[key.name])))
            .values({until.name: _until, **(set_by_take or {})})
            .returning(table)
        )

    def has_due(self, tx: Tx, now: datetime, **parameters: object) -> bool:
        """Whether a row is due. Ask before `take`, which waits for the write lock of SQLite."""
        return bool(tx.value(self._has_due, {"queue_now": now, **parameters}))

    def take(
        self, tx: Tx, now: datetime, *, lease: timedelta, most: int = 1, **parameters: object
    ) -> Sequence[R]:
        """Take due rows, the longest due first; no other worker gets them during the lease."""
        values = {"queue_now": now, "queue_until": now + lease, "queue_most": most, **parameters}
        taken = tx.records(self._reader, self._take, values)
        return sorted(taken, key=lambda row: str(getattr(row, self._key.name)))

    def extend(self, tx: Tx, row: R, until: datetime) -> R | None:
        """Return the row with a longer lease; None if the worker has lost it."""
        longer = self._update(row, {self._until.name: until})
        return tx.record(self._reader, longer.returning(self._table))

    def update(self, tx: Tx, row: R, **values: object) -> bool:
        """Change a row that was taken; False if another worker has taken it since, or it is done.

        A value of the column `until` ends the lease.
        """
        return tx.execute(self._update(row, values)).rowcount == 1

    def _update(self, row: R, values: Mapping[str, object]) -> sa.Update:
        key, until = (getattr(row, column.name) for column in (self._key, self._until))
        is_held = sa.and_(self._key == key, self._until == until)
        return self._table.update().where(is_held, self._waiting).values(**values)


@dataclass(frozen=True, slots=True)
class BackOff:
    """The delays after failed attempts, in seconds. After one more, the work is given up."""

    seconds: Sequence[float]
    jitter: float = 0.0
    """Each delay varies by this part of it, so that not all work is due at once."""

    def delay(self, attempts: int) -> timedelta | None:
        """Return the delay after so many attempts; None after the last one."""
        if attempts > len(self.seconds):
            return None
        factor = random.uniform(1 - self.jitter, 1 + self.jitter)  # noqa: S311 - no secret
        return timedelta(seconds=self.seconds[attempts - 1] * factor)


class QueueWorker(ABC):
    """A worker of a queue, which runs in a thread until it is stopped."""

    __slots__ = ()
    name: ClassVar[str]
    """In the log and the metrics."""
    poll_seconds: ClassVar[float] = 1.0
    """The pause when nothing is due."""
    busy_seconds: ClassVar[float] = 0.0
    """The pause after each step."""
    error_seconds: ClassVar[float] = 5.0
    metrics: Metrics
    wake: threading.Event | None = None
    """Ends the pause when nothing was due; set after a commit that adds work, and to stop."""

    @abstractmethod
    def work_once(self) -> int:
        """Do what is due, and return how much it was."""

    def step(self) -> int:
        """Work for a while; 0 if nothing more is due at present."""
        return self.work_once()

    def idle(self) -> None:
        """Close what is not needed during a pause. Never raises."""
        return

    def drain(self) -> None:
        """Finish or release what is under way, at the end."""
        return

    def run(self, stop: threading.Event) -> None:
        """Work until `stop` is set; an error, such as a broken database, causes a pause."""
        log = logging.getLogger(f"bridgework.{self.name}")
        self.metrics.declare_worker(self.name)
        while not stop.is_set():
            try:
                while self.step() and not stop.wait(self.busy_seconds):
                    continue
            except Exception as error:  # noqa: BLE001 - logged; the worker must go on
                when = "a minute" if self.error_seconds >= _MINUTE else "a few seconds"
                message = f"the {self.name} worker failed; it will try again in {when}"
                outages.report(log, error, message)
                self.metrics.worker_failed(self.name)
                stop.wait(self.error_seconds)
            self.idle()
            (self.wake or stop).wait(self.poll_seconds)
            if self.wake is not None:
                self.wake.clear()
        try:
            self.drain()
        except Exception as error:  # noqa: BLE001 - the work is due again after its lease
            outages.report(log, error, f"the last work of the {self.name} worker was not recorded")
