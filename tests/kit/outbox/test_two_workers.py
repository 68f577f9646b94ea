"""Two workers on one outbox, as two processes of a fleet have it."""

import threading
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bridgework import app
from bridgework.kit.db.database import Database
from bridgework.kit.outbox import store
from bridgework.kit.outbox.file_transport import FileTransport
from bridgework.kit.outbox.worker import Worker
from tests.kit.db import another
from tests.kit.outbox import posting
from tests.kit.outbox.posting import post
from tests.world import World

LEASE = timedelta(seconds=15)


class Counting(FileTransport):
    """A mail folder that notes what it is handed."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.handed_over: list[str] = []

    def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
        self.handed_over.append(message_id)
        super().deliver(message_id, recipient, message)


def working(world: World, transport: Counting, start: threading.Barrier) -> threading.Thread:
    """A worker with a database of its own, in a thread that stops when there is no more mail."""

    def work() -> None:
        database: Database = app.database(world.application.app_state.settings)
        worker: Worker = replace(world.application.worker, database=database, transport=transport)
        start.wait(10)
        while worker.work_once():
            continue
        database.close()

    return threading.Thread(target=work)


def test_no_letter_is_ever_taken_twice(world: World) -> None:
    for _ in range(50):
        post(world)
    start = threading.Barrier(2)
    transports = [Counting(world.application.app_state.settings.mail_dir) for _ in range(2)]
    threads = [working(world, transport, start) for transport in transports]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    counted = Counter(transports[0].handed_over + transports[1].handed_over)
    assert (len(counted), set(counted.values())) == (50, {1})
    assert len(posting.folder(world)) == 50


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_one_does_not_wait_for_what_the_other_is_taking(world: World) -> None:
    """On SQLite it does: there is one writer at a time."""
    for _ in range(30):
        post(world)
    database = world.application.app_state.database
    with database.writing() as one, database.writing() as other:
        first = store.take(one, world.clock.now(), lease=LEASE, most=20)
        second = store.take(other, world.clock.now(), lease=LEASE, most=20)
    assert (len(first), len(second)) == (20, 10)
    assert not {waiting.id for waiting in first} & {waiting.id for waiting in second}


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_batch_is_bounded_whatever_the_statistics_say(world: World) -> None:
    with another.connection(world.application.app_state.settings.database_address) as connection:
        connection.exec_driver_sql("ANALYZE")  # an empty outbox: PostgreSQL plans a nested loop
    for _ in range(30):
        post(world)
    with world.application.app_state.database.writing() as tx:
        assert len(store.take(tx, world.clock.now(), lease=LEASE, most=20)) == 20


def test_what_one_has_taken_the_other_leaves_alone_until_the_lease_is_over(world: World) -> None:
    for _ in range(30):
        post(world)
    app_state = world.application.app_state
    with app_state.database.writing() as tx:
        first = store.take(tx, world.clock.now(), lease=LEASE, most=20)
    with app_state.database.writing() as tx:
        second = store.take(tx, world.clock.now(), lease=LEASE, most=20)
        third = store.take(tx, world.clock.now(), lease=LEASE, most=20)
    assert (len(first), len(second), len(third)) == (20, 10, 0)
    assert not {one.id for one in first} & {one.id for one in second}
    world.clock.advance(seconds=15)
    with app_state.database.writing() as tx:
        assert len(store.take(tx, world.clock.now(), lease=LEASE, most=50)) == 30
