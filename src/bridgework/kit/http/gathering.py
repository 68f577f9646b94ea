"""Writes that came in together are committed together.

On a busy server many writes wait for the loop at once. Each runs as a transaction of its own, one
after the other, and the database is told to commit when the last of them has run; until then none
is answered. One that came alone waits for nobody.
"""

import asyncio
import contextvars
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from bridgework.kit.db.database import Database
from bridgework.kit.db.transaction import NotOnLoop, Transaction
from bridgework.kit.http.answer import Answer
from bridgework.kit.problems import Problem

Act = Callable[[Transaction], Answer]
"""What a write does, in the transaction that it is given."""

_LONGEST_SECONDS = 0.005
"""How long writes may keep the loop, and the first of them may wait for the last."""


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
    """Runs writes on the loop; to be used from within it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: deque[_Write] = deque()

    async def run(self, act: Act) -> Answer:
        """What `act` returns, once it stands. Raises what it raises.

        Raises NotOnLoop also where nothing of a group could be kept, which may be another's fault.
        """
        loop = asyncio.get_running_loop()
        write = _Write(act, loop.create_future(), contextvars.copy_context())
        self._waiting.append(write)
        if len(self._waiting) == 1:
            loop.call_soon(self._perform)
        outcome = await write.ended
        if outcome.answer is None:
            raise outcome.error or LookupError("a write ended without an answer")
        return outcome.answer

    def _perform(self) -> None:
        if len(self._waiting) == 1:
            write = self._waiting.popleft()
            write.tell(write.outcome(self._database.writing(on_loop=True)))
        else:
            self._perform_together()
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._perform)

    def _perform_together(self) -> None:
        until = time.perf_counter() + _LONGEST_SECONDS
        group = self._database.group()
        performed: list[tuple[_Write, _Outcome]] = []
        while self._waiting and time.perf_counter() < until:
            write = self._waiting.popleft()
            performed.append((write, write.outcome(group.writing())))
        stands = group.commit()
        for write, outcome in performed:
            write.tell(outcome if stands or not outcome.keeps() else _AGAIN)
