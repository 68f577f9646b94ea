"""Migrations are atomic, run once, and never downgrade."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

from bridgework import migrations
from bridgework.kit.data.db import Database, open_database
from bridgework.kit.data.migrations import MigrationFailed, Schema, SchemaMismatch
from tests.kit.db import another
from tests.servers.pgbouncer import IS_POOLED

_STEP = '''"""{doc}."""
import time
import sqlalchemy as sa
from alembic import op
revision = "{number}"
down_revision = {former!r}
def upgrade():
{body}
'''
_FIRST = """
    op.create_table("first", sa.Column("id", sa.Integer, primary_key=True))
    op.create_table(
        "schema_compatibility",
        sa.Column("one", sa.SmallInteger, primary_key=True),
        sa.Column("oldest_program", sa.Text),
        sa.Column("lineage", sa.Text, server_default="2026-11"),
    )
    op.execute("INSERT INTO first VALUES (1)")
    time.sleep(0.2)
"""
_SECOND = """
    op.create_table("second", sa.Column("id", sa.Integer, primary_key=True))
    op.execute("INSERT INTO first VALUES (2)")
"""
_BROKEN = _SECOND + '    op.execute("INSERT INTO nowhere VALUES (1)")\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Sample migrations, run by the `env.py` of the application."""
    created = tmp_path / "migrations"
    (created / "versions").mkdir(parents=True)
    (created / "env.py").write_text((migrations.FOLDER / "env.py").read_text())
    add(created, "0001", None, _FIRST)
    return created


@pytest.fixture
def empty(database_url: str) -> Iterator[Database]:
    """The database without any tables."""
    database = open_database(database_url, synchronous="normal", threads=4, pooled=IS_POOLED)
    if database.dialect == "postgresql":
        with another.connection(database_url) as connection:
            connection.exec_driver_sql("DROP SCHEMA public CASCADE")
            connection.exec_driver_sql("CREATE SCHEMA public")
        yield database
        database.close()
        return
    database.close()
    fresh = database_url.replace("bridgework.db", "fresh.db")
    database = open_database(fresh, synchronous="normal", threads=4, pooled=IS_POOLED)
    yield database
    database.close()


def add(folder: Path, number: str, former: str | None, body: str) -> None:
    text = _STEP.format(doc=f"Step {number}", number=number, former=former, body=body)
    (folder / "versions" / f"{number}_step.py").write_text(text)


def tables(database: Database) -> set[str]:
    return set(sa.inspect(database.engine).get_table_names())


def counted(database: Database, table: str) -> int:
    with database.reading() as tx:
        return int(tx.value(sa.select(sa.func.count()).select_from(sa.table(table))))


def test_an_empty_database_is_migrated_to_the_newest_schema(empty: Database, folder: Path) -> None:
    add(folder, "0002", "0001", _SECOND)
    schema = Schema(empty.engine, folder)
    assert schema.current() is None
    assert not schema.is_current()
    assert schema.pending() == ["0001  Step 0001.", "0002  Step 0002."]
    with pytest.raises(SchemaMismatch, match="older than this program: run `bridgework migrate`"):
        schema.must_match()
    schema.migrate()
    assert schema.current() == schema.newest() == "0002"
    assert schema.pending() == []
    schema.must_match()
    schema.migrate()
    assert counted(empty, "first") == 2


def test_a_failed_migration_leaves_nothing_behind(empty: Database, folder: Path) -> None:
    add(folder, "0002", "0001", _BROKEN)
    schema = Schema(empty.engine, folder)
    for _ in range(2):
        with pytest.raises(MigrationFailed, match="nowhere"):
            schema.migrate()
        assert tables(empty) <= {"alembic_version"}
        assert schema.current() is None
    add(folder, "0002", "0001", _SECOND)
    schema.migrate()
    assert counted(empty, "first") == 2


def test_a_failed_later_migration_preserves_the_data(empty: Database, folder: Path) -> None:
    Schema(empty.engine, folder).migrate()
    add(folder, "0002", "0001", _BROKEN)
    schema = Schema(empty.engine, folder)
    with pytest.raises(MigrationFailed, match="nowhere"):
        schema.migrate()
    assert schema.current() == "0001"
    assert "second" not in tables(empty)
    assert counted(empty, "first") == 1


def test_concurrent_processes_migrate_once(empty: Database, folder: Path) -> None:
    with ThreadPoolExecutor(3) as threads:
        done = [threads.submit(Schema(empty.engine, folder).migrate) for _ in range(3)]
    for one in done:
        one.result()
    assert counted(empty, "first") == 1


def test_a_newer_schema_is_refused_with_instructions(empty: Database, folder: Path) -> None:
    add(folder, "0002", "0001", _SECOND)
    Schema(empty.engine, folder).migrate()
    (folder / "versions" / "0002_step.py").unlink()
    schema = Schema(empty.engine, folder)
    for ask in (schema.current, schema.must_match, schema.migrate, schema.pending):
        with pytest.raises(SchemaMismatch, match=r"\(0002\) is newer than this program: start the"):
            ask()
    assert counted(empty, "first") == 2


def test_missing_migrations_are_an_error(empty: Database, tmp_path: Path) -> None:
    with pytest.raises(SchemaMismatch, match="the installation is incomplete"):
        Schema(empty.engine, tmp_path).newest()
