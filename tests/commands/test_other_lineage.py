"""A database of a development version is refused, and its data is copied to a new one.

`development_version.sql` is the schema of the commit 84462bc9, with rows of its demo data.
"""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.kit.data.db import IdColumn, Json, metadata
from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from bridgework.settings import Settings
from tests.commands import cli
from tests.kit.db import another

DEVELOPMENT = Path(__file__).with_name("development_version.sql")
FORMER: Mapping[str, sa.types.TypeEngine[Any]] = {"tags": Json, "about": IdColumn}
NOT_COPIED = {"alembic_version", "admin_devices"}


@pytest.fixture
def former(tmp_path: Path) -> Path:
    """The file of the development version."""
    file = tmp_path / "development" / "bridgework.db"
    file.parent.mkdir()
    connection = sqlite3.connect(file)
    connection.executescript(DEVELOPMENT.read_text())
    connection.close()
    return file


def dump(file: Path) -> Sequence[str]:
    """Return the schema and the rows of a file, one statement or row each."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        schema = connection.execute("SELECT name, type, sql FROM sqlite_master").fetchall()
        tables = [name for name, kind, _ in schema if kind == "table"]
        rows = [row for name in tables for row in connection.execute(f'SELECT * FROM "{name}"')]
    return [repr(each) for each in (*schema, *rows)]


@pytest.fixture
def former_url(former: Path, target: Settings, database_url: str) -> str:
    """The development version on the kind of database of the target."""
    url = f"sqlite:///{former}"
    if target.on_sqlite:
        return url
    with another.connection(database_url) as new:
        new.exec_driver_sql("DROP SCHEMA IF EXISTS development CASCADE")
        new.exec_driver_sql("CREATE SCHEMA development")
    on_postgresql = f"{database_url}?options=-csearch_path%3Ddevelopment"
    with another.connection(url) as old, another.connection(on_postgresql) as new:
        known = sa.MetaData()
        for name in sa.inspect(old).get_table_names():
            table = sa.Table(name, known, *columns_of(old, name))
            table.create(new)
            rows = [dict(row) for row in old.execute(sa.select(table)).mappings()]
            if rows:
                new.execute(table.insert(), rows)
    return on_postgresql


def columns_of(old: sa.Connection, table: str) -> Iterator[sa.Column[Any]]:
    """Yield the columns of a development version, with the types of today if they exist."""
    ours = metadata.tables.get(table, sa.Table(table, sa.MetaData()))
    for column in sa.inspect(old).get_columns(table):
        name = column["name"]
        yield sa.Column(name, ours.c[name].type if name in ours.c else FORMER.get(name, sa.Text()))


@pytest.fixture
def target(settings: Settings, database_url: str) -> Settings:
    """The settings of an empty database of either kind."""
    if database_url.startswith("postgresql"):
        with another.connection(database_url) as connection:
            connection.exec_driver_sql("DROP SCHEMA public CASCADE")
            connection.exec_driver_sql("CREATE SCHEMA public")
    return settings


def counts(connection: sa.Connection) -> Mapping[str, int]:
    names = set(sa.inspect(connection).get_table_names()) - NOT_COPIED
    count = sa.select(sa.func.count())
    return {name: connection.scalar(count.select_from(sa.table(name))) or 0 for name in names}


def test_every_row_of_a_development_version_is_copied_and_doctor_finds_nothing(
    target: Settings, database_url: str, former_url: str
) -> None:
    url = former_url
    copied = cli.run(target, "migrate", "--copy-from", url)
    assert copied.exit_code == 0, copied.output
    with another.connection(url) as old, another.connection(database_url) as new:
        before, after = counts(old), counts(new)
        assert {name: after[name] for name in before} == before
        assert sum(before.values()) > 50
        tables = metadata.tables
        roles = new.execute(sa.select(tables["roles"])).all()
        assert {role.fields["role_needed"] for role in roles} == set(
            old.scalars(sa.text("SELECT role_needed FROM roles"))
        )
        (application,) = new.execute(sa.select(tables["role_applications"])).all()
        (role,) = [each for each in roles if each.id == application.role_id]
        assert application.applied_to["title"] == role.fields["role_needed"]
    assert "with the tables, columns and indexes" in cli.run(target, "doctor").output
    verified = cli.run(target, "audit", "verify")
    assert verified.exit_code == 0, verified.output
    again = cli.run(target, "migrate", "--copy-from", url)
    assert again.exit_code == 1
    assert "the database is not empty" in again.output


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("command", [("migrate",), ("doctor",), ("migrate", "--plan")])
def test_a_database_of_a_development_version_is_refused_and_left_as_it_is(
    settings: Settings, former: Path, command: tuple[str, ...]
) -> None:
    before = dump(former)
    run = cli.run(settings, *command, BRIDGEWORK_DATABASE_URL=f"sqlite:///{former}")
    said = " ".join(run.output.split())
    assert "the database's schema (0008) is of another lineage of migrations" in said
    assert "bridgework migrate --copy-from" in said
    assert "newer" not in said
    assert run.exit_code != 0
    assert dump(former) == before


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_number_used_again_is_noticed_before_a_migration(
    settings: Settings, former: Path
) -> None:
    with another.connection(f"sqlite:///{former}") as connection:
        connection.exec_driver_sql("CREATE TABLE schema_compatibility (one, oldest_program)")
    run = cli.run(settings, "migrate", BRIDGEWORK_DATABASE_URL=f"sqlite:///{former}")
    assert run.exit_code == 1
    assert "is of another lineage of migrations" in run.output


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_column_that_is_unknown_is_refused(target: Settings, former: Path) -> None:
    with another.connection(f"sqlite:///{former}") as connection:
        connection.exec_driver_sql("ALTER TABLE accounts ADD COLUMN pronouns TEXT")
    refused = cli.run(target, "migrate", "--copy-from", f"sqlite:///{former}")
    assert refused.exit_code == 1
    assert "nothing was copied, as this version does not know accounts.pronouns" in refused.output
