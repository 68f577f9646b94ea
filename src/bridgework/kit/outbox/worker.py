"""The worker: takes letters out of the outbox and to where mail goes.

It may be killed at any moment. A letter it had taken is due again when its lease is over; the
way out sees to it that what was handed over twice arrives once.
"""

import logging
import threading
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from bridgework.kit.clock import Clock
from bridgework.kit.db.database import Database
from bridgework.kit.keys import Keyring
from bridgework.kit.outbox import store
from bridgework.kit.outbox.bell import Bell
from bridgework.kit.outbox.rendering import Renderer
from bridgework.kit.outbox.store import Waiting

_log = logging.getLogger("bridgework.outbox")

_LEASE = timedelta(seconds=15)
"""Longer than a batch takes; after a crash its letters wait so long for the next worker."""
_BATCH = 20
_LOOK_SECONDS = 1.0
_PAUSE_AFTER_A_FAULT_SECONDS = 5.0
_WAITS = [timedelta(seconds=s) for s in (5, 30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600)]
"""How long to wait after each failed attempt; after the last one the letter is dead."""


class WayOut(Protocol):
    """Where letters go: a folder, a mail server."""

    def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
        """Hand one letter over. Raises if it was not taken."""
        ...


@dataclass(frozen=True, slots=True)
class Worker:
    """Empties the outbox until it is told to stop."""

    database: Database
    keyring: Keyring
    renderer: Renderer
    way_out: WayOut
    clock: Clock
    bell: Bell

    def run(self, stop: threading.Event) -> None:
        """Work until `stop` is set. A broken database pauses it, and nothing ends it."""
        while not stop.is_set():
            try:
                while self.work_once() and not stop.is_set():
                    continue
            except Exception:  # noqa: BLE001 - told to the log; the worker outlives it
                _log.exception("the outbox can't be worked on; trying again in a moment")
                stop.wait(_PAUSE_AFTER_A_FAULT_SECONDS)
            self.bell.wait(_LOOK_SECONDS)

    def work_once(self) -> int:
        """Take what is due and try each once. Returns how many there were."""
        with self.database.reading() as tx:  # an idle worker never asks for the write lock
            due_at = store.next_due(tx)
        if due_at is None or due_at > self.clock.now():
            return 0
        with self.database.writing() as tx:
            taken = store.take(tx, self.clock.now(), lease=_LEASE, most=_BATCH)
        for waiting in taken:
            self._send(waiting)
        return len(taken)

    def _send(self, waiting: Waiting) -> None:
        expires = waiting.letter.expires
        if expires is not None and expires <= self.clock.now():
            with self.database.writing() as tx:
                store.mark_dead(tx, waiting.id, fault="expired before it could be sent", wipe=True)
            return
        try:
            message = self.renderer.message(store.opened(self.keyring, waiting))
            self.way_out.deliver(self.renderer.message_id(waiting), waiting.letter.to, message)
        except Exception as error:  # noqa: BLE001 - whatever failed, the letter must not be lost
            self._failed(waiting, f"{type(error).__name__}: {error}")
            return
        with self.database.writing() as tx:
            store.mark_sent(tx, waiting.id, self.clock.now())

    def _failed(self, waiting: Waiting, fault: str) -> None:
        # The fault's text may name the recipient: it stands in the outbox, not in the log.
        kind = fault.partition(":")[0]
        _log.warning("letter %s was not sent (attempt %d): %s", waiting.id, waiting.attempts, kind)
        with self.database.writing() as tx:
            if waiting.attempts > len(_WAITS):
                store.mark_dead(tx, waiting.id, fault=fault, wipe=False)
            else:
                due_at = self.clock.now() + _WAITS[waiting.attempts - 1]
                store.mark_for_retry(tx, waiting.id, due_at=due_at, fault=fault)
