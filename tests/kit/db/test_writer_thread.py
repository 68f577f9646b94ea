"""The writer thread finishes every write and continues after errors of the disk."""

import asyncio
import threading
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.kit.core import DatabaseBusy, DatabaseUnavailable, NoRoomLeft
from bridgework.kit.core.observability import Metrics
from bridgework.kit.data.db import Database, Transaction, WriteBatcher
from bridgework.kit.data.db.engines import write_batcher
from bridgework.kit.data.db.engines.connection_source import ConnectionLease
from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from tests.kit.db.notes import add, numbers, prepared

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.fixture
def writer(database: Database) -> Iterator[WriteBatcher]:
    source = prepared(database).batch_source
    assert source is not None
    created = WriteBatcher(source, Metrics())
    yield created
    created.close()


def insert(number: int, transaction: Transaction) -> int:
    with transaction as tx:
        tx.execute(add(number, "x" * 5000))
    return number


def write_at_once(writer: WriteBatcher, *written: int) -> list[Any]:
    """Run concurrent writes that all wait before the first one runs; return results or errors."""
    runs, all_wait = threading.Event(), threading.Event()

    def hold_up(_transaction: Transaction) -> None:
        runs.set()
        assert all_wait.wait(10)

    async def write_all() -> list[Any]:
        first = asyncio.ensure_future(writer.run(hold_up))
        await asyncio.to_thread(runs.wait, 10)
        acts = [writer.run(partial(insert, number)) for number in written]
        rest = [asyncio.ensure_future(act) for act in acts]
        await asyncio.sleep(0.05)
        all_wait.set()
        await first
        return await asyncio.wait_for(asyncio.gather(*rest, return_exceptions=True), 10)

    return asyncio.run(write_all())


def stored(database: Database) -> list[int]:
    with database.reading() as tx:
        return list(tx.values(numbers))


def fail_commits(
    monkeypatch: pytest.MonkeyPatch, database: Database, error: Exception, times: int
) -> None:
    source: Any = database.batch_source
    end, left = source.end, [None] * times

    def end_or_fail(lease: ConnectionLease, word: Any) -> None:
        if word == "COMMIT" and left:
            left.pop()
            raise error
        end(lease, word)

    monkeypatch.setattr(source, "end", end_or_fail)


def test_a_full_disk_fails_each_waiting_write(writer: WriteBatcher, database: Database) -> None:
    assert write_at_once(writer, 1) == [1]
    source: Any = database.batch_source
    lease = source.lease()
    [pages] = lease.driver.execute("PRAGMA page_count").fetchone()
    source.give_back(lease, broken=True)

    def squeeze(driver: Any, _record: object) -> None:
        driver.execute(f"PRAGMA max_page_count = {pages}")

    sa.event.listen(database.engine, "connect", squeeze)
    database.engine.dispose()
    outcomes = write_at_once(writer, *range(2, 20))
    assert {type(outcome) for outcome in outcomes} <= {int, NoRoomLeft}
    assert NoRoomLeft in map(type, outcomes)
    sa.event.remove(database.engine, "connect", squeeze)
    database.engine.dispose()
    written = [outcome for outcome in outcomes if isinstance(outcome, int)]
    assert stored(database) == [1, *written]
    assert write_at_once(writer, 30, 31) == [30, 31]


@pytest.mark.parametrize(
    ("code", "problem"), [("SQLITE_FULL", NoRoomLeft), ("SQLITE_IOERR", DatabaseUnavailable)]
)
def test_a_commit_that_fails_on_disk_fails_each_write(
    writer: WriteBatcher,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    code: str,
    problem: type[Exception],
) -> None:
    monkeypatch.setattr(write_batcher, "_MAX_BATCH_SECONDS", 1.0)  # all three in one batch
    error = sqlite3.OperationalError("disk")
    error.sqlite_errorcode = getattr(sqlite3, code)
    fail_commits(monkeypatch, database, error, times=4)  # the batch's, then each write's own
    outcomes = write_at_once(writer, 1, 2, 3)
    assert [type(outcome) for outcome in outcomes] == [problem] * 3
    assert stored(database) == []
    assert write_at_once(writer, 4) == [4]
    assert stored(database) == [4]


def test_an_unexpected_error_of_a_batch_fails_its_writes_and_the_thread_continues(
    writer: WriteBatcher, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = write_batcher.Batch.commit

    def break_off(batch: write_batcher.Batch) -> bool:
        commit(batch)  # else its connection stays in use
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(write_batcher.Batch, "commit", break_off)
        patch.setattr(write_batcher, "_MAX_BATCH_SECONDS", 1.0)
        with pytest.raises(ZeroDivisionError):
            asyncio.run(asyncio.wait_for(writer.run(partial(insert, 1)), 10))
    assert writer._thread.is_alive()
    assert write_at_once(writer, 2) == [2]


def test_a_write_that_waited_too_long_is_refused(
    writer: WriteBatcher, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write_batcher, "_MAX_WAIT_SECONDS", 0.01)
    outcomes = write_at_once(writer, 1, 2)
    assert [type(outcome) for outcome in outcomes] == [DatabaseBusy, DatabaseBusy]
    monkeypatch.setattr(write_batcher, "_MAX_WAIT_SECONDS", 5.0)
    assert write_at_once(writer, 3) == [3]
    assert stored(database) == [3]
