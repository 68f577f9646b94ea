"""Two workers on one outbox, as in two processes."""

import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bridgework import app
from bridgework.kit.data.db import Database, Tx
from bridgework.kit.delivery.outbox import PRIORITIES, FileTransport, Worker, queries
from bridgework.kit.delivery.outbox.queries import QueuedEmail
from tests.kit.db import another
from tests.kit.outbox import posting
from tests.kit.outbox.posting import post
from tests.world import World

LEASE = timedelta(seconds=15)


def take(world: World, tx: Tx, most: int) -> Sequence[QueuedEmail]:
    now = world.clock.now()
    return queries.take(tx, now, lease=LEASE, most=most, priorities=PRIORITIES)


class Counting(FileTransport):
    """A file transport that records the delivered messages."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.handed_over: list[str] = []

    def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
        self.handed_over.append(message_id)
        super().deliver(message_id, recipient, message)


def working(world: World, transport: Counting, start: threading.Barrier) -> threading.Thread:
    """Return a thread with a worker and its own database connection, until the outbox is empty."""

    def work() -> None:
        database: Database = app.database(world.application.app_state.settings)
        worker: Worker = replace(world.worker, database=database, transport=transport)
        start.wait(10)
        while worker.work_once():
            continue
        database.close()

    return threading.Thread(target=work)


@pytest.mark.postgresql("concurrent requests")
def test_no_email_is_taken_twice(world: World) -> None:
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
def test_a_worker_skips_rows_that_another_locks(world: World) -> None:
    """On SQLite it waits: there is one writer at a time."""
    for _ in range(30):
        post(world)
    database = world.application.app_state.database
    with database.writing() as one, database.writing() as other:
        first = take(world, one, 20)
        second = take(world, other, 20)
    assert (len(first), len(second)) == (20, 10)
    assert not {waiting.id for waiting in first} & {waiting.id for waiting in second}


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_batch_is_limited_with_any_query_plan(world: World) -> None:
    with another.connection(world.application.app_state.settings.database_address) as connection:
        connection.exec_driver_sql("ANALYZE")  # an empty outbox: PostgreSQL plans a nested loop
    for _ in range(30):
        post(world)
    with world.application.app_state.database.writing() as tx:
        assert len(take(world, tx, 20)) == 20


def test_a_taken_email_is_not_due_until_its_lease_ends(world: World) -> None:
    for _ in range(30):
        post(world)
    app_state = world.application.app_state
    with app_state.database.writing() as tx:
        first = take(world, tx, 20)
    with app_state.database.writing() as tx:
        second = take(world, tx, 20)
        third = take(world, tx, 20)
    assert (len(first), len(second), len(third)) == (20, 10, 0)
    assert not {one.id for one in first} & {one.id for one in second}
    world.clock.advance(seconds=15)
    with app_state.database.writing() as tx:
        assert len(take(world, tx, 50)) == 30
