"""A cached read is repeated after a commit of this or another process."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from bridgework.kit.data.db import Database, Transaction
from bridgework.kit.data.db.engines import sqlite
from bridgework.kit.data.db.engines.write_batcher import Batch
from tests.kit.db.notes import add, notes, prepared

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
_COUNT = sa.select(sa.func.count()).where(notes.c.text == "seen")
_ANOTHER_PROCESS = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("INSERT INTO notes (id, text) VALUES (7, 'seen')")
"""


def count(database: Database) -> int:
    assert database.dialect == "sqlite"
    return database.cached_read("count", lambda tx: int(tx.value(_COUNT))) or 0


def write(database: Database, number: int) -> None:
    with database.writing() as tx:
        tx.execute(add(number, "seen"))


@pytest.mark.postgresql("concurrent requests")
def test_a_commit_of_this_process_is_visible_immediately(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_OTHER_PROCESSES_SECONDS", 3600.0)
    prepared(database)
    for number in range(20):
        assert count(database) == number
        thread = threading.Thread(target=write, args=(database, number))
        thread.start()
        thread.join()
    assert [count(database) for _ in range(3)] == [20, 20, 20]


def test_a_batch_is_visible_after_its_commit(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_OTHER_PROCESSES_SECONDS", 3600.0)
    prepared(database)
    source = database.batch_source
    assert source is not None
    batch = Batch(source)
    for number in range(2):
        with Transaction(batch) as tx:
            tx.execute(add(number, "seen"))
        assert count(database) == 0
    assert batch.commit()
    assert count(database) == 2


def test_a_commit_of_another_process_is_visible_within_100_ms(
    database: Database, database_url: str
) -> None:
    prepared(database)
    file = Path(sa.make_url(database_url).database or "")
    assert count(database) == 0
    subprocess.run([sys.executable, "-c", _ANOTHER_PROCESS, str(file)], check=True)
    time.sleep(sqlite._OTHER_PROCESSES_SECONDS)
    assert count(database) == 1


def test_without_a_commit_the_cached_read_is_used(
    database: Database, monkeypatch: pytest.MonkeyPatch, database_url: str
) -> None:
    monkeypatch.setattr(sqlite, "_OTHER_PROCESSES_SECONDS", 3600.0)
    prepared(database)
    file = Path(sa.make_url(database_url).database or "")
    assert count(database) == 0
    subprocess.run([sys.executable, "-c", _ANOTHER_PROCESS, str(file)], check=True)
    assert count(database) == 0
