"""Alerts are sent once each when processes that find and send them are killed."""

import multiprocessing
import threading
import time
from datetime import datetime
from multiprocessing.synchronize import Event

import pytest

from bridgework import app
from bridgework.areas.work.saved_searches import alerts as tasks
from bridgework.areas.work.saved_searches.tables import alert_finds
from bridgework.kit.core import Clock
from bridgework.kit.delivery import PeriodicTask, Scheduler
from bridgework.settings import Settings
from tests.areas.jobs import board
from tests.areas.saved_searches.alerting import alerts, save
from tests.clock import ManualClock
from tests.world import World

SEARCHES = 20
"""Of each reader."""
JOBS = 5
DELAYS = (0.0, 0.01, 0.03, 0.06, 0.1)
"""Seconds from the start of the work to the kill."""


class _FixedClock(ManualClock):
    def __init__(self, now: datetime) -> None:
        super().__init__()
        self._fixed = now

    def now(self) -> datetime:
        return self._fixed


def work(settings: Settings, now: datetime, is_ready: Event) -> None:
    """Find and send alerts; runs in a process of its own."""
    database, keyring = app.database(settings), app.keyring(settings)
    clock: Clock = _FixedClock(now)
    found = PeriodicTask("find", prepare=lambda at: tasks.find(database, at))
    sent = PeriodicTask("send", lambda tx, at: tasks.send(keyring, tx, at))
    scheduler = Scheduler(database, clock, [found, sent])
    is_ready.set()
    for task in scheduler.tasks:
        scheduler.run_task(task, threading.Event())


@pytest.mark.slow("kills processes")
def test_a_killed_process_loses_and_repeats_nothing(world: World) -> None:
    people = board.sign_up_all(world)
    readers = (people.cyrus, people.eli, people.dora)
    for reader in readers:
        for number in range(SEARCHES):
            save(world, reader, name=f"Search {number:02}")
    for number in range(JOBS):
        board.post_approved(world, people, roleNeeded=f"Chair {number}")
    spawning = multiprocessing.get_context("spawn")
    for delay in DELAYS:
        is_ready = spawning.Event()
        arguments = (world.application.app_state.settings, world.clock.now(), is_ready)
        process = spawning.Process(target=work, args=arguments)
        process.start()
        assert is_ready.wait(30)
        time.sleep(delay)
        process.kill()
        process.join()
    for reader in readers:
        texts = alerts(world, reader.email)
        assert sorted(text.partition("\n")[0] for text in texts) == [
            f"{JOBS} new jobs: Search {number:02}" for number in range(SEARCHES)
        ]
    with world.application.app_state.database.reading() as tx:
        finds = tx.rows(alert_finds.select())
    assert len(finds) == len(readers) * SEARCHES * JOBS
    assert all(find.sent_at is not None for find in finds)
