"""Writes that came in together are committed together.

On a busy server many writes wait at once. Each runs as a transaction of its own, one after the
other, and the database is told to commit when the last of them has run; until then none is
answered. One that came alone waits for nobody. Where a commit waits for the disk all this is done
in one thread, beside the loop, and those that come meanwhile are the next group.
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
"""How long writes may keep the loop, and the first of them may wait for the last."""
_MOST_WAITING = 200
"""Of those that wait for the thread; on the loop the server's own bound on connections holds."""


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What came of a write: its answer, or else what it raised."""

    answer: Answer | None
    error: Exception | None = None

    def keeps(self) -> bool:
        """Whether it is true only if what was written stands."""
        return self.error is None or (isinstance(self.error, Problem) and self.error.keeps)


_AGAIN = _Outcome(None, NotOnLoop())


@dataclass(frozen=True, slots=True)
class _Write:
    act: Act
    ended: "asyncio.Future[_Outcome]"
    context: contextvars.Context

    def outcome(self, transaction: Transaction) -> _Outcome:
        try:
            return _Outcome(self.context.run(self.act, transaction))
        except Exception as error:  # noqa: BLE001 - raised again where it is waited for
            return _Outcome(None, error)

    def tell(self, outcome: _Outcome) -> None:
        if not self.ended.done():
            self.ended.set_result(outcome)


class Gathering:
    """Runs writes in groups; to be called from within the loop."""

    def __init__(self, database: Database, metrics: Metrics) -> None:
        self._database = database
        self._thread = None if database.writes_on_loop else ThreadPoolExecutor(1, "write")
        self._waiting: deque[_Write] = deque()
        self._under_way = False
        self._told_under_way, self._told_turned_away = metrics.calls("write")

    async def run(self, act: Act) -> Answer:
        """What `act` returns, once it stands. Raises what it raises, or Busy if too many wait.

        Raises NotOnLoop also where nothing of a group could be kept, which may be another's fault:
        `act` is to be run again, alone.
        """
        if self._thread is not None and len(self._waiting) >= _MOST_WAITING:
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
        if self._thread is not None:
            self._thread.shutdown(wait=True)

    def _begin(self) -> None:
        writes = list(self._waiting)
        self._waiting.clear()
        if self._thread is None:
            self._end(writes, self._outcomes(writes))
            return
        loop = asyncio.get_running_loop()
        performing = loop.run_in_executor(self._thread, self._outcomes, writes)
        performing.add_done_callback(lambda done: self._end(writes, done.result()))

    def _end(self, writes: Sequence[_Write], outcomes: Sequence[_Outcome]) -> None:
        for write, outcome in zip(writes, outcomes, strict=False):
            write.tell(outcome)
        # Who could not be reached in time is the first of the next group.
        self._waiting.extendleft(reversed(writes[len(outcomes) :]))
        self._under_way = bool(self._waiting)
        if self._under_way:
            asyncio.get_running_loop().call_soon(self._begin)

    def _outcomes(self, writes: Sequence[_Write]) -> Sequence[_Outcome]:
        """What came of these, as far as there was time for them, at least for the first."""
        on_loop = self._thread is None
        if len(writes) == 1:
            return [writes[0].outcome(self._database.writing(on_loop=on_loop))]
        until = time.perf_counter() + _LONGEST_SECONDS
        group = self._database.group(on_loop=on_loop)
        outcomes: list[_Outcome] = []
        for write in writes:
            outcomes.append(write.outcome(group.writing()))
            if time.perf_counter() > until:
                break
        stands = group.commit()
        return [one if stands or not one.keeps() else _AGAIN for one in outcomes]
