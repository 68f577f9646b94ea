"""One process of an installation runs the periodic tasks at a time: the holder of the lease."""

import contextlib
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from bridgework.kit.core import SystemClock
from bridgework.kit.data.db import Database, Tx, open_database
from bridgework.kit.delivery import Lease, PeriodicTask, Scheduler
from bridgework.kit.delivery.lease import LeaseLost
from tests.clock import ManualClock
from tests.servers.frozen import frozen
from tests.servers.pgbouncer import IS_POOLED
from tests.world import World

LEASE = 3.0
SLACK = 3.0
"""How much longer a busy machine may take."""
PATIENCE = 30.0
POSTGRES = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = open_database(database_url, synchronous="normal", threads=2, pooled=IS_POOLED)
    yield opened
    opened.close()


class Fleet:
    """Two processes with one task, and the log of its runs."""

    def __init__(self, url: str, log: Path, work: float) -> None:
        self._log = log
        log.touch()
        command = [sys.executable, "-m", "tests.kit.task_runner"]
        self.processes = {
            name: subprocess.Popen([*command, name, url, str(log), str(LEASE), str(work)])
            for name in ("first", "second")
        }

    def runs(self) -> list[tuple[str, str, float]]:
        """The lines of the log: the process, `start` or `end`, and the time."""
        lines = [line.split() for line in self._log.read_text().splitlines()]
        return [(name, word, float(at)) for name, word, at in lines]

    def wait_for(self, condition: Callable[[list[tuple[str, str, float]]], object]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not condition(self.runs()):
            assert time.monotonic() < deadline, f"it did not happen: {self.runs()}"
            time.sleep(0.01)

    def wait_for_runs(self, count: int) -> str:
        """Wait until `count` runs more have ended. Returns the process of the last one."""
        before = len(self.runs())
        self.wait_for(lambda runs: len(runs) >= before + 2 * count and runs[-1][1] == "end")
        return self.runs()[-1][0]

    def other(self, name: str) -> str:
        (other,) = self.processes.keys() - {name}
        return other

    def close(self) -> None:
        for process in self.processes.values():
            process.kill()
            process.wait()

    def overlaps(self, ended: str) -> list[tuple[str, str, float]]:
        """Starts during a run of another process, except of the process that was `ended`."""
        active: set[str] = set()
        found = []
        for name, word, at in self.runs():
            if word == "start" and active - {name, ended}:
                found.append((name, word, at))
            (active.add if word == "start" else active.discard)(name)
        return found


@contextlib.contextmanager
def fleet(url: str, folder: Path, *, work: float = 0.1) -> Iterator[Fleet]:
    running = Fleet(url, folder / "runs.log", work)
    try:
        yield running
    finally:
        running.close()


def names(runs: list[tuple[str, str, float]]) -> set[str]:
    return {name for name, _, _ in runs}


@pytest.mark.slow("waits for the end of a lease")
def test_a_killed_holder_is_replaced_and_no_two_processes_run_a_task(
    database_url: str, tmp_path: Path
) -> None:
    with fleet(database_url, tmp_path) as both:
        holder = both.wait_for_runs(4)
        assert names(both.runs()) == {holder}
        both.processes[holder].kill()
        killed_at = time.time()
        other = both.other(holder)
        both.wait_for(lambda runs: other in names(runs))
        first = next(at for name, _, at in both.runs() if name == other)
        assert first - killed_at < LEASE * 1.2 + SLACK
        assert both.wait_for_runs(2) == other
        assert both.overlaps(ended=holder) == []


@pytest.mark.slow("waits for the end of a lease")
def test_a_frozen_holder_runs_nothing_after_its_lease(database_url: str, tmp_path: Path) -> None:
    with fleet(database_url, tmp_path) as both:
        holder = both.wait_for_runs(3)
        time.sleep(0.1)  # the transaction has ended, and the next one has not begun
        other = both.other(holder)
        with frozen(both.processes[holder].pid):
            both.wait_for(lambda runs: other in names(runs))
            woken_after = len(both.runs())
        for _ in range(4):
            both.wait_for_runs(1)
        assert names(both.runs()[woken_after:]) == {other}
        assert both.overlaps(ended="") == []


@POSTGRES
def test_a_holder_that_is_frozen_in_a_task_is_replaced_and_does_not_end_it(
    database_url: str, tmp_path: Path
) -> None:
    with fleet(database_url, tmp_path, work=1.0) as both:
        both.wait_for(lambda runs: runs and runs[-1][1] == "start")
        holder = both.runs()[-1][0]
        other = both.other(holder)
        with frozen(both.processes[holder].pid):
            both.wait_for(lambda runs: other in names(runs))
            woken_after = len(both.runs())
        both.wait_for_runs(2)
        assert names(both.runs()[woken_after:]) == {other}


@pytest.mark.postgresql("concurrent requests")
def test_a_stopped_process_gives_the_lease_back(database: Database) -> None:
    stop, has_run = threading.Event(), threading.Event()
    leases = [Lease(database, SystemClock()) for _ in range(2)]

    def act(tx: Tx, now: datetime) -> int:
        del now
        tx.after_commit(has_run.set)
        return 0

    tasks = [PeriodicTask("work", act, interval=0.01)]
    scheduler = Scheduler(database, SystemClock(), tasks, lease=leases[0])
    thread = threading.Thread(target=scheduler.run, args=(stop,))
    thread.start()
    assert has_run.wait(PATIENCE)
    assert not leases[1].take()
    stop.set()
    thread.join(PATIENCE)
    assert leases[1].take()


@pytest.mark.parametrize("is_prepared", [False, True])
def test_a_holder_that_did_not_notice_its_end_commits_nothing(
    database: Database, *, is_prepared: bool
) -> None:
    slow, quick = ManualClock(), SystemClock()
    lost = Lease(database, slow, seconds=0.1)
    assert lost.take()
    time.sleep(0.2)
    assert Lease(database, quick).take()
    assert lost.take()  # by its clock, no time has passed

    def act(tx: Tx, now: datetime) -> int:
        del now
        tx.execute(sa.text("UPDATE alert_position SET sequence = 7"))
        return 0

    task = PeriodicTask("work", prepare=lambda _: act) if is_prepared else PeriodicTask("work", act)
    scheduler = Scheduler(database, slow, [task])
    with pytest.raises(LeaseLost):
        scheduler.run_task(task, threading.Event(), lost)
    with database.reading() as tx:
        assert tx.value(sa.text("SELECT sequence FROM alert_position")) is None
    assert not lost.take()


@pytest.mark.postgresql("concurrent requests")
def test_tasks_of_each_process_run_without_the_lease(database: Database) -> None:
    holder = Lease(database, SystemClock())
    assert holder.take()
    ran: list[str] = []
    enough = threading.Event()

    def act(name: str) -> PeriodicTask:
        def note(tx: Tx, now: datetime) -> int:
            del tx, now
            ran.append(name)
            if ran.count("own") == 3:
                enough.set()
            return 0

        return PeriodicTask(
            name,
            note,
            interval=0.01,
            per_process=name == "own",
            run_at_shutdown=name == "last",
        )

    tasks = [act("shared"), act("own"), act("last")]
    lease = Lease(database, SystemClock())
    scheduler = Scheduler(database, SystemClock(), tasks, lease=lease)
    stop = threading.Event()
    thread = threading.Thread(target=scheduler.run, args=(stop,))
    thread.start()
    assert enough.wait(PATIENCE)
    stop.set()
    thread.join(PATIENCE)
    assert set(ran) == {"own", "last"}
    assert ran.count("last") == 1


def test_every_periodic_task_runs_under_the_lease(world: World) -> None:
    lease = Lease(world.application.app_state.database, world.clock)
    scheduler = world.application.scheduler
    world.clock.advance(minutes=1)
    for task in scheduler.tasks:
        scheduler.run_task(task, threading.Event(), lease)
