"""What is done again and again in the background, each thing at its own pace."""

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from bridgework.kit.clock import Clock
from bridgework.kit.db.database import Database
from bridgework.kit.db.transaction import Tx

_log = logging.getLogger("bridgework.chores")
_A_MINUTE = 60.0

Act = Callable[[Tx, datetime], int]
"""Does some of what there is to do as of a moment, and returns how much that was."""


@dataclass(frozen=True, slots=True)
class Chore:
    """Something to be done every so many seconds, until there is no more of it."""

    name: str
    act: Act
    every: float = _A_MINUTE
    at_the_end: bool = False
    """Whether it is done once more when the server stops."""
    begins: Callable[[], None] | None = None
    """Called each time before any of it is done."""
    stands: Callable[[], None] | None = None
    """Called each time the transaction stands in which some of it was done."""


class Chores:
    """Does chores, batch by batch, so that none holds the write lock for long."""

    def __init__(self, database: Database, clock: Clock, chores: Sequence[Chore]) -> None:
        self._database = database
        self._clock = clock
        self._chores = chores

    def run(self, stop: threading.Event) -> None:
        """Do each when its time has come, until `stop` is set. A fault is logged and outlived."""
        now = self._clock.monotonic()
        due = {chore: now + chore.every for chore in self._chores}
        while not stop.wait(max(0.0, min(due.values()) - self._clock.monotonic())):
            for chore, at in due.items():
                if at <= self._clock.monotonic() and not stop.is_set():
                    done = self._tried(chore, stop)
                    pause = chore.every if done else max(chore.every, _A_MINUTE)
                    due[chore] = self._clock.monotonic() + pause
        for chore in self._chores:
            if chore.at_the_end:
                self._tried(chore, threading.Event())

    def do_all(self) -> None:
        """Do each chore once, now."""
        for chore in self._chores:
            self.do(chore, threading.Event())

    def do(self, chore: Chore, stop: threading.Event) -> int:
        """Do all there is to do of one chore, unless `stop` is set. Returns how much it was."""
        done = 0
        some = 1
        if chore.begins is not None:
            chore.begins()
        while some and not stop.is_set():
            with self._database.writing() as tx:
                some = chore.act(tx, self._clock.now())
                if chore.stands is not None:
                    tx.after_commit(chore.stands)
            done += some
        return done

    def _tried(self, chore: Chore, stop: threading.Event) -> bool:
        try:
            self.do(chore, stop)
        except Exception:  # noqa: BLE001 - told to the log; it is tried again
            _log.exception("%s failed; it is tried again in a minute", chore.name)
            return False
        return True
