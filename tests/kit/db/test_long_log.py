"""SQLite's log: once it is long, whoever writes on the loop leaves it to a thread."""

import itertools
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from bridgework.kit.db.database import Database
from bridgework.kit.db.transaction import LockTaken
from bridgework.kit.db.wal_index import wal_index
from tests.kit.db import another
from tests.kit.db.notes import add, numbers, prepared

pytestmark = [
    pytest.mark.parametrize("database_url", ["sqlite"], indirect=True),
    pytest.mark.skipif(sys.platform != "linux", reason="the length is read where Linux lists it"),
]
LONG = 1_000


def writer(database: Database) -> Callable[..., None]:
    """What adds one note more each time."""
    counted = itertools.count(1)

    def write(*, on_loop: bool) -> None:
        with database.writing(on_loop=on_loop) as tx:
            tx.execute(add(next(counted), "a note"))

    return write


def write_until_told_to_wait(write: Callable[..., None]) -> None:
    for _ in range(2 * LONG):
        write(on_loop=True)


def test_a_long_log_is_carried_over_by_whoever_commits_in_a_thread(
    database: Database, database_url: str
) -> None:
    prepared(database)
    file = Path(sa.make_url(database_url).database or "")
    index = wal_index(file)
    assert index is not None
    write = writer(database)
    before = file.stat().st_size
    with pytest.raises(LockTaken):
        write_until_told_to_wait(write)
    assert LONG <= index.frames() < LONG + 20
    assert file.stat().st_size == before, "the loop has waited for the disk"
    write(on_loop=False)
    assert file.stat().st_size > before
    write(on_loop=False)
    assert index.frames() < LONG
    write(on_loop=True)
    index.close()


def test_steady_writes_keep_the_log_short(database: Database, database_url: str) -> None:
    prepared(database)
    write = writer(database)
    for number in range(5 * LONG):
        try:
            write(on_loop=True)
        except LockTaken:
            write(on_loop=False)
        if number % 100 == 0:
            with database.reading() as tx:
                tx.rows(numbers)
    assert Path(f"{sa.make_url(database_url).database}-wal").stat().st_size < 5_000_000


def test_a_log_that_somebody_still_reads_stays_long_and_hinders_no_thread(
    database: Database, database_url: str
) -> None:
    prepared(database)
    write = writer(database)
    with another.connection(database_url) as reader:
        reader.exec_driver_sql("BEGIN")
        reader.exec_driver_sql("SELECT count(*) FROM notes").fetchall()
        with pytest.raises(LockTaken):
            write_until_told_to_wait(write)
        for _ in range(3):
            write(on_loop=False)
        with pytest.raises(LockTaken):
            write(on_loop=True)
        reader.exec_driver_sql("ROLLBACK")
    for _ in range(2):
        write(on_loop=False)
    write(on_loop=True)
