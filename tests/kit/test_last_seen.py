"""The times of last use are eventually written, even if a write fails."""

import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import sessions
from bridgework.kit.core import Id, new_id
from bridgework.kit.data.db import Tx
from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from bridgework.kit.delivery import PeriodicTask
from bridgework.kit.security import ANONYMOUS, Caller, LastSeen
from bridgework.kit.security.last_seen import BATCH
from bridgework.settings import Settings
from tests import cast
from tests.kit.db import another
from tests.kit.http.ledger import ORPHANAGE
from tests.world import World

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
LATER = NOW + timedelta(minutes=1)


def by_session(session_id: Id) -> Caller:
    return Caller(account_id=new_id(), session_id=session_id)


def test_the_latest_time_is_drained_until_it_is_written() -> None:
    last_seen_times, one, two, key = LastSeen(), new_id(), new_id(), new_id()
    for at in (NOW, LATER):
        last_seen_times.record(by_session(one), at)
    last_seen_times.record(by_session(two), NOW)
    last_seen_times.record(Caller(api_key_id=key), NOW)
    last_seen_times.record(ANONYMOUS, NOW)
    last_seen_times.sessions.collect()
    last_seen_times.api_keys.collect()
    assert last_seen_times.sessions.drain() == {one: LATER, two: NOW}
    assert last_seen_times.api_keys.drain() == {key: NOW}
    last_seen_times.sessions.confirm()
    assert last_seen_times.sessions.drain() == {}
    assert last_seen_times.api_keys.drain() == {key: NOW}  # not confirmed


def test_unwritten_times_are_drained_again_with_newer_ones() -> None:
    last_seen_times, one, two = LastSeen(), new_id(), new_id()
    last_seen_times.record(by_session(one), NOW)
    last_seen_times.sessions.collect()
    assert last_seen_times.sessions.drain() == {one: NOW}
    last_seen_times.record(by_session(one), LATER)
    last_seen_times.record(by_session(two), LATER)
    last_seen_times.sessions.collect()
    assert last_seen_times.sessions.drain() == {one: LATER, two: LATER}


def test_times_recorded_during_a_write_are_left_for_the_next_run() -> None:
    last_seen_times, one = LastSeen(), new_id()
    last_seen_times.record(by_session(one), NOW)
    last_seen_times.sessions.collect()
    last_seen_times.sessions.drain()
    last_seen_times.record(by_session(one), LATER)
    last_seen_times.sessions.confirm()
    assert last_seen_times.sessions.drain() == {}
    last_seen_times.sessions.collect()
    assert last_seen_times.sessions.drain() == {one: LATER}


def test_times_are_drained_in_batches_without_repetition() -> None:
    last_seen_times, everybody = LastSeen(), {new_id() for _ in range(2 * BATCH + 1)}
    for one in everybody:
        last_seen_times.record(by_session(one), NOW)
    last_seen_times.sessions.collect()
    drained = []
    while some := last_seen_times.sessions.drain():
        drained.append(list(some))
        for one in some:
            last_seen_times.record(
                by_session(one), LATER
            )  # a continuous stream of requests delays nothing
        last_seen_times.sessions.confirm()
    assert [len(some) for some in drained] == [BATCH, BATCH, 1]
    assert {one for some in drained for one in some} == everybody


@pytest.fixture
def orphanage(settings: Settings) -> None:
    """Tables with which a COMMIT can be made to fail."""
    with another.connection(settings.database_address) as connection:
        for statement in ORPHANAGE:
            connection.exec_driver_sql(statement)


def last_seen(world: World) -> list[datetime]:
    with world.application.app_state.database.reading() as tx:
        return [row.last_seen_at for row in tx.rows(sa.select(sessions.c.last_seen_at))]


def last_seen_task(world: World) -> PeriodicTask:
    (found,) = (
        one for one in world.application.scheduler.tasks if one.name == "record session use"
    )
    return found


def test_times_recorded_during_the_last_run_are_written_at_shutdown(world: World) -> None:
    ada = cast.ada(world)
    world.get("/users/me", as_=ada).must(200)
    last_seen_times, stop = world.application.app_state.last_seen, threading.Event()
    last_seen_times.sessions.collect()
    assert last_seen_times.sessions.drain()
    last_seen_times.sessions.confirm()  # then the task is stopped
    world.clock.advance(minutes=5)
    world.get("/users/me", as_=ada).must(200)
    stop.set()
    world.application.scheduler.run(stop)
    assert last_seen(world) == [world.clock.now()]


@pytest.mark.parametrize("end", ["breaks", "can't be committed"])
def test_a_failed_write_loses_nothing(world: World, orphanage: None, end: str) -> None:
    ada = cast.ada(world)
    world.clock.advance(minutes=5)
    world.get("/users/me", as_=ada).must(200)
    noting = last_seen_task(world)

    def failing(tx: Tx, now: datetime) -> int:
        assert noting.action is not None
        noting.action(tx, now)
        if end == "breaks":
            raise RuntimeError
        tx.execute(sa.text("INSERT INTO children (parent) VALUES (7)"))
        return 0

    with pytest.raises((RuntimeError, sqlite3.IntegrityError, psycopg.IntegrityError)):
        world.application.scheduler.run_task(replace(noting, action=failing), threading.Event())
    assert last_seen(world) != [world.clock.now()]
    world.run_periodic_tasks()
    assert last_seen(world) == [world.clock.now()]
