"""What is done now and then in the background: sweeping what has expired."""

import logging
import threading
from collections.abc import Callable, Sequence
from datetime import datetime

from bridgework.kit.clock import Clock
from bridgework.kit.db.database import Database
from bridgework.kit.db.transaction import Tx

_log = logging.getLogger("bridgework.chores")
_PAUSE_SECONDS = 60.0

Sweep = Callable[[Tx, datetime], int]
"""Drops some of what has expired as of a moment, and returns how many."""


class Chores:
    """Runs sweeps, batch by batch, so that none holds the write lock for long."""

    def __init__(self, database: Database, clock: Clock, sweeps: Sequence[Sweep]) -> None:
        self._database = database
        self._clock = clock
        self._sweeps = sweeps

    def run(self, stop: threading.Event) -> None:
        """Sweep once a minute until `stop` is set. A fault is logged and outlived."""
        while not stop.wait(_PAUSE_SECONDS):
            try:
                self.sweep_all(stop)
            except Exception:  # noqa: BLE001 - told to the log; the next round tries again
                _log.exception("sweeping failed; it is tried again in a minute")

    def sweep_all(self, stop: threading.Event) -> int:
        """Drop everything that has expired by now. Returns how many there were."""
        dropped = 0
        for sweep in self._sweeps:
            some = 1
            while some and not stop.is_set():
                with self._database.writing() as tx:
                    some = sweep(tx, self._clock.now())
                dropped += some
        return dropped
