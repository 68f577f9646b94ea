"""Commits concurrent writes together (SQLite).

A commit writes every changed page to the log, and concurrent writes mostly change the same pages.
One thread takes the writes that wait, runs each in a savepoint, commits once, then answers them.
"""

import asyncio
import contextvars
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from bridgework.kit import log_redaction
from bridgework.kit.db.connection_source import ConnectionLease, ConnectionSource
from bridgework.kit.db.transaction import Transaction, roll_back
from bridgework.kit.errors import ApiError, Busy, DatabaseBusy, DatabaseUnavailable
from bridgework.kit.metrics import Metrics

_log = logging.getLogger("bridgework.database")
_MAX_BATCH_SECONDS = 0.005
"""A batch takes no more writes after this, so that the first one does not wait long."""
_MAX_WAITING = 200
_MAX_WAIT_SECONDS = 5.0
"""A write that waited longer is refused, as when another process holds the lock for long."""

T = TypeVar("T")


class Batch(ConnectionSource):
    """A source of transactions that are savepoints of one; used by one thread."""

    def __init__(self, source: ConnectionSource) -> None:
        self.dialect = source.dialect
        self.is_broken = False
        """Whether the database or the connection has lost the whole transaction."""
        self._source = source
        self._lease: ConnectionLease | None = None
        self._after_commit: list[Callable[[], None]] = []

    def commit(self) -> bool:
        """Commit all savepoints; returns False if that failed and none of them was committed."""
        lease, self._lease = self._lease, None
        if lease is not None and not self._end(lease):
            return False
        for act in self._after_commit:
            try:
                act()
            except Exception:  # noqa: BLE001 - the write is committed in any case
                _log.exception("an action after a commit failed")
        return True

    def _end(self, lease: ConnectionLease) -> bool:
        try:
            if not self.is_broken:
                self._source.end(lease, "COMMIT")
                self._source.give_back(lease, broken=False)
                return True
        except Exception as error:  # noqa: BLE001 - each write is run again and gets its own error
            _log.warning("a batch of writes was rolled back: %s", log_redaction.format_error(error))
        rolled_back = roll_back(self._source, lease)
        self._source.give_back(lease, broken=self.is_broken or not rolled_back)
        return False

    def lease(self) -> ConnectionLease:
        """The connection of the batch."""
        return self._lease or self._source.lease()

    def begin(self, lease: ConnectionLease) -> None:
        """Begin a savepoint, the first one with the transaction around it."""
        if self._lease is None:
            self._source.begin(lease)
            self._lease = lease
        lease.driver.execute("SAVEPOINT write")

    def end(self, lease: ConnectionLease, word: Literal["COMMIT", "ROLLBACK"]) -> None:
        """Release the savepoint, or roll back to it. Raises DatabaseUnavailable if all is lost."""
        if not lease.driver.in_transaction:
            # SQLite rolls the whole transaction back when the disk is full or fails.
            self.is_broken = True
            raise DatabaseUnavailable
        if word == "ROLLBACK":
            lease.driver.execute("ROLLBACK TO write")
        lease.driver.execute("RELEASE write")

    def run_after_commit(self, acts: Sequence[Callable[[], None]]) -> None:
        """Run these once the whole batch is committed."""
        self._after_commit += acts

    def give_back(self, lease: ConnectionLease, *, broken: bool) -> None:
        """Give back the connection if the transaction could not begin."""
        if self._lease is None:
            self._source.give_back(lease, broken=broken)
        self.is_broken = self.is_broken or broken

    def translate_error(self, error: BaseException) -> Exception | None:
        """What to raise in place of a driver's error, if anything."""
        return self._source.translate_error(error)


@dataclass(frozen=True, slots=True)
class _Outcome:
    result: Any
    error: BaseException | None = None

    @property
    def depends_on_commit(self) -> bool:
        return self.error is None or (isinstance(self.error, ApiError) and self.error.commits)


@dataclass(frozen=True, slots=True)
class _Write:
    act: Callable[[Transaction], Any]
    outcome: "Future[_Outcome]" = field(default_factory=Future)
    context: contextvars.Context = field(default_factory=contextvars.copy_context)
    queued_at: float = field(default_factory=time.monotonic)

    def run(self, source: ConnectionSource) -> _Outcome:
        if time.monotonic() - self.queued_at > _MAX_WAIT_SECONDS:
            return _Outcome(None, DatabaseBusy())
        try:
            return _Outcome(self.context.run(self.act, Transaction(source)))
        except BaseException as error:  # noqa: BLE001 - raised again where it is awaited
            return _Outcome(None, error)


class WriteBatcher:
    """The thread that writes, and the queue of writes before it."""

    def __init__(self, source: ConnectionSource, metrics: Metrics) -> None:
        self._source = source
        self._queue: queue.Queue[_Write | None] = queue.Queue(_MAX_WAITING)
        self._thread = threading.Thread(target=self._work, name="write", daemon=True)
        self._running, self._rejected = metrics.calls("write")

    async def run(self, act: Callable[[Transaction], T]) -> T:
        """What `act` returns, once it is committed.

        Raises what `act` raises, Busy if too many writes wait, and DatabaseBusy if this one waited
        too long. If a batch can't be committed, each of its writes is run again in its own
        transaction.
        """
        write = _Write(act)
        try:
            self._queue.put_nowait(write)
        except queue.Full:
            self._rejected.inc()
            raise Busy from None
        if not self._thread.is_alive():
            self._thread.start()
        self._running.inc()
        try:
            outcome = await asyncio.wrap_future(write.outcome)
        finally:
            self._running.dec()
        if outcome.error is not None:
            raise outcome.error
        result: T = outcome.result
        return result

    def close(self) -> None:
        """Run the writes that wait, and end the thread."""
        if self._thread.is_alive():
            self._queue.put(None)
            self._thread.join()

    def _work(self) -> None:
        while (write := self._queue.get()) is not None:
            self._run_batch(write)

    def _run_batch(self, first: _Write) -> None:
        batch = Batch(self._source)
        done: list[tuple[_Write, _Outcome]] = []
        until = time.monotonic() + _MAX_BATCH_SECONDS
        write: _Write | None = first
        while write is not None:
            if write.outcome.set_running_or_notify_cancel():
                done.append((write, write.run(batch)))
            write = None if batch.is_broken or time.monotonic() > until else self._next()
        try:
            if not batch.commit():
                done = [
                    (one, one.run(self._source) if out.depends_on_commit else out)
                    for one, out in done
                ]
        except Exception as error:  # noqa: BLE001 - raised again where the writes are awaited
            _log.exception("a batch of writes failed")
            done = [(one, _Outcome(None, error)) for one, _ in done]
        for one, outcome in done:
            one.outcome.set_result(outcome)

    def _next(self) -> _Write | None:
        """The next write that waits, if any does."""
        try:
            write = self._queue.get_nowait()
        except queue.Empty:
            return None
        if write is None:
            self._queue.put(None)  # the end, for the outer loop
        return write
