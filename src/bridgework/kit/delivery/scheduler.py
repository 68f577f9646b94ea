"""Periodic tasks that run in one background thread, each at its own interval.

One process of an installation runs a task at a time: the one that holds the lease. Tasks about
the memory or the files of a process run in each process.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from bridgework.kit.core import Clock, outages
from bridgework.kit.core.observability import Metrics
from bridgework.kit.data.db import Database, Tx
from bridgework.kit.delivery.lease import Lease, LeaseLost
from bridgework.kit.delivery.task_failures import TaskFailures

_log = logging.getLogger("bridgework.scheduler")
_MINUTE = 60.0

Action = Callable[[Tx, datetime], int]
"""Does a batch of the work that is due at a time, and returns its size."""
Preparation = Callable[[datetime], Action | None]
"""Does the part of a batch that needs no transaction or may take long, and returns the rest.

None if there is no rest. A process that was frozen meanwhile may prepare a batch beside the new
holder of the lease, so this must be safe to do twice.
"""


@dataclass(frozen=True, slots=True)
class PeriodicTask:
    """An action that runs every `interval` seconds, in batches until one is empty."""

    name: str
    action: Action | None = None
    """The work of a batch, in one transaction."""
    interval: float = _MINUTE
    per_process: bool = False
    """Runs in each process, without the lease: it is about its memory, or files of its machine."""
    run_at_shutdown: bool = False
    """Also runs when a process stops, without the lease: it must be safe beside another one."""
    prepare: Preparation | None = None
    """Returns the action of a batch; called before its transaction begins."""
    before_run: Callable[[], None] | None = None
    """Called before the first batch of each run."""
    after_commit: Callable[[], None] | None = None
    """Called after the commit of each batch."""


class Scheduler:
    """Runs tasks in batches, one transaction each, so that none holds the write lock for long."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        tasks: Sequence[PeriodicTask],
        *,
        lease: Lease | None = None,
        takes_lease: bool = True,
        metrics: Metrics | None = None,
        failures: TaskFailures | None = None,
    ) -> None:
        """Without `lease` there is one process, which runs all tasks.

        A process that does not take the lease runs only the tasks of each process. `failures` are
        written for administrators.
        """
        self._database = database
        self._clock = clock
        self._lease = lease
        self._takes_lease = takes_lease
        self._metrics = metrics
        self._failures = failures
        self.tasks = tasks
        if metrics is not None:
            metrics.declare_tasks(task.name for task in tasks)

    def run(self, stop: threading.Event) -> None:
        """Run each task when it is due, until `stop` is set. Exceptions are logged."""
        due = self._first_times(self.tasks)
        is_holder = False
        while not stop.is_set():
            was_holder, is_holder = is_holder, self._take_lease()
            if is_holder and not was_holder:  # the new holder begins as a process that starts
                due |= self._first_times([task for task in due if not task.per_process])
            try:
                self._run_due(due, stop, is_holder=is_holder)
            except LeaseLost:
                _log.warning("another process took the lease of the periodic tasks")
                is_holder = False
            stop.wait(self._pause(due, is_holder=is_holder))
        for task in self.tasks:
            if task.run_at_shutdown:
                self._try(task, threading.Event(), None)
        self._release_lease()

    def run_task(
        self, task: PeriodicTask, stop: threading.Event, lease: Lease | None = None
    ) -> int:
        """Run all batches of a task, until `stop` is set. Returns their total size.

        Raises LeaseLost if the process does not hold the given lease.
        """
        total, batch = 0, 1
        if task.before_run is not None:
            task.before_run()
        while batch and not stop.is_set():
            if lease is not None and not lease.take():
                raise LeaseLost
            action = task.action if task.prepare is None else task.prepare(self._clock.now())
            if action is None:
                break
            with self._database.writing(long=True) as tx:
                if lease is not None:
                    lease.lock(tx)
                batch = action(tx, self._clock.now())
                if task.after_commit is not None:
                    tx.after_commit(task.after_commit)
            total += batch
        return total

    def _run_due(
        self, due: dict[PeriodicTask, float], stop: threading.Event, *, is_holder: bool
    ) -> None:
        """Run the tasks that are due. Raises LeaseLost."""
        for task, at in due.items():
            is_ours = is_holder or task.per_process
            if is_ours and at <= self._clock.monotonic() and not stop.is_set():
                lease = None if task.per_process else self._lease
                succeeded = self._try(task, stop, lease)
                pause = task.interval if succeeded else max(task.interval, _MINUTE)
                due[task] = self._clock.monotonic() + pause

    def _first_times(self, tasks: Sequence[PeriodicTask]) -> dict[PeriodicTask, float]:
        now = self._clock.monotonic()
        return {task: now + task.interval for task in tasks}

    def _pause(self, due: dict[PeriodicTask, float], *, is_holder: bool) -> float:
        times = [at for task, at in due.items() if is_holder or task.per_process]
        pause = max(0.0, min(times, default=_MINUTE) - self._clock.monotonic())
        return pause if self._lease is None else min(pause, self._lease.poll_seconds)

    def _take_lease(self) -> bool:
        if self._lease is None or not self._takes_lease:
            return self._takes_lease
        try:
            return self._lease.take()
        except Exception as error:  # noqa: BLE001 - logged and retried
            outages.report(_log, error, "the lease of the periodic tasks cannot be taken")
            return False

    def _release_lease(self) -> None:
        if self._lease is None:
            return
        try:
            self._lease.release()
        except Exception as error:  # noqa: BLE001 - the lease ends by itself
            outages.report(_log, error, "the lease of the periodic tasks was not released")

    def _try(self, task: PeriodicTask, stop: threading.Event, lease: Lease | None) -> bool:
        """Run a task, and log an error. Raises LeaseLost."""
        try:
            self.run_task(task, stop, lease)
            if self._failures is not None:
                self._failures.write(self._database)
        except LeaseLost:
            raise
        except Exception as error:  # noqa: BLE001 - logged and retried
            outages.report(_log, error, f"{task.name} failed; it will be retried in a minute")
            if self._metrics is not None:
                self._metrics.task_failed(task.name)
            if self._failures is not None:
                self._failures.add(task.name, self._clock.now())
            return False
        if self._metrics is not None:
            self._metrics.task_succeeded(task.name, self._clock.now())
        return True
