"""Changes are numbered without gaps, in the order of their commits, also under concurrency."""

import threading
from collections.abc import Callable

import pytest
import sqlalchemy as sa

from bridgework.areas.history.changes import actions
from bridgework.areas.history.changes.tables import changes
from bridgework.kit.core import Id, new_id
from bridgework.kit.data.db import Tx
from tests.world import World

WRITERS = 8
EACH = 25


def announce(tx: Tx, subject_id: Id) -> None:
    actions.announce(tx, "event.changed", subject_id)


def announce_then_fail(world: World) -> None:
    """Announce a change in a transaction that is rolled back."""
    with world.application.app_state.database.writing() as tx:
        announce(tx, new_id())
        raise ZeroDivisionError


def read_on(world: World, after: int) -> list[tuple[int, Id]]:
    """Return the numbers and subjects of the changes after a number."""
    database = world.application.app_state.database
    items: list[tuple[int, Id]] = []
    while True:
        page = actions.read(database, world.clock.now(), after=after)
        items += [(change.sequence, Id(change.subject.id)) for change in page.items]
        after = page.next_after
        if not page.has_more:
            return items


def in_threads(*works: Callable[[], None]) -> None:
    failures: list[BaseException] = []

    def run(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            failures.append(error)
            raise

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []


@pytest.mark.postgresql("concurrent requests")
def test_a_reader_beside_eight_writers_misses_no_change_and_sees_each_once(world: World) -> None:
    database = world.application.app_state.database
    committed: dict[int, list[Id]] = {writer: [] for writer in range(WRITERS)}
    seen: list[tuple[int, Id]] = []
    running = threading.Semaphore(0)

    def write(writer: int) -> None:
        for number in range(EACH):
            if number % 5 == 4:
                with pytest.raises(ZeroDivisionError):
                    announce_then_fail(world)
                continue
            subject_id = new_id()
            with database.writing() as tx:
                announce(tx, subject_id)
            committed[writer].append(subject_id)
        running.release()

    def read() -> None:
        done = 0
        while done < WRITERS:
            if running.acquire(timeout=0.005):
                done += 1
            seen.extend(read_on(world, seen[-1][0] if seen else 0))
        seen.extend(read_on(world, seen[-1][0]))

    in_threads(read, *[lambda writer=writer: write(writer) for writer in range(WRITERS)])
    assert [number for number, _ in seen] == list(range(1, WRITERS * EACH * 4 // 5 + 1))
    place = {subject_id: number for number, subject_id in seen}
    for written in committed.values():
        numbers = [place[subject_id] for subject_id in written]
        assert numbers == sorted(numbers)


@pytest.mark.postgresql("concurrent requests")
def test_several_readers_number_the_same_changes_once(world: World) -> None:
    database = world.application.app_state.database
    subjects = [new_id() for _ in range(500)]
    with database.writing() as tx:
        actions.announce_all(
            tx, [actions.Announcement("event.changed", subject) for subject in subjects]
        )
    read: list[list[tuple[int, Id]]] = [[] for _ in range(4)]

    def follow(reader: int) -> None:
        read[reader] = read_on(world, 0)

    in_threads(*[lambda reader=reader: follow(reader) for reader in range(4)])
    expected = list(enumerate(subjects, 1))
    assert read == [expected] * 4


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_change_that_is_committed_late_gets_a_later_number(world: World) -> None:
    """SQLite has one writer at a time, so this can't happen there."""
    database = world.application.app_state.database
    slow, quick = new_id(), new_id()
    with database.writing() as tx:
        announce(tx, slow)
        with database.writing() as other:
            announce(other, quick)
        assert read_on(world, 0) == [(1, quick)]
    assert read_on(world, 1) == [(2, slow)]


def test_a_change_that_is_rolled_back_takes_no_number(world: World) -> None:
    database = world.application.app_state.database
    with pytest.raises(ZeroDivisionError):
        announce_then_fail(world)
    subject_id = new_id()
    with database.writing() as tx:
        announce(tx, subject_id)
    world.run_periodic_tasks()
    with database.reading() as tx:
        stored = tx.execute(sa.select(changes.c.sequence, changes.c.subject_id)).all()
    assert [tuple(row) for row in stored] == [(1, subject_id)]
