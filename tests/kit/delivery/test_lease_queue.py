"""What e-mails, webhooks, Luma and imports can rely on: the guarantees of the lease queue."""

import threading
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bridgework.kit.core.observability import Measurements, Metrics
from bridgework.kit.delivery import BackOff, QueueWorker
from tests.areas.changes import following
from tests.areas.webhooks import hooks
from tests.kit.delivery.users import Emails, User, Webhooks
from tests.kit.outbox.posting import post
from tests.world import World

LEASE = timedelta(seconds=30)


def take(world: World, work: User, *, most: int = 1) -> Sequence[Any]:
    with world.application.app_state.database.writing() as tx:
        return work.queue.take(tx, world.clock.now(), lease=LEASE, most=most, **work.part)


def has_due(world: World, work: User) -> bool:
    with world.application.app_state.database.reading() as tx:
        return work.queue.has_due(tx, world.clock.now(), **work.part)


def update(world: World, work: User, row: Any, **values: object) -> bool:
    with world.application.app_state.database.writing() as tx:
        return work.queue.update(tx, row, **values)


def key(work: User, row: Any) -> object:
    return getattr(row, work.queue._key.name)


def test_work_is_taken_again_after_each_lease_until_it_is_done(world: World, work: User) -> None:
    for _ in range(3):
        assert has_due(world, work)
        [row] = take(world, work)
        assert not has_due(world, work)
        assert take(world, work) == []
        world.clock.advance(seconds=29)
        assert take(world, work) == []
        world.clock.advance(seconds=1)
    [row] = take(world, work)
    assert update(world, work, row, **work.finished)
    world.clock.advance(days=1)
    assert not has_due(world, work)
    assert take(world, work) == []


@pytest.mark.postgresql("concurrent requests")
def test_workers_that_take_at_the_same_moment_get_different_work(world: World, work: User) -> None:
    start, taken = threading.Barrier(4), list[Any]()

    def work_in_a_thread() -> None:
        start.wait(10)
        taken.extend(take(world, work, most=10))

    threads = [threading.Thread(target=work_in_a_thread) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(taken) == 1


def test_a_worker_that_lost_its_lease_changes_nothing(world: World, work: User) -> None:
    [first] = take(world, work)
    world.clock.advance(seconds=30)
    [second] = take(world, work)
    stored = work.row(world)
    assert not update(world, work, first, **work.finished)
    with world.application.app_state.database.writing() as tx:
        assert work.queue.extend(tx, first, world.clock.now() + 2 * LEASE) is None
    assert work.row(world) == stored
    assert update(world, work, second, **work.finished)


def test_a_worker_that_is_late_keeps_work_that_no_other_has_taken(world: World, work: User) -> None:
    [row] = take(world, work)
    world.clock.advance(days=1)
    assert update(world, work, row, **work.finished)


def test_work_that_is_done_is_not_changed_again(world: World, work: User) -> None:
    [row] = take(world, work)
    assert update(world, work, row, **work.finished)
    assert not update(world, work, row, **work.release(world.clock.now()))
    assert not has_due(world, work)


def test_an_extended_lease_keeps_the_work(world: World, work: User) -> None:
    [row] = take(world, work)
    for _ in range(3):
        world.clock.advance(seconds=20)
        with world.application.app_state.database.writing() as tx:
            extended = work.queue.extend(tx, row, world.clock.now() + LEASE)
        assert extended is not None
        assert key(work, extended) == key(work, row)
        row = extended
        assert not has_due(world, work)
    assert update(world, work, row, **work.finished)


def test_released_work_is_due_at_once(world: World, work: User) -> None:
    [row] = take(world, work)
    assert update(world, work, row, **work.release(world.clock.now()))
    [again] = take(world, work)
    assert key(work, again) == key(work, row)


@pytest.mark.parametrize("user", ["webhooks"], indirect=True)
def test_the_work_of_a_key_is_taken_in_order(world: World, work: User) -> None:
    assert isinstance(work, Webhooks)
    [first] = take(world, work, most=10)
    for _ in range(2):
        following.announce(world, "job.closed", first.subject_id)
    while world.application.webhook_worker._write_batch():
        continue
    assert take(world, work, most=10) == []
    world.clock.advance(seconds=30)
    assert [row.id for row in take(world, work, most=10)] == [first.id]
    world.clock.advance(seconds=30)
    while hooks.work(world):
        continue
    received = [each.json["data"]["sequence"] for each in work.servers.receiver.received]
    assert len(received) == 3
    assert received == sorted(received)


@pytest.mark.parametrize("user", ["e-mails"], indirect=True)
def test_the_work_that_is_due_longest_is_taken_first(world: World, work: User) -> None:
    assert isinstance(work, Emails)
    world.clock.advance(seconds=1)
    later = post(world)
    [first] = take(world, work)
    assert first.id != later
    [second] = take(world, work)
    assert second.id == later


def test_delays_grow_until_work_is_given_up() -> None:
    back_off = BackOff((5, 60))
    assert [back_off.delay(attempts) for attempts in (1, 2, 3)] == [
        timedelta(seconds=5),
        timedelta(minutes=1),
        None,
    ]
    varied = {BackOff((100,), jitter=0.1).delay(1) for _ in range(50)}
    assert len(varied) > 1
    assert all(delay and 90 <= delay.total_seconds() <= 110 for delay in varied)


class Counting(QueueWorker):
    """Counts its steps, of which the first one fails, and is idle after each."""

    name = "counting"
    poll_seconds = 60.0
    error_seconds = 0.0
    wake: threading.Event

    def __init__(self) -> None:
        self.metrics = Metrics()
        self.wake = threading.Event()
        self.steps = 0
        self.has_rested = threading.Event()
        self.is_drained = False

    def work_once(self) -> int:
        self.steps += 1
        if self.steps == 1:
            raise ValueError
        return 0

    def idle(self) -> None:
        self.has_rested.set()

    def drain(self) -> None:
        self.is_drained = True
        raise ValueError


def test_a_worker_goes_on_after_an_error_is_woken_by_a_signal_and_drains_when_it_stops() -> None:
    worker, stop = Counting(), threading.Event()
    thread = threading.Thread(target=worker.run, args=(stop,))
    thread.start()
    try:
        for steps in (1, 2, 3):
            assert worker.has_rested.wait(10)
            assert worker.steps == steps
            worker.has_rested.clear()
            if steps < 3:
                worker.wake.set()
    finally:
        stop.set()
        worker.wake.set()
        thread.join(10)
    assert not thread.is_alive()
    assert (worker.steps, worker.is_drained) == (3, True)
    metrics = worker.metrics.render(Measurements({}, []), datetime.now(UTC), limits_shared=None)
    assert b'bridgework_worker_failures_total{worker="counting"} 1.0' in metrics
