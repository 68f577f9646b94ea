"""Transactions that are committed as one batch."""

from collections.abc import Callable
from functools import partial

import pytest
import sqlalchemy as sa

from bridgework.kit.core import DatabaseBusy, DatabaseUnavailable
from bridgework.kit.data.db import Database, Transaction, Tx
from bridgework.kit.data.db.engines import sqlite
from bridgework.kit.data.db.engines.write_batcher import Batch
from tests.kit.db import another
from tests.kit.db.notes import add, numbers, prepared

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.fixture
def group(database: Database) -> Batch:
    return batch(prepared(database))


def batch(database: Database) -> Batch:
    source = database.batch_source
    assert source is not None
    return Batch(source)


def write(
    group: Batch,
    *wanted: int,
    followed_by: Callable[[], None] | None = None,
    then: Callable[[Tx], object] | None = None,
) -> None:
    """A transaction of the batch that adds notes and then calls `then`."""
    with Transaction(group) as tx:
        for number in wanted:
            tx.execute(add(number))
        if followed_by is not None:
            tx.after_commit(followed_by)
        if then is not None:
            then(tx)


def break_off(_tx: Tx) -> None:
    raise ZeroDivisionError


def lose_it(tx: Tx) -> None:
    """Roll back the transaction as SQLite does for a full or broken disk."""
    tx.execute(sa.text("ROLLBACK"))


def stored(url: str) -> list[int]:
    """Return the notes that another connection reads."""
    with another.connection(url) as connection:
        return list(connection.execute(numbers).scalars())


def test_a_batch_is_visible_only_after_its_commit(group: Batch, database_url: str) -> None:
    followed: list[int] = []
    for number in range(3):
        write(group, number, followed_by=partial(followed.append, number))
        assert (stored(database_url), followed) == ([], [])
    assert group.commit()
    assert (stored(database_url), followed) == ([0, 1, 2], [0, 1, 2])


def test_a_write_sees_earlier_writes_of_its_batch(group: Batch) -> None:
    write(group, 1)
    with Transaction(group) as tx:
        assert tx.values(numbers) == [1]
    assert group.commit()


def test_a_failed_write_does_not_affect_the_others(group: Batch, database_url: str) -> None:
    with pytest.raises(ZeroDivisionError):
        write(group, 1, then=break_off)
    write(group, 2)
    with pytest.raises(ZeroDivisionError):
        write(group, 3, 4, then=break_off)
    write(group, 1)
    with pytest.raises(sa.exc.IntegrityError):
        write(group, 5, 1)
    assert group.commit()
    assert stored(database_url) == [1, 2]


def test_a_write_may_use_savepoints(group: Batch, database_url: str) -> None:
    with Transaction(group) as tx:
        tx.execute(add(1))
        with pytest.raises(sa.exc.IntegrityError), tx.savepoint():
            tx.execute(add(1))
        tx.execute(add(2))
    assert group.commit()
    assert stored(database_url) == [1, 2]


def test_a_batch_that_cannot_begin_gives_its_connection_back(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_WAIT_SECONDS", 0.2)
    group = batch(prepared(database))
    with database.writing() as tx:
        tx.execute(add(1))
        with pytest.raises(DatabaseBusy):
            write(group, 2)
        assert group.commit()
    write(group, 2)
    assert group.commit()


def test_an_error_after_the_commit_is_logged_and_undoes_nothing(
    group: Batch, database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    followed: list[str] = []
    write(group, 1, followed_by=lambda: followed.remove("nothing"))
    write(group, 2, followed_by=partial(followed.append, "done"))
    assert group.commit()
    assert (stored(database_url), followed) == ([1, 2], ["done"])
    assert "an action after a commit failed" in caplog.text


def test_a_write_without_statements_begins_no_transaction(group: Batch, database: Database) -> None:
    followed: list[str] = []
    with Transaction(group) as tx:
        tx.after_commit(partial(followed.append, "done"))
    with database.writing() as other:
        other.execute(add(1))
    assert group.commit()
    assert followed == ["done"]


def test_a_failed_commit_undoes_the_batch_and_releases_the_lock(
    group: Batch, database: Database, database_url: str
) -> None:
    with another.connection(database_url) as connection:
        connection.exec_driver_sql("CREATE TABLE parents (id INTEGER PRIMARY KEY)")
        connection.exec_driver_sql(
            "CREATE TABLE children (parent REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)"
        )
    followed: list[int] = []
    write(group, 1, followed_by=partial(followed.append, 1))
    with Transaction(group) as tx:
        tx.execute(sa.text("INSERT INTO children VALUES (7)"))
    assert not group.commit()
    assert (stored(database_url), followed) == ([], [])
    with database.writing() as tx:
        tx.execute(add(2))
    assert stored(database_url) == [2]


def test_a_rollback_by_the_database_undoes_every_write(
    group: Batch, database: Database, database_url: str
) -> None:
    write(group, 1)
    with pytest.raises(DatabaseUnavailable):
        write(group, 2, then=lose_it)
    assert group.is_broken
    assert not group.commit()
    assert stored(database_url) == []
    with database.writing() as tx:
        tx.execute(add(4))
    assert stored(database_url) == [4]
