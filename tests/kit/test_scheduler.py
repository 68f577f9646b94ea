"""Periodic tasks run at their own intervals, independently of each other."""

import threading
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from bridgework.kit.core import SystemClock
from bridgework.kit.data.db import Database, Tx, open_database
from bridgework.kit.delivery import Action, PeriodicTask, Scheduler

PATIENCE = 10


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_database(f"sqlite:///{tmp_path / 'a.db'}", synchronous="normal", threads=2)
    with opened.writing() as tx:
        tx.execute(sa.text("CREATE TABLE done (name TEXT)"))
    yield opened
    opened.close()


def note(name: str, *, until: int, then: threading.Event) -> Action:
    """An action that logs its name, and sets `then` after `until` runs."""

    def act(tx: Tx, now: datetime) -> int:
        del now
        tx.execute(sa.text("INSERT INTO done VALUES (:name)"), {"name": name})
        so_often = tx.value(sa.text("SELECT count(*) FROM done WHERE name = :name"), {"name": name})
        if so_often == until:
            tx.after_commit(then.set)
        return 0

    return act


def times(database: Database, name: str) -> int:
    with database.reading() as tx:
        statement = sa.text("SELECT count(*) FROM done WHERE name = :name")
        return int(tx.value(statement, {"name": name}))


def run_until(database: Database, tasks: list[PeriodicTask], enough: threading.Event) -> None:
    stop = threading.Event()
    thread = threading.Thread(target=Scheduler(database, SystemClock(), tasks).run, args=(stop,))
    thread.start()
    came = enough.wait(PATIENCE)
    stop.set()
    thread.join(PATIENCE)
    assert came
    assert not thread.is_alive()


@pytest.mark.postgresql("concurrent requests")
def test_each_task_has_its_own_interval(database: Database) -> None:
    enough = threading.Event()
    often = PeriodicTask("often", note("often", until=20, then=enough), interval=0.01)
    seldom = PeriodicTask("seldom", note("seldom", until=1, then=threading.Event()), interval=60)
    run_until(database, [seldom, often], enough)
    assert times(database, "often") >= 20
    assert times(database, "seldom") == 0


@pytest.mark.postgresql("concurrent requests")
def test_a_failed_task_is_rolled_back_and_retried_later_without_delaying_others(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    enough = threading.Event()

    def fail(tx: Tx, now: datetime) -> int:
        del now
        tx.execute(sa.text("INSERT INTO done VALUES ('failing')"))
        raise ValueError("the drill is broken")

    other = PeriodicTask("other", note("other", until=20, then=enough), interval=0.01)
    run_until(database, [PeriodicTask("failing", fail, interval=0.01), other], enough)
    assert times(database, "failing") == 0
    assert [record.getMessage() for record in caplog.records] == [
        "failing failed; it will be retried in a minute"
    ]


@pytest.mark.postgresql("concurrent requests")
def test_tasks_with_run_at_shutdown_run_at_shutdown(database: Database) -> None:
    enough = threading.Event()
    often = PeriodicTask("often", note("often", until=3, then=enough), interval=0.01)
    nothing = threading.Event()
    last = PeriodicTask(
        "last", note("last", until=1, then=nothing), interval=60, run_at_shutdown=True
    )
    never = PeriodicTask("never", note("never", until=1, then=nothing), interval=60)
    run_until(database, [last, never, often], enough)
    assert times(database, "last") == 1
    assert times(database, "never") == 0


def test_a_task_runs_batches_until_one_is_empty(database: Database) -> None:
    with database.writing() as tx:
        for _ in range(25):
            tx.execute(sa.text("INSERT INTO done VALUES ('old')"))

    def clean_up(tx: Tx, now: datetime) -> int:
        del now
        some = "DELETE FROM done WHERE rowid IN (SELECT rowid FROM done LIMIT 10)"
        return tx.execute(sa.text(some)).rowcount

    task = PeriodicTask("cleanup", clean_up)
    scheduler = Scheduler(database, SystemClock(), [task])
    assert scheduler.run_task(task, threading.Event()) == 25
    stopped = threading.Event()
    stopped.set()
    assert scheduler.run_task(task, stopped) == 0
