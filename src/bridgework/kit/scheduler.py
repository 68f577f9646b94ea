"""Periodic tasks that run in one background thread, each at its own interval."""

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from bridgework.kit import outages
from bridgework.kit.clock import Clock
from bridgework.kit.db.database import Database
from bridgework.kit.db.transaction import Tx

_log = logging.getLogger("bridgework.scheduler")
_MINUTE = 60.0

Action = Callable[[Tx, datetime], int]
"""Does a batch of the work that is due at a time, and returns its size."""


@dataclass(frozen=True, slots=True)
class PeriodicTask:
    """An action that runs every `interval` seconds, in batches until one is empty."""

    name: str
    action: Action
    interval: float = _MINUTE
    run_at_shutdown: bool = False
    before_run: Callable[[], None] | None = None
    """Called before the first batch of each run."""
    after_commit: Callable[[], None] | None = None
    """Called after the commit of each batch."""


class Scheduler:
    """Runs tasks in batches, one transaction each, so that none holds the write lock for long."""

    def __init__(self, database: Database, clock: Clock, tasks: Sequence[PeriodicTask]) -> None:
        self._database = database
        self._clock = clock
        self.tasks = tasks

    def run(self, stop: threading.Event) -> None:
        """Run each task when it is due, until `stop` is set. Exceptions are logged."""
        now = self._clock.monotonic()
        due = {task: now + task.interval for task in self.tasks}
        while not stop.wait(max(0.0, min(due.values()) - self._clock.monotonic())):
            for task, at in due.items():
                if at <= self._clock.monotonic() and not stop.is_set():
                    succeeded = self._try(task, stop)
                    pause = task.interval if succeeded else max(task.interval, _MINUTE)
                    due[task] = self._clock.monotonic() + pause
        for task in self.tasks:
            if task.run_at_shutdown:
                self._try(task, threading.Event())

    def run_task(self, task: PeriodicTask, stop: threading.Event) -> int:
        """Run all batches of a task, until `stop` is set. Returns their total size."""
        total, batch = 0, 1
        if task.before_run is not None:
            task.before_run()
        while batch and not stop.is_set():
            with self._database.writing(long=True) as tx:
                batch = task.action(tx, self._clock.now())
                if task.after_commit is not None:
                    tx.after_commit(task.after_commit)
            total += batch
        return total

    def _try(self, task: PeriodicTask, stop: threading.Event) -> bool:
        try:
            self.run_task(task, stop)
        except Exception as error:  # noqa: BLE001 - logged and retried
            outages.report(_log, error, f"{task.name} failed; it will be retried in a minute")
            return False
        return True
