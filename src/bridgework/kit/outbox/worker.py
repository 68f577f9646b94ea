"""The worker: takes letters out of the outbox and to where mail goes.

It may be killed at any moment. A letter it had taken is due again when its lease is over; the
way out sees to it that what was handed over twice arrives once, as far as that can be.

Two workers never try one letter at the same time: a lease outlasts the longest delivery, and no
letter is begun so late that this would not hold.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

from bridgework.kit.clock import Clock
from bridgework.kit.db.database import Database
from bridgework.kit.db.transaction import Tx
from bridgework.kit.errors import Unavailable
from bridgework.kit.keyring import Keyring
from bridgework.kit.metrics import Metrics
from bridgework.kit.outbox import store
from bridgework.kit.outbox.bell import Bell
from bridgework.kit.outbox.rendering import Renderer
from bridgework.kit.outbox.store import Waiting
from bridgework.kit.outbox.way_out import LetterPutOff, LetterRefused, WayBlocked, WayOut
from bridgework.kit.tracing.tracer import NO_STEPS, Step, Steps

_log = logging.getLogger("bridgework.outbox")

_BATCH = 20
_BEGUN_WITHIN = timedelta(seconds=5)
"""How long after it was taken a letter of a batch may still be begun."""
_MARGIN = timedelta(seconds=10)
"""What a lease has to spare for the note of a letter, and for clocks that differ."""
_LOOK_SECONDS = 1.0
_PAUSE_AFTER_A_FAULT_SECONDS = 5.0
_PAUSE_BEFORE_NOTING_AGAIN_SECONDS = 0.2
_NOTED_AGAIN = 20
_WAITS = [timedelta(seconds=s) for s in (5, 30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600)]
"""How long to wait after each failed attempt; after the last one the letter is dead."""
_FIRST_PAUSE = timedelta(seconds=5)
_LONGEST_PAUSE = timedelta(minutes=1)
"""Between two looks whether a way out that could not be opened can be by now."""
_LONGEST_FAULT = 500


@dataclass(slots=True)
class _Door:
    """When a way out that could not be opened is tried again."""

    _until: datetime | None = None
    _pause: timedelta = _FIRST_PAUSE

    def is_shut(self, now: datetime) -> bool:
        return self._until is not None and now < self._until

    def shut(self, now: datetime) -> None:
        self._until = now + self._pause
        self._pause = min(2 * self._pause, _LONGEST_PAUSE)

    def opened(self) -> None:
        self._until, self._pause = None, _FIRST_PAUSE


@dataclass(frozen=True, slots=True)
class Worker:
    """Empties the outbox until it is told to stop."""

    database: Database
    keyring: Keyring
    renderer: Renderer
    way_out: WayOut
    clock: Clock
    bell: Bell
    metrics: Metrics
    steps: Steps = NO_STEPS
    _door: _Door = field(default_factory=_Door, init=False)

    def run(self, stop: threading.Event) -> None:
        """Work until `stop` is set. A broken database pauses it, and nothing ends it."""
        while not stop.is_set():
            try:
                while self.work_once() and not stop.is_set():
                    continue
            except Exception:  # noqa: BLE001 - told to the log; the worker outlives it
                _log.exception("the outbox can't be worked on; trying again in a moment")
                stop.wait(_PAUSE_AFTER_A_FAULT_SECONDS)
            self.way_out.close()
            self.bell.wait(_LOOK_SECONDS)

    def work_once(self) -> int:
        """Take what is due and try each once. Returns how many there were.

        None is taken for a while after the way out could not be opened.
        """
        if self._door.is_shut(self.clock.now()):
            return 0
        with self.database.reading() as tx:  # an idle worker never asks for the write lock
            due_at = store.next_due(tx)
        if due_at is None or due_at > self.clock.now():
            return 0
        lease = _BEGUN_WITHIN + self.way_out.longest + _MARGIN
        last_begin = self.clock.monotonic() + _BEGUN_WITHIN.total_seconds()
        with self.database.writing() as tx:
            taken = store.take(tx, self.clock.now(), lease=lease, most=_BATCH)
        self._try_each(taken, last_begin)
        return len(taken)

    def _try_each(self, taken: Sequence[Waiting], last_begin: float) -> None:
        for position, waiting in enumerate(taken):
            if self._has_expired(waiting):
                self._note(partial(store.mark_expired, waiting=waiting))
                self._log_of(waiting, "is given up: it expired")
                continue
            try:
                self.way_out.open()
            except WayBlocked as blocked:
                _log.warning("no mail goes out: %s", blocked)
                self._held_up(taken[position:], str(blocked))
                return
            self._door.opened()
            if self.clock.monotonic() > last_begin:
                self._put_back(taken[position:])
                return
            try:
                with waiting.origin.resumed(), self.steps.step("send letter") as step:
                    self._try(waiting, step)
            except WayBlocked as blocked:
                _log.warning("no mail goes out: %s", blocked)
                self._failed(taken[position:], str(blocked))
                return

    def _try(self, waiting: Waiting, step: Step) -> None:
        """Try one letter. Raises WayBlocked if it is not the letter's fault."""
        step.note("bridgework.letter", waiting.letter.name)
        step.note("bridgework.attempt", waiting.attempts)
        try:
            message = self.renderer.message(store.opened(self.keyring, waiting))
            self.way_out.deliver(self.renderer.message_id(waiting), waiting.letter.to, message)
        except WayBlocked:
            raise
        except Exception as error:  # noqa: BLE001 - whatever failed, the letter must not be lost
            # The fault's text may name the recipient: it stands in the outbox, not in the log.
            kind, number = type(error).__name__, waiting.attempts
            step.failed(kind)
            _log.warning("letter %s was not sent (attempt %d): %s", waiting.id, number, kind)
            self._failed([waiting], _fault(error), for_good=isinstance(error, LetterRefused))
            return
        self._note(lambda tx: store.mark_sent(tx, waiting.id, self.clock.now()))
        self.metrics.letter("sent")
        self._log_of(waiting, "was sent")

    def _failed(self, letters: Sequence[Waiting], fault: str, *, for_good: bool = False) -> None:
        def note(tx: Tx) -> None:
            for waiting in letters:
                if _is_given_up(waiting, for_good=for_good):
                    store.mark_dead(tx, waiting, fault=fault)
                else:
                    due_at = self.clock.now() + _WAITS[waiting.attempts - 1]
                    store.mark_for_retry(tx, waiting, due_at=due_at, fault=fault)

        self._note(note)
        for waiting in letters:
            given_up = _is_given_up(waiting, for_good=for_good)
            self.metrics.letter("given_up" if given_up else "put_off")
            self._log_of(waiting, "is given up" if given_up else "is put off")

    def _log_of(self, waiting: Waiting, what: str) -> None:
        """Say what became of a letter, as of the request that wrote it."""
        with waiting.origin.resumed():
            name, number = waiting.letter.name, waiting.attempts
            _log.info("letter %s (%s) %s (attempt %d)", waiting.id, name, what, number)

    def _held_up(self, letters: Sequence[Waiting], fault: str) -> None:
        """Put letters back into their order: it was not their fault, and the try does not count."""

        def note(tx: Tx) -> None:
            for waiting in letters:
                store.put_in_line(tx, waiting, fault=fault)

        self._door.shut(self.clock.now())
        self._note(note)
        for _ in letters:
            self.metrics.letter("put_off")

    def _put_back(self, letters: Sequence[Waiting]) -> None:
        def note(tx: Tx) -> None:
            for waiting in letters:
                store.put_back(tx, waiting, self.clock.now())

        self._note(note)

    def _note(self, write: Callable[[Tx], None]) -> None:
        """Write down what became of letters; a busy database must not have one sent twice."""
        for _ in range(_NOTED_AGAIN):
            with suppress(Unavailable):
                self._write(write)
                return
            threading.Event().wait(_PAUSE_BEFORE_NOTING_AGAIN_SECONDS)
        self._write(write)

    def _write(self, write: Callable[[Tx], None]) -> None:
        with self.database.writing() as tx:
            write(tx)

    def _has_expired(self, waiting: Waiting) -> bool:
        expires = waiting.letter.expires
        return expires is not None and expires <= self.clock.now()


def _is_given_up(waiting: Waiting, *, for_good: bool) -> bool:
    return for_good or waiting.attempts > len(_WAITS)


def _fault(error: Exception) -> str:
    told = isinstance(error, LetterRefused | LetterPutOff)
    return (str(error) if told else f"{type(error).__name__}: {error}")[:_LONGEST_FAULT]
