"""Locks held by other transactions on PostgreSQL raise DatabaseBusy after a timeout."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from bridgework.kit.core import DatabaseBusy
from bridgework.kit.data.db import Database, open_database
from bridgework.kit.data.db.engines import postgres
from tests.kit.db import another
from tests.kit.db.notes import add, notes, prepared
from tests.servers.pgbouncer import IS_POOLED

pytestmark = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)

_IMPATIENT = sa.text("SET LOCAL lock_timeout = 100")


def change(number: int) -> sa.Update:
    return notes.update().where(notes.c.id == number).values(text="changed")


def test_waiting_for_a_locked_row_times_out_as_busy(database: Database, database_url: str) -> None:
    prepared(database)
    with database.writing() as tx:
        tx.execute(add(1))

    def change_impatiently() -> None:
        with database.writing() as tx:
            tx.execute(_IMPATIENT)
            tx.execute(change(1))

    with another.connection(database_url) as other:
        other.exec_driver_sql("BEGIN")
        other.execute(change(1))
        with pytest.raises(DatabaseBusy):
            change_impatiently()
        other.exec_driver_sql("ROLLBACK")
    change_impatiently()


@pytest.mark.postgresql("concurrent requests")
def test_one_transaction_of_a_deadlock_gets_database_busy(database: Database) -> None:
    prepared(database)
    with database.writing() as tx:
        tx.execute(notes.insert(), [{"id": 1, "text": ""}, {"id": 2, "text": ""}])
    both_hold_one = threading.Barrier(2)

    def change_both(first: int, second: int) -> str:
        try:
            with database.writing() as tx:
                tx.execute(change(first))
                both_hold_one.wait(10)
                tx.execute(change(second))
        except DatabaseBusy:
            return "busy"
        return "done"

    with ThreadPoolExecutor(2) as threads:
        outcomes = list(threads.map(change_both, [1, 2], [2, 1]))
    assert sorted(outcomes) == ["busy", "done"]


def test_an_exhausted_pool_raises_database_busy(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "_WAIT_SECONDS", 0.1)
    small = open_database(
        database_url, synchronous="normal", threads=-3, pooled=IS_POOLED
    )  # one connection
    alive = sa.text("SELECT 1")
    with small.reading() as tx:
        tx.execute(alive)
        with pytest.raises(DatabaseBusy), small.reading() as second:
            second.execute(alive)
    with small.reading() as tx:
        tx.execute(alive)
    small.close()
