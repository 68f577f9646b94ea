"""The migrations lead to exactly the tables that the areas define, from every version."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from click.testing import CliRunner, Result

from bridgework import migrations, routes
from bridgework.commands import migrate
from bridgework.kit.data.db import Database, metadata, open_database
from bridgework.kit.data.migrations import Schema
from tests.kit.db import another
from tests.servers.pgbouncer import IS_POOLED

assert routes.AREAS  # with this import, every table is in the metadata
LANDED = Path(__file__).with_name("landed_migrations.txt")
"""The migrations by name, with the beginning of their SHA-256. Lines are only added."""
OPTIONAL_INDEXES = {"ix_accounts_search_key"}
"""Indexes that need a PostgreSQL extension and are optional."""
FILES = sorted(file.stem for file in migrations.FOLDER.glob("versions/[0-9]*_*.py"))
VERSIONS = [file.partition("_")[0] for file in FILES]
OFTEN = {VERSIONS[0], VERSIONS[len(VERSIONS) // 2], *VERSIONS[-2:-1]}
STARTS = [
    None,
    *(
        pytest.param(
            version, marks=() if version in OFTEN else pytest.mark.long("one test for each version")
        )
        for version in VERSIONS[:-1]
    ),
]
"""The starting versions. Each takes seconds, so most are tested in long runs only."""


def config() -> Config:
    alembic_config = Config()
    alembic_config.set_main_option("script_location", str(migrations.FOLDER))
    alembic_config.set_main_option("path_separator", "os")
    return alembic_config


@pytest.fixture
def empty(database_url: str) -> Iterator[Database]:
    """An empty database of either kind."""
    if database_url.startswith("sqlite"):
        database_url = database_url.replace("bridgework.db", "fresh.db")
    else:
        with another.connection(database_url) as connection:
            connection.exec_driver_sql("DROP SCHEMA public CASCADE")
            connection.exec_driver_sql("CREATE SCHEMA public")
    database = open_database(database_url, synchronous="normal", threads=2, pooled=IS_POOLED)
    yield database
    database.close()


def is_ours(name: str | None) -> bool:
    return name is not None and name != "alembic_version"


def differences(database: Database) -> list[object]:
    def included(_item: object, name: str | None, kind: str, *_rest: object) -> bool:
        return is_ours(name) if kind == "table" else name not in OPTIONAL_INDEXES

    with database.engine.connect() as connection:
        options = {"compare_type": True, "include_object": included}
        context = MigrationContext.configure(connection, opts=options)
        return list(compare_metadata(context, metadata))


def checks(database: Database) -> dict[str, set[str | None]]:
    """Return the names of the check constraints by table, which Alembic does not compare."""
    inspector = sa.inspect(database.engine)
    return {
        table: {check["name"] for check in inspector.get_check_constraints(table)}
        for table in inspector.get_table_names()
        if is_ours(table)
    }


@pytest.mark.filterwarnings("ignore:.* expression-based index")
@pytest.mark.parametrize("start", STARTS)
def test_every_migration_path_leads_to_the_declared_tables(
    empty: Database, start: str | None
) -> None:
    if start is not None:
        upgrade(empty, start)
    Schema(empty.engine, migrations.FOLDER).migrate()
    assert differences(empty) == []
    assert checks(empty) == {
        table.name: {
            str(constraint.name)
            for constraint in table.constraints
            if isinstance(constraint, sa.CheckConstraint)
        }
        for table in metadata.sorted_tables
    }


def upgrade(database: Database, to: str) -> None:
    alembic_config = config()
    with database.engine.connect() as connection:
        alembic_config.attributes["connection"] = connection
        command.upgrade(alembic_config, to)


def test_migrations_are_numbered_linearly() -> None:
    steps = list(ScriptDirectory.from_config(config()).walk_revisions())[::-1]
    assert [step.revision for step in steps] == VERSIONS
    assert [f"{number:04}" for number in range(1, len(VERSIONS) + 1)] == VERSIONS
    assert [step.down_revision for step in steps] == [None, *VERSIONS[:-1]]
    assert all(step.doc for step in steps)


def test_migrations_never_change_and_their_numbers_are_never_used_twice() -> None:
    digests = {
        file.stem: hashlib.sha256(file.read_bytes()).hexdigest()[:16]
        for file in sorted(migrations.FOLDER.glob("versions/[0-9]*_*.py"))
    }
    recorded = dict(line.split() for line in LANDED.read_text().splitlines())
    changed = [name for name in recorded if digests.get(name) != recorded[name]]
    assert changed == [], "a migration that has landed never changes: write another one"
    new = [f"{name} {digest}" for name, digest in digests.items() if name not in recorded]
    assert new == [], f"add to {LANDED.name} when it lands"


def test_migrations_only_go_forward() -> None:
    for step in ScriptDirectory.from_config(config()).walk_revisions():
        assert not hasattr(step.module, "downgrade")


def run_migrate(folder: Path, *arguments: str) -> Result:
    environment = {"BRIDGEWORK_ENV": "development", "BRIDGEWORK_DATA_DIR": str(folder)}
    environment["BRIDGEWORK_DATABASE_URL"] = ""
    return CliRunner().invoke(migrate.command, arguments, env=environment)


def test_the_command_plans_and_applies_migrations(tmp_path: Path) -> None:
    plan = run_migrate(tmp_path, "--plan")
    assert plan.exit_code == 0
    lines = plan.output.splitlines()
    assert [line[:6] for line in lines[:-1]] == [f"{version}  " for version in VERSIONS]
    assert lines[-1] == f"{len(VERSIONS)} pending; nothing was applied"
    assert run_migrate(tmp_path, "--plan").output == plan.output
    assert run_migrate(tmp_path).output == f"created the schema {VERSIONS[-1]}\n"
    assert run_migrate(tmp_path).output == run_migrate(tmp_path, "--plan").output
    assert "up to date" in run_migrate(tmp_path).output


def test_the_command_refuses_a_newer_schema(tmp_path: Path) -> None:
    run_migrate(tmp_path)
    with another.connection(f"sqlite:///{tmp_path / 'bridgework.db'}") as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        connection.exec_driver_sql("UPDATE schema_compatibility SET oldest_program = '9999'")
    for arguments in ([], ["--plan"]):
        refused = run_migrate(tmp_path, *arguments)
        assert refused.exit_code == 1
        assert refused.output == (
            "Error: the database's schema (9999) is newer than this program: "
            "start the newer program, or restore the backup made before it\n"
        )
