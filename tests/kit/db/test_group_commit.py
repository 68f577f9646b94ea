"""Several transactions committed as one: what each may do, and when any of it stands."""

import time
from collections.abc import Callable
from functools import partial

import pytest
import sqlalchemy as sa

from bridgework.kit.db import sqlite
from bridgework.kit.db.database import Database
from bridgework.kit.db.group_commit import Group
from bridgework.kit.db.transaction import NotOnLoop, Tx
from bridgework.kit.problems import DatabaseBusy, DatabaseUnavailable
from tests.kit.db import another
from tests.kit.db.notes import add, numbers, prepared

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.fixture
def group(database: Database) -> Group:
    return prepared(database).group()


def write(
    group: Group,
    *wanted: int,
    followed_by: Callable[[], None] | None = None,
    then: Callable[[Tx], object] | None = None,
) -> None:
    """One transaction of the group that adds notes, and does something else at its end."""
    with group.writing() as tx:
        for number in wanted:
            tx.execute(add(number))
        if followed_by is not None:
            tx.after_commit(followed_by)
        if then is not None:
            then(tx)


def break_off(_tx: Tx) -> None:
    raise ZeroDivisionError


def lose_it(tx: Tx) -> None:
    """What SQLite does by itself where a disk is full or broken."""
    tx.execute(sa.text("ROLLBACK"))


def stored(url: str) -> list[int]:
    """What somebody else finds."""
    with another.connection(url) as connection:
        return list(connection.execute(numbers).scalars())


def test_nothing_of_it_stands_before_all_of_it_does(group: Group, database_url: str) -> None:
    followed: list[int] = []
    for number in range(3):
        write(group, number, followed_by=partial(followed.append, number))
        assert (stored(database_url), followed) == ([], [])
    assert group.commit()
    assert (stored(database_url), followed) == ([0, 1, 2], [0, 1, 2])


def test_each_finds_what_those_before_it_wrote(group: Group) -> None:
    write(group, 1)
    with group.writing() as tx:
        assert tx.values(numbers) == [1]
    assert group.commit()


def test_one_that_breaks_takes_nobody_with_it(group: Group, database_url: str) -> None:
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


def test_savepoints_within_it_are_their_own(group: Group, database_url: str) -> None:
    with group.writing() as tx:
        tx.execute(add(1))
        with pytest.raises(sa.exc.IntegrityError), tx.savepoint():
            tx.execute(add(1))
        tx.execute(add(2))
    assert group.commit()
    assert stored(database_url) == [1, 2]


def test_where_another_writes_for_long_one_waits_and_no_other(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_WAIT_SECONDS", 0.2)
    group = prepared(database).group()
    with database.writing() as tx:
        tx.execute(add(1))
        with pytest.raises(DatabaseBusy):
            write(group, 2)
        began = time.monotonic()
        with pytest.raises(NotOnLoop):
            write(group, 2)
        assert time.monotonic() - began < 0.1
        assert group.commit()


def test_what_breaks_after_a_commit_is_logged_and_undoes_nothing(
    group: Group, database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    followed: list[str] = []
    write(group, 1, followed_by=lambda: followed.remove("nothing"))
    write(group, 2, followed_by=partial(followed.append, "done"))
    assert group.commit()
    assert (stored(database_url), followed) == ([1, 2], ["done"])
    assert "what follows a commit broke" in caplog.text


def test_one_that_asks_for_nothing_begins_nothing(group: Group, database: Database) -> None:
    followed: list[str] = []
    with group.writing() as tx:
        tx.after_commit(partial(followed.append, "done"))
    with database.writing() as other:
        other.execute(add(1))
    assert group.commit()
    assert followed == ["done"]


def test_a_commit_that_fails_undoes_all_and_holds_nobody_up(
    group: Group, database: Database, database_url: str
) -> None:
    with another.connection(database_url) as connection:
        connection.exec_driver_sql("CREATE TABLE parents (id INTEGER PRIMARY KEY)")
        connection.exec_driver_sql(
            "CREATE TABLE children (parent REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)"
        )
    followed: list[int] = []
    write(group, 1, followed_by=partial(followed.append, 1))
    with group.writing() as tx:
        tx.execute(sa.text("INSERT INTO children VALUES (7)"))
    assert not group.commit()
    assert (stored(database_url), followed) == ([], [])
    with database.writing() as tx:
        tx.execute(add(2))
    assert stored(database_url) == [2]


def test_what_the_database_undoes_by_itself_is_kept_of_nobody(
    group: Group, database: Database, database_url: str
) -> None:
    write(group, 1)
    with pytest.raises(DatabaseUnavailable):
        write(group, 2, then=lose_it)
    with pytest.raises(NotOnLoop):
        write(group, 3)
    assert not group.commit()
    assert stored(database_url) == []
    with database.writing() as tx:
        tx.execute(add(4))
    assert stored(database_url) == [4]
