"""The lease of the work that one process of an installation does at a time.

The lease is a row. A process holds it for some seconds and renews it; when it ends, another process
takes it. A transaction that locks the row runs only while its process holds the lease, whatever the
clocks say: a process that was frozen and wakes up late finds another holder.
"""

import os
import secrets
import socket
from datetime import datetime, timedelta

import sqlalchemy as sa

from bridgework.kit.core import Clock
from bridgework.kit.data.db import Database, Tx, UtcDateTimeColumn, metadata, no_personal_data

SECONDS = 25.0
"""How long a lease lasts that is not renewed."""
_RENEWALS = 3
"""How often a lease is renewed before it would end."""
_POLLS = 5
"""How often a process without the lease looks for its end in that time."""

scheduler_lease = sa.Table(
    "scheduler_lease",
    metadata,
    sa.Column("one", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("holder", sa.Text),
    sa.Column("held_until", UtcDateTimeColumn),
    sa.CheckConstraint("one = 1", name="one"),
    info=no_personal_data("the name of a process"),
)
"""The process that runs the periodic tasks, in a single row; null if none does."""

_holder = scheduler_lease.c.holder
_name = sa.bindparam("this_holder", type_=sa.Text)
_now = sa.bindparam("this_time", type_=UtcDateTimeColumn)
_current = sa.select(_holder, scheduler_lease.c.held_until)
_locked = sa.select(_holder).with_for_update(skip_locked=True)
_free = (
    sa.select(scheduler_lease.c.one)
    .where(
        sa.or_(
            _holder.is_(None),
            _holder == _name,
            scheduler_lease.c.held_until <= _now,
        )
    )
    .with_for_update(skip_locked=True)  # a transaction of the holder is running
    .cte("free")
)
_take = (
    scheduler_lease.update()
    .where(scheduler_lease.c.one.in_(sa.select(_free.c.one)))
    .values(holder=_name, held_until=sa.bindparam("this_end", type_=UtcDateTimeColumn))
    .returning(scheduler_lease.c.one)
)
_release = scheduler_lease.update().where(_holder == _name).values(holder=None, held_until=None)
_server_time = sa.select(sa.func.clock_timestamp(type_=UtcDateTimeColumn()))
_IDLE_SHARE = 0.8


def is_held(tx: Tx, clock: Clock) -> bool:
    """Whether a process of the installation holds the lease, and so runs the periodic tasks."""
    row = tx.one(_current)
    return row.holder is not None and row.held_until > _time(tx, clock)


def _time(tx: Tx, clock: Clock) -> datetime:
    """The time of the database server, which is the same for all machines."""
    if tx.dialect == "sqlite":
        return clock.now()
    time: datetime = tx.value(_server_time)
    return time


class LeaseLost(Exception):
    """Another process holds the lease, or is about to take it."""


class Lease:
    """The lease as one process sees it. Only one thread uses it."""

    def __init__(self, database: Database, clock: Clock, *, seconds: float = SECONDS) -> None:
        """Other processes take the lease `seconds` after the last renewal."""
        self._database = database
        self._clock = clock
        self._seconds = seconds
        self._name = f"{socket.gethostname()}/{os.getpid()}/{secrets.token_hex(4)}"
        self._renew_at: float | None = None
        # PostgreSQL ends the transaction of a process that is frozen in it.
        idle = int(seconds * _IDLE_SHARE * 1000)
        self._limit_idle = sa.text(f"SET LOCAL idle_in_transaction_session_timeout = {idle}")
        self.poll_seconds = seconds / _POLLS
        """How often a process without the lease should call `take`."""

    def take(self) -> bool:
        """Take or renew the lease, outside a transaction. Returns whether this process holds it."""
        begun = self._clock.monotonic()
        if self._renew_at is not None and begun < self._renew_at:
            return True
        self._renew_at = None
        with self._database.reading() as tx:  # a process that waits never asks for the write lock
            row = tx.one(_current)
            now = _time(tx, self._clock)
        if row.holder not in {None, self._name} and row.held_until > now:
            return False
        end = now + timedelta(seconds=self._seconds)
        values = {"this_holder": self._name, "this_time": now, "this_end": end}
        with self._database.writing() as tx:
            is_taken = tx.value(_take, values) is not None
        if is_taken:
            self._renew_at = begun + self._seconds / _RENEWALS
        return is_taken

    def lock(self, tx: Tx) -> None:
        """Keep other processes from taking the lease until the transaction ends.

        Raises LeaseLost if this process does not hold it.
        """
        if tx.dialect == "postgresql":
            tx.execute(self._limit_idle)
        if tx.value(_locked) != self._name:
            self._renew_at = None
            raise LeaseLost

    def release(self) -> None:
        """Let another process take the lease at once, if this process holds it."""
        if self._renew_at is not None:
            self._renew_at = None
            with self._database.writing() as tx:
                tx.execute(_release, {"this_holder": self._name})
