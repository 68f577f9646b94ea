"""With a library that has the WAL-reset fault, no process checkpoints while another one writes."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bridgework.kit.data.db import SqliteDatabase, open_database
from bridgework.kit.data.db.engines import checkpoints, sqlite_library
from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from tests.kit.db.notes import add, notes, numbers, prepared

WAL_HEADER = 32
FRAME = 24 + 4096


@pytest.fixture(params=[True, False], ids=["with the fault", "without the fault"])
def database(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[SqliteDatabase]:
    monkeypatch.setattr(sqlite_library, "has_wal_reset_fault", lambda: request.param)
    opened = open_database(f"sqlite:///{tmp_path / 'a.db'}", synchronous="normal", threads=2)
    assert isinstance(opened, SqliteDatabase)
    prepared(opened)
    yield opened
    opened.close()


with_the_fault = pytest.mark.parametrize("database", [True], indirect=True)


def write(database: SqliteDatabase, numbers: range) -> None:
    for number in numbers:
        with database.writing() as tx:
            tx.execute(add(number, "x" * 20_000))


def wal_size(database: SqliteDatabase) -> int:
    return database.path.with_name("a.db-wal").stat().st_size


def size(database: SqliteDatabase) -> int:
    """The size of the file itself, which only a checkpoint changes."""
    return database.path.stat().st_size


@contextmanager
def another_writer(database: SqliteDatabase) -> Iterator[None]:
    with closing(sqlite3.connect(database.path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield


@with_the_fault
def test_a_commit_checkpoints_a_large_wal_only(
    database: SqliteDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(database, range(50))
    assert wal_size(database) > 50 * 20_000
    before = size(database)
    monkeypatch.setattr(checkpoints, "_MAX_WAL_BYTES", 50 * 20_000)
    write(database, range(50, 51))
    assert size(database) > before
    write(database, range(51, 52))
    assert wal_size(database) < 20 * FRAME


@with_the_fault
def test_nothing_is_checkpointed_while_another_connection_writes(
    database: SqliteDatabase,
) -> None:
    write(database, range(10))
    before = size(database), wal_size(database)
    with another_writer(database):
        assert not checkpoints.checkpoint(database.path)
        database.empty_wal()
    assert (size(database), wal_size(database)) == before


@with_the_fault
def test_nothing_is_written_during_a_checkpoint(
    database: SqliteDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(database, range(10))
    checked: list[str] = []
    connect = checkpoints._connect

    def watched(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.set_trace_callback(must_be_locked)
        return connection

    def must_be_locked(statement: str) -> None:
        if "wal_checkpoint" in statement:
            with (
                closing(sqlite3.connect(database.path, timeout=0)) as writer,
                pytest.raises(sqlite3.OperationalError, match="locked"),
            ):
                writer.execute("BEGIN IMMEDIATE")
            checked.append(statement)

    monkeypatch.setattr(checkpoints, "_connect", watched)
    assert checkpoints.checkpoint(database.path)
    assert len(checked) == 1


def test_neither_the_wal_nor_the_file_contains_deleted_rows_after_it_was_emptied(
    database: SqliteDatabase,
) -> None:
    with database.writing() as tx:
        tx.execute(add(1, "confidential" * 1000))
    with database.writing() as tx:
        tx.execute(notes.delete())
    wal = database.path.with_name("a.db-wal")
    assert b"confidential" in wal.read_bytes()
    database.empty_wal()
    assert b"confidential" not in wal.read_bytes() + database.path.read_bytes()
    assert wal_size(database) <= WAL_HEADER + FRAME


def test_a_reader_keeps_its_snapshot(database: SqliteDatabase) -> None:
    write(database, range(3))
    with database.reading() as tx:
        assert len(tx.rows(numbers)) == 3
        write(database, range(3, 6))
        database.empty_wal()
        assert len(tx.rows(numbers)) == 3
    with database.reading() as tx:
        assert len(tx.rows(numbers)) == 6
