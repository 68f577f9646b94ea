"""The pools of threads that run operations, one for each thing that an operation may wait for.

| Pool | What its operations wait for |
|---|---|
| `requests` | the database, for a moment |
| `computing` | the processor and the database: searches of everything, matches, exports |
| `hashing` | the hash of a password |
| `storage` | the storage of files |
| `integrations` | other services, for administrators: the recruiting provider, the status of all |
| `metrics` | the metrics, which must respond while others wait |
| `bot_checks` | the CAPTCHA provider, before the operation itself runs in its own pool |

A service that hangs fills its own pool and no other, so sign-ins never wait for the storage.
`validation` parses large bodies.
"""

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from functools import partial
from typing import Generic, Literal, TypeVar

from bridgework.kit.core import Busy, ThreadPool, deadline
from bridgework.kit.core.observability import Metrics

PoolName = Literal["computing", "hashing", "storage", "integrations", "metrics"]
"""The pools of operations that open their own transactions."""

CALL_THREADS = 8
POOL_THREADS: dict[PoolName, int] = {
    "computing": 4,
    "hashing": 4,
    "storage": 4,
    "integrations": 4,
    "metrics": 1,
}
BOT_CHECK_THREADS = 4
DATABASE_THREADS = CALL_THREADS + POOL_THREADS["computing"]
"""Threads that hold a database connection for long. The others hold one for moments only, from the
reserve of the database's pool, so that a process has few connections."""
_MAX_WAITING = 200
_MAX_WAITING_VALIDATIONS = 64
_SLOW_NICENESS = 10

Result = TypeVar("Result")


class OperationPools:
    """All pools of a process."""

    def __init__(self, metrics: Metrics) -> None:
        pool = partial(BoundedThreadPool, metrics=metrics, max_waiting=_MAX_WAITING)
        self.requests = pool("requests", CALL_THREADS)
        # One thread: the validator holds the interpreter lock, so more threads would not be faster
        # and would delay the event loop.
        self.validation = BoundedThreadPool(
            "validation", 1, metrics, max_waiting=_MAX_WAITING_VALIDATIONS
        )
        self.bot_checks = pool("bot_checks", BOT_CHECK_THREADS)
        self._named = {
            name: pool(name, threads, niceness=_SLOW_NICENESS)
            for name, threads in POOL_THREADS.items()
        }
        self._all = (self.validation, self.requests, self.bot_checks, *self._named.values())

    def __getitem__(self, name: PoolName) -> "BoundedThreadPool":
        return self._named[name]

    def start(self) -> None:
        """Create the threads."""
        for pool in self._all:
            pool.start()

    def close(self) -> None:
        """Wait for running tasks and cancel waiting ones."""
        for pool in self._all:
            pool.close()


class BoundedThreadPool:
    """A thread pool with a limit on the number of waiting tasks."""

    def __init__(
        self, name: str, threads: int, metrics: Metrics, *, max_waiting: int, niceness: int = 0
    ) -> None:
        self._threads = ThreadPool(name, threads, niceness=niceness)
        self._limit = threads + max_waiting
        self._tasks = 0
        self._tasks_gauge, self._rejected_counter = metrics.thread_pool(name)

    def start(self) -> None:
        """Create the threads."""
        self._threads.start()

    async def run(self, task: Callable[[], Result]) -> Result:
        """Run `task` in a thread.

        Raises Busy if too many tasks wait, and RequestTookTooLong at the deadline of the request. A
        task that was not started by then never runs. A task that was started runs to its end, and
        its thread counts as in use until then.
        """
        if self._tasks >= self._limit:
            self._rejected_counter.inc()
            raise Busy
        loop = asyncio.get_running_loop()
        awaited: asyncio.Future[Result] = loop.create_future()
        call = _Call(task)
        running = self._threads.submit(partial(contextvars.copy_context().run, call.run))
        self._count(1)
        running.add_done_callback(partial(self._hand_over, loop, awaited))
        try:
            return await deadline.wait_for(awaited)
        finally:
            call.task = None

    def close(self) -> None:
        """Wait for running tasks and cancel waiting ones."""
        self._threads.close()

    def _count(self, change: int) -> None:
        self._tasks += change
        self._tasks_gauge.set(self._tasks)

    def _hand_over(
        self,
        loop: asyncio.AbstractEventLoop,
        awaited: "asyncio.Future[Result]",
        finished: "Future[Result]",
    ) -> None:
        """Hand the result to the event loop. Called in the thread that ran the task."""
        if not loop.is_closed():
            loop.call_soon_threadsafe(self._finish, awaited, finished)

    def _finish(self, awaited: "asyncio.Future[Result]", finished: "Future[Result]") -> None:
        self._count(-1)
        if awaited.done():  # the request was cancelled, or its deadline has passed
            return
        if finished.cancelled():
            awaited.cancel()
        elif error := finished.exception():
            awaited.set_exception(error)
        else:
            awaited.set_result(finished.result())


class _Call(Generic[Result]):
    """A task that is dropped, with all that it refers to, when its request no longer waits."""

    def __init__(self, task: Callable[[], Result]) -> None:
        self.task: Callable[[], Result] | None = task

    def run(self) -> Result:
        """Run the task. Converts a StopIteration, which a future cannot raise in the event loop."""
        task, self.task = self.task, None
        if task is None:
            raise CancelledError
        try:
            return task()
        except StopIteration as error:
            raise RuntimeError("a handler raised StopIteration") from error
