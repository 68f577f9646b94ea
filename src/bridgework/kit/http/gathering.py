"""Writes that came in together are committed together.

On a busy server many writes wait at once. Each runs as a transaction of its own, one after the
other, and the database is told to commit when the last of them has run; until then none is
answered. One that came alone waits for nobody. Where a commit waits for the disk, or somebody else
holds the write lock, all this is done in one thread beside the loop, and those that come meanwhile
are the next group.
"""

import asyncio
import contextvars
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from bridgework.kit.db.database import Database
from bridgework.kit.db.transaction import LockTaken, NotOnLoop, Transaction
from bridgework.kit.http.answer import Answer
from bridgework.kit.metrics import Metrics
from bridgework.kit.problems import Busy, Problem

Act = Callable[[Transaction], Answer]
"""What a write does, in the transaction that it is given."""

_LONGEST_SECONDS = 0.005
"""How long writes may keep the loop, and the first of them may wait for the last."""
_RESTS = 0.5
"""How much of what a group took on the loop is left to all others there before the next begins."""
_MOST_WAITING = 200
"""Beside the group that is under way."""


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
        self._under_way = False
        self._is_in_thread = False
        self._told_under_way, self._told_turned_away = metrics.calls("write")

    async def run(self, act: Act) -> Answer:
        """What `act` returns, once it stands. Raises what it raises, or Busy if too many wait.

        Raises NotOnLoop also where nothing of a group could be kept, which may be another's fault:
        `act` is to be run again, alone.
        """
        if len(self._waiting) >= _MOST_WAITING and self._is_in_thread:
            self._told_turned_away.inc()
            raise Busy
        loop = asyncio.get_running_loop()
        write = _Write(act, loop.create_future(), contextvars.copy_context())
        self._waiting.append(write)
        if not self._under_way:
            self._under_way = True
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
        writes = list(self._waiting)
        self._waiting.clear()
        if self._database.writes_on_loop:
            began = time.perf_counter()
            outcomes = self._outcomes(writes, on_loop=True)
            if outcomes:
                self._end(writes, outcomes, rest=_RESTS * (time.perf_counter() - began))
                return
        self._is_in_thread = True
        loop = asyncio.get_running_loop()
        performing = loop.run_in_executor(
            self._thread, partial(self._outcomes, writes, on_loop=False)
        )
        performing.add_done_callback(lambda done: self._end(writes, done.result(), rest=0.0))

    def _end(self, writes: Sequence[_Write], outcomes: Sequence[_Outcome], *, rest: float) -> None:
        """Tell what came of a group, and begin the next one after this many seconds."""
        self._is_in_thread = False
        for write, outcome in zip(writes, outcomes, strict=False):
            write.tell(outcome)
        # Who could not be reached in time is the first of the next group.
        self._waiting.extendleft(reversed(writes[len(outcomes) :]))
        self._under_way = bool(self._waiting)
        if self._under_way:
            asyncio.get_running_loop().call_later(rest, self._begin)

    def _outcomes(self, writes: Sequence[_Write], *, on_loop: bool) -> Sequence[_Outcome]:
        """What came of these, as far as there was time for them.

        On the loop none, where somebody else holds the lock; else at least that of the first.
        """
        try:
            return self._performed(writes, on_loop=on_loop)
        except Exception as error:  # noqa: BLE001 - a defect, of which all are told: none waits on
            return [_Outcome(None, error)] * len(writes)

    def _performed(self, writes: Sequence[_Write], *, on_loop: bool) -> Sequence[_Outcome]:
        if len(writes) == 1:
            outcome = writes[0].outcome(self._database.writing(on_loop=on_loop))
            return [] if isinstance(outcome.error, LockTaken) else [outcome]
        until = time.perf_counter() + _LONGEST_SECONDS
        group = self._database.group(on_loop=on_loop)
        outcomes: list[_Outcome] = []
        for write in writes:
            outcome = write.outcome(group.writing())
            if isinstance(outcome.error, LockTaken):
                break
            outcomes.append(outcome)
            if time.perf_counter() > until:
                break
        stands = group.commit()
        # Each an exception of its own: one that is raised again and again would keep every trace.
        return [
            one if stands or not one.keeps() else _Outcome(None, NotOnLoop()) for one in outcomes
        ]
