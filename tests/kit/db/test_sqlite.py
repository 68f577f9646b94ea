"""The configuration of SQLite, and that no request leaves a transaction open."""

import time
from pathlib import Path
from typing import Literal

import pytest
import sqlalchemy as sa

from bridgework.kit.core import DatabaseBusy
from bridgework.kit.data.db import Database, open_database
from tests.kit.db import another
from tests.kit.db.notes import add, notes, numbers, prepared

PRAGMAS = {
    "journal_mode": "wal",
    "foreign_keys": 1,
    "trusted_schema": 0,
    "temp_store": 2,
}


@pytest.mark.parametrize(("durability", "synchronous"), [("full", 2), ("normal", 1)])
@pytest.mark.parametrize(("on_loop", "waits", "cache"), [(True, 0, -16_000), (False, 5000, -2_000)])
def test_every_connection_has_the_same_pragmas(
    tmp_path: Path,
    durability: Literal["full", "normal"],
    synchronous: int,
    on_loop: bool,
    waits: int,
    cache: int,
) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'a.db'}", synchronous=durability, threads=1)
    with database.reading(on_loop=on_loop) as tx:
        response = {name: tx.value(sa.text(f"PRAGMA {name}")) for name in PRAGMAS}
        assert response == PRAGMAS
        assert tx.value(sa.text("PRAGMA synchronous")) == synchronous
        assert tx.value(sa.text("PRAGMA busy_timeout")) == waits
        assert tx.value(sa.text("PRAGMA cache_size")) == cache
    database.close()


def checkpoint(url: str) -> tuple[int, int, int]:
    """Checkpoint the WAL. Returns 0 if nothing blocked it, and the number of remaining pages."""
    with another.connection(url) as connection:
        row = connection.execute(sa.text("PRAGMA wal_checkpoint(TRUNCATE)")).one()
        return (row[0], row[1], row[2])


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("on_loop", [True, False])
def test_no_request_leaves_a_read_transaction_open(
    database: Database, database_url: str, on_loop: bool
) -> None:
    prepared(database)
    with database.writing() as tx:
        tx.execute(notes.insert(), [{"id": n, "text": "x" * 500} for n in range(500)])
    with database.reading(on_loop=on_loop) as tx:
        next(iter(tx.execute(numbers)))  # the rest is never fetched
    with pytest.raises(sa.exc.OperationalError), database.reading(on_loop=on_loop) as tx:
        tx.execute(sa.text("SELECT nothing"))
    with pytest.raises(sa.exc.IntegrityError), database.writing() as tx:
        tx.execute(add(1))
    assert checkpoint(database_url) == (0, 0, 0)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_read_transaction_cannot_write_after_another_commit(
    database: Database, database_url: str
) -> None:
    prepared(database)

    def write_late() -> None:
        with database.reading() as tx:
            tx.rows(numbers)
            with database.writing() as other:
                other.execute(add(1))
            tx.execute(add(2))

    began = time.monotonic()
    with pytest.raises(DatabaseBusy):
        write_late()
    assert time.monotonic() - began < 3
    with database.writing() as tx:
        tx.execute(add(3))
        assert [row.id for row in tx.rows(numbers)] == [1, 3]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_closing_the_database_empties_the_wal(
    database: Database, database_url: str, tmp_path: Path
) -> None:
    prepared(database)
    with database.writing() as tx:
        tx.execute(add(1))
    with database.reading(on_loop=True) as tx:
        assert len(tx.rows(numbers)) == 1
    database.close()
    assert not (tmp_path / "bridgework.db-wal").exists()
    assert (tmp_path / "bridgework.db").exists()
