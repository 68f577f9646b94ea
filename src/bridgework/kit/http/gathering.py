"""Writes of one moment are committed as one (SQLite).

One thread takes the writes that wait, runs each as a savepoint, commits once, then answers them.
Writes that arrive meanwhile are the next group.
"""

import asyncio
import contextvars
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from bridgework.kit.db.database import Database
from bridgework.kit.db.transaction import NotOnLoop, Transaction
from bridgework.kit.http.answer import Answer
from bridgework.kit.metrics import Metrics
from bridgework.kit.problems import Busy, Problem

Act = Callable[[Transaction], Answer]
"""What a write does, in the transaction that it is given."""

_LONGEST_SECONDS = 0.005
"""After this long a group takes no more writes, so that the first waits little for the last."""
_MOST_WAITING = 200
"""Writes beside the group that is being run."""


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What came of a write: its answer, or else what it raised."""

    answer: Answer | None
    error: BaseException | None = None

    def keeps(self) -> bool:
        """Whether it is true only if what was written stands."""
        return self.error is None or (isinstance(self.error, Problem) and self.error.keeps)


@dataclass(frozen=True, slots=True)
class _Write:
    act: Act
    ended: "asyncio.Future[_Outcome]"
    context: contextvars.Context

    def outcome(self, transaction: Transaction) -> _Outcome:
        try:
            return _Outcome(self.context.run(self.act, transaction))
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            return _Outcome(None, error)

    def tell(self, outcome: _Outcome) -> None:
        if not self.ended.done():
            self.ended.set_result(outcome)


class Gathering:
    """Runs writes in groups; to be called from within the loop."""

    def __init__(self, database: Database, metrics: Metrics) -> None:
        self._database = database
        self._thread = ThreadPoolExecutor(1, "write")
        self._waiting: deque[_Write] = deque()
        self._is_running = False
        self._told_under_way, self._told_turned_away = metrics.calls("write")

    async def run(self, act: Act) -> Answer:
        """What `act` returns, once it stands. Raises what it raises, or Busy if too many wait.

        Raises NotOnLoop also where nothing of a group could be kept, which may be another's fault:
        `act` is to be run again, alone.
        """
        if len(self._waiting) >= _MOST_WAITING and self._is_running:
            self._told_turned_away.inc()
            raise Busy
        loop = asyncio.get_running_loop()
        write = _Write(act, loop.create_future(), contextvars.copy_context())
        self._waiting.append(write)
        if not self._is_running:
            self._is_running = True
            loop.call_soon(self._begin)
        self._told_under_way.inc()
        try:
            outcome = await write.ended
        finally:
            self._told_under_way.dec()
        if outcome.answer is None:
            raise outcome.error or LookupError("a write ended without an answer")
        return outcome.answer

    def close(self) -> None:
        """Let what runs end."""
        self._thread.shutdown(wait=True)

    def _begin(self) -> None:
        """Have the thread run what waits."""
        writes = list(self._waiting)
        self._waiting.clear()
        loop = asyncio.get_running_loop()
        running = loop.run_in_executor(self._thread, self._outcomes, writes)
        running.add_done_callback(lambda done: self._end(writes, done.result()))

    def _end(self, writes: Sequence[_Write], outcomes: Sequence[_Outcome]) -> None:
        """Answer the writes of a group, and begin the next one."""
        for write, outcome in zip(writes, outcomes, strict=False):
            write.tell(outcome)
        # Those that the group had no time for are the first of the next one.
        self._waiting.extendleft(reversed(writes[len(outcomes) :]))
        self._is_running = bool(self._waiting)
        if self._is_running:
            self._begin()

    def _outcomes(self, writes: Sequence[_Write]) -> Sequence[_Outcome]:
        """The outcomes of these writes, as far as there was time: at least of the first."""
        try:
            return self._run_as_one(writes)
        except Exception as error:  # noqa: BLE001 - a defect: every write is answered with it
            return [_Outcome(None, error)] * len(writes)

    def _run_as_one(self, writes: Sequence[_Write]) -> Sequence[_Outcome]:
        if len(writes) == 1:
            return [writes[0].outcome(self._database.writing())]
        until = time.perf_counter() + _LONGEST_SECONDS
        group = self._database.group()
        outcomes: list[_Outcome] = []
        for write in writes:
            outcomes.append(write.outcome(group.writing()))
            if time.perf_counter() > until:
                break
        stands = group.commit()
        # Each an exception of its own: one that is raised again and again would keep every trace.
        return [
            one if stands or not one.keeps() else _Outcome(None, NotOnLoop()) for one in outcomes
        ]
