"""What a glance remembers holds until anybody commits, in this process or in another."""

import ctypes
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from bridgework.kit.db import wal_index as wal_indexes
from bridgework.kit.db.database import Database, open_database
from bridgework.kit.db.wal_index import wal_index
from tests.kit.db import another
from tests.kit.db.notes import add, prepared

pytestmark = [
    pytest.mark.parametrize("database_url", ["sqlite"], indirect=True),
    pytest.mark.skipif(sys.platform != "linux", reason="what is mapped is listed by Linux"),
]
_BY_TEXT = "SELECT count(*) FROM notes WHERE text = ?"
_ELSEWHERE = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("INSERT INTO notes (id, text) VALUES (7, 'seen')")
"""


def here(database: Database, _file: Path) -> None:
    """Commit on the loop's own connection."""
    with database.writing(on_loop=True) as tx:
        tx.execute(add(7, "seen"))


def in_a_thread(database: Database, _file: Path) -> None:
    """Commit on a connection of the pool."""
    with database.writing() as tx:
        tx.execute(add(7, "seen"))


def in_another_process(_database: Database, file: Path) -> None:
    """Commit where nothing of this process hears of it."""
    subprocess.run([sys.executable, "-c", _ELSEWHERE, str(file)], check=True)


def after_a_checkpoint(database: Database, file: Path) -> None:
    """Commit into a log that has been emptied and begins anew."""
    with another.connection(f"sqlite:///{file}") as connection:
        connection.execute(sa.text("PRAGMA wal_checkpoint(TRUNCATE)"))
    assert database.glance(_BY_TEXT, "seen") == 0
    in_another_process(database, file)


@pytest.mark.parametrize("commit", [here, in_a_thread, in_another_process, after_a_checkpoint])
def test_a_glance_sees_the_newest_commit(
    database: Database, database_url: str, commit: Callable[[Database, Path], None]
) -> None:
    prepared(database)
    file = Path(sa.make_url(database_url).database or "")
    assert [database.glance(_BY_TEXT, "seen") for _ in range(3)] == [0, 0, 0]
    commit(database, file)
    assert [database.glance(_BY_TEXT, "seen") for _ in range(3)] == [1, 1, 1]


def add_twice(database: Database) -> None:
    with database.writing() as tx:
        tx.execute(add(1, "rolled back"))
        tx.execute(add(1, "the same again"))


def test_the_mark_changes_with_a_commit_and_with_nothing_else(
    database: Database, database_url: str
) -> None:
    prepared(database)
    index = wal_index(Path(sa.make_url(database_url).database or ""))
    assert index is not None
    before = index.mark()
    with pytest.raises(sa.exc.IntegrityError):
        add_twice(database)
    with database.reading() as tx:
        tx.rows(sa.text("SELECT * FROM notes"))
    assert before is not None
    assert index.mark() == before
    with database.writing() as tx:
        tx.execute(add(2, "kept"))
    assert index.mark() not in {before, None}
    index.close()


def test_half_a_header_is_no_mark(
    monkeypatch: pytest.MonkeyPatch, database: Database, database_url: str
) -> None:
    prepared(database)
    index = wal_index(Path(sa.make_url(database_url).database or ""))
    assert index is not None
    whole = index.mark()
    assert whole is not None
    torn = ctypes.create_string_buffer(whole[:48] + bytes(48), 96)
    monkeypatch.setattr(index, "_copies", torn)
    assert index.mark() is None
    monkeypatch.undo()
    index.close()


def test_a_glance_asks_each_time_where_there_is_no_index(
    monkeypatch: pytest.MonkeyPatch, database_url: str
) -> None:
    monkeypatch.setattr(wal_indexes, "_mapped_at", lambda _: None)
    database = open_database(database_url, durability="normal", threads=4)
    prepared(database)
    assert database.glance(_BY_TEXT, "seen") == 0
    here(database, Path())
    assert database.glance(_BY_TEXT, "seen") == 1
    database.close()


def test_a_file_that_is_no_database_has_none(tmp_path: Path, database_url: str) -> None:
    del database_url
    other = tmp_path / "letter.txt"
    other.write_text("Dear dentist, " * 100)
    assert wal_index(other) is None
