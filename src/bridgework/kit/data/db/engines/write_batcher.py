"""Commits concurrent writes together (SQLite).

A commit writes every changed page to the WAL, and concurrent writes mostly change the same pages.
One thread takes the waiting writes, runs each in a savepoint, commits once, and then returns their
results.
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

from bridgework.kit.core import ApiError, Busy, DatabaseBusy, DatabaseUnavailable, deadline, outages
from bridgework.kit.core.observability import Metrics, log_redaction
from bridgework.kit.data.db.engines.connection_source import ConnectionLease, ConnectionSource
from bridgework.kit.data.db.transaction import Transaction

_log = logging.getLogger("bridgework.database")
_MAX_BATCH_SECONDS = 0.005
"""The time after which a batch takes no more writes, to limit the wait of the first one."""
_MAX_WAITING = 200
_MAX_WAIT_SECONDS = 5.0
"""A write that waited longer is refused, for example while another process holds the lock."""

T = TypeVar("T")


class Batch(ConnectionSource):
    """A source of transactions that are savepoints of one transaction. Used by one thread."""

    def __init__(self, source: ConnectionSource) -> None:
        super().__init__(source.engine)
        self.is_broken = False
        """Whether the whole transaction is lost."""
        self._outer = Transaction(source)

    def commit(self) -> bool:
        """Commit all savepoints. Returns False if it failed and nothing was committed."""
        if self.is_broken:
            self._outer.roll_back()
            return False
        try:
            self._outer.commit()
        except Exception as error:  # noqa: BLE001 - each write is run again and gets its own error
            message = "a batch of writes was rolled back: %s"
            outages.warn(_log, "database", message, log_redaction.format_error(error))
            return False
        return True

    def lease(self) -> ConnectionLease:
        return self._outer.begun()

    def begin(self, lease: ConnectionLease) -> None:
        lease.driver.execute("SAVEPOINT write")

    def end(self, lease: ConnectionLease, word: Literal["COMMIT", "ROLLBACK"]) -> None:
        if not lease.driver.in_transaction:
            # SQLite rolls back the whole transaction if the disk is full or fails.
            self.is_broken = True
            raise DatabaseUnavailable
        if word == "ROLLBACK":
            lease.driver.execute("ROLLBACK TO write")
        lease.driver.execute("RELEASE write")

    def run_after_commit(self, actions: Sequence[Callable[[], None]]) -> None:
        """Run the actions after the commit of the whole batch."""
        self._outer.after_commit += actions

    def give_back(self, lease: ConnectionLease, *, broken: bool) -> None:
        """Leave the connection to the batch."""
        del lease
        self.is_broken = self.is_broken or broken

    def translate_error(self, error: BaseException) -> Exception | None:
        return self._outer.source.translate_error(error)


@dataclass(slots=True)
class _Write:
    action: Callable[[Transaction], Any]
    result: Any = None
    error: BaseException | None = None
    finished: "Future[None]" = field(default_factory=Future)
    context: contextvars.Context = field(default_factory=contextvars.copy_context)
    queued_at: float = field(default_factory=time.monotonic)

    def run(self, source: ConnectionSource) -> None:
        self.result = self.error = None
        if time.monotonic() - self.queued_at > _MAX_WAIT_SECONDS:
            self.error = DatabaseBusy()
            return
        try:
            self.result = self.context.run(self.action, Transaction(source))
        except BaseException as error:  # noqa: BLE001 - raised again where it is awaited
            self.error = error

    @property
    def depends_on_commit(self) -> bool:
        return self.error is None or (isinstance(self.error, ApiError) and self.error.commits)


class WriteBatcher:
    """The writer thread and its queue."""

    def __init__(self, source: ConnectionSource, metrics: Metrics) -> None:
        self._source = source
        self._queue: queue.Queue[_Write | None] = queue.Queue(_MAX_WAITING)
        self._thread = threading.Thread(target=self._work, name="write", daemon=True)
        self._running, self._rejected = metrics.thread_pool("writes")

    async def run(self, action: Callable[[Transaction], T]) -> T:
        """Return the result of `action` after its commit.

        Raises the errors of `action`, Busy if too many writes wait, DatabaseBusy if this one
        waited too long, and RequestTookTooLong at the deadline of the request. If the commit of a
        batch fails, each of its writes is run again in a separate transaction.
        """
        write = _Write(action)
        try:
            self._queue.put_nowait(write)
        except queue.Full:
            self._rejected.inc()
            raise Busy from None
        if not self._thread.is_alive():
            self._thread.start()
        self._running.inc()
        try:
            await deadline.wait_for(asyncio.wrap_future(write.finished))
        finally:
            self._running.dec()
        if write.error is not None:
            try:
                raise write.error
            finally:
                write.error = None  # its traceback refers to this frame
        result: T = write.result
        return result

    def close(self) -> None:
        """Run the waiting writes, then stop the thread."""
        if self._thread.is_alive():
            self._queue.put(None)
            self._thread.join()

    def _work(self) -> None:
        # No variable of this frame refers to a write, and so to its request, while the queue is
        # empty.
        while self._run_batch(self._queue.get()):
            continue

    def _run_batch(self, write: _Write | None) -> bool:
        """Run a write and the writes that wait behind it. Returns False at the end of the queue."""
        if write is None:
            return False
        batch = Batch(self._source)
        done: list[_Write] = []
        until = time.monotonic() + _MAX_BATCH_SECONDS
        while write is not None:
            if write.finished.set_running_or_notify_cancel():
                write.run(batch)
                done.append(write)
            write = None if batch.is_broken or time.monotonic() > until else self._next()
        try:
            if not batch.commit():
                for write in done:
                    if write.depends_on_commit:
                        write.run(self._source)
        except Exception as error:  # noqa: BLE001 - raised again where the writes are awaited
            _log.exception("a batch of writes failed")
            for write in done:
                write.error = error
        for write in done:
            write.finished.set_result(None)
        return True

    def _next(self) -> _Write | None:
        """Return the next waiting write; None if there is none."""
        try:
            write = self._queue.get_nowait()
        except queue.Empty:
            return None
        if write is None:
            self._queue.put(None)  # for the outer loop
        return write
