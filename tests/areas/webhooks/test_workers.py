"""Several workers on one database, killed workers, and many receivers."""

import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from bridgework import app
from bridgework.areas.back_office.webhooks import policies
from bridgework.areas.back_office.webhooks.delivery.worker import PER_WEBHOOK, WebhookWorker
from bridgework.areas.back_office.webhooks.tables import webhook_deliveries
from bridgework.kit.core import new_id
from bridgework.settings import Settings
from tests.areas.changes import following
from tests.areas.webhooks import hooks
from tests.servers.receiver import Hang, Receiver
from tests.world import Person, World

RECEIVERS = 200


@contextmanager
def running(*workers: WebhookWorker) -> Iterator[None]:
    """Run workers in threads during the block."""
    stop = threading.Event()
    threads = [threading.Thread(target=worker.run, args=(stop,)) for worker in workers]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join(30)


def wait_for(condition: Callable[[], object], seconds: float = 30.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


def unfinished(world: World) -> int:
    pending = webhook_deliveries.select().where(webhook_deliveries.c.status == "pending")
    with world.application.app_state.database.reading() as tx:
        return len(tx.rows(pending))


@pytest.mark.postgresql("concurrent requests")
def test_two_workers_send_each_change_once(
    world: World, root: Person, neighbour: World, receiver: Receiver
) -> None:
    for number in range(3):
        hooks.create(world, root, receiver.url(f"/{number}"))
    jobs = [new_id() for _ in range(5)]
    others = [app.create_webhook_worker(each.application.app_state) for each in (world, neighbour)]
    with running(*others):
        for job in jobs * 4:
            following.announce(world, "job.approved", job)
        wait_for(lambda: len(receiver.received) >= 60)
        wait_for(lambda: not unfinished(world))
    for worker in others:
        worker.close()
    assert set(Counter(each.id for each in receiver.received).values()) == {1}
    for number in range(3):
        for job in jobs:
            sequences = [
                each.json["data"]["sequence"]
                for each in receiver.at(f"/{number}")
                if each.json["data"]["subject"]["id"] == job
            ]
            assert len(sequences) == 4
            assert sequences == sorted(sequences)


@pytest.mark.slow("waits for receivers that hang")
@pytest.mark.postgresql("concurrent requests")
def test_a_webhook_has_a_bounded_number_of_attempts_at_once(
    world: World, root: Person, receiver: Receiver
) -> None:
    hooks.create(world, root, receiver.url("/slow"))
    receiver.always["/slow"] = Hang()
    for _ in range(PER_WEBHOOK + 3):
        following.announce(world)
    worker = hooks.quick_worker(world, seconds=20)
    with running(worker):
        wait_for(lambda: len(receiver.received) == PER_WEBHOOK)
        time.sleep(1.5)  # polls meanwhile
        assert len(receiver.received) == PER_WEBHOOK
    worker.close()


@pytest.mark.slow("waits for receivers that hang")
def test_a_killed_worker_loses_no_delivery(
    world: World, root: Person, settings: Settings, receiver: Receiver
) -> None:
    hooks.create(world, root, receiver.url("/slow"))
    hooks.create(world, root, receiver.url("/quick"))
    receiver.answers["/slow"] = [Hang()] * PER_WEBHOOK
    subjects = {following.announce(world) for _ in range(20)}
    command = [sys.executable, "-m", "tests.kit.delivery.killed_worker", "webhooks"]
    arguments = [str(settings.data_dir), f"database_url={settings.database_address}"]
    with subprocess.Popen([*command, *arguments]) as process:
        wait_for(lambda: len(receiver.at("/slow")) == PER_WEBHOOK and receiver.at("/quick"))
        process.kill()
    world.clock.advance(seconds=policies.LEASE.total_seconds())
    while hooks.work(world):
        continue
    assert not unfinished(world)
    for path in ("/slow", "/quick"):
        received = receiver.at(path)
        assert {each.json["data"]["subject"]["id"] for each in received} == subjects
        assert len({each.id for each in received}) == len(subjects)


@pytest.mark.postgresql("concurrent requests")
@pytest.mark.long("measures seconds on an idle machine")
def test_a_receiver_that_never_answers_delays_no_other(
    world: World, root: Person, receiver: Receiver
) -> None:
    """200 receivers, one of which hangs: the others get each change within two seconds."""
    paths = [f"/{number}" for number in range(RECEIVERS)]
    for path in paths:
        hooks.create(world, root, receiver.url(path), ["job.approved"])
    receiver.always["/0"] = Hang()
    worker = app.create_webhook_worker(world.application.app_state)
    announced: dict[str, float] = {}
    with running(worker):
        for _ in range(PER_WEBHOOK + 2):
            announced[str(following.announce(world))] = time.monotonic()
            time.sleep(3.0)
        wait_for(lambda: len(receiver.received) >= (RECEIVERS - 1) * len(announced) + PER_WEBHOOK)
    worker.close()
    waits = sorted(
        each.at - announced[each.json["data"]["subject"]["id"]]
        for each in receiver.received
        if each.path != "/0"
    )
    assert len(waits) == (RECEIVERS - 1) * len(announced)
    p99 = waits[int(len(waits) * 0.99)]
    assert p99 < 2.0, f"p50 {waits[len(waits) // 2]:.2f} s, p99 {p99:.2f} s"
