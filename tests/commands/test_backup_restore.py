"""`bridgework backup restore` refuses unsafe restores, and is atomic."""

import re
import shutil
from pathlib import Path

import pytest

from bridgework import app, migrations
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.kit.data.migrations import Schema
from bridgework.settings import Settings
from tests import cast, make
from tests.commands import backups, cli
from tests.kit.db import another
from tests.loop import Loop
from tests.served import program
from tests.world import World

pytestmark = pytest.mark.needs_session


def test_data_is_replaced_only_with_replace(full: Settings, archive: Path) -> None:
    before = backups.content(full)
    assert "--replace" in backups.refused(full, "restore", archive)
    assert backups.content(full) == before
    output = backups.done(full, "restore", archive, "--replace")
    assert "files deleted because they are newer than the backup: 1" in output
    assert backups.email_keys(full) == {"ada@example.com"}
    assert len([*full.files_dir.glob("*/*/*")]) == 1
    assert backups.leftovers(full) == []


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_files_without_a_database_count_as_data(full: Settings, archive: Path) -> None:
    Path(full.database_url.removeprefix("sqlite:///")).unlink()
    assert "--replace" in backups.refused(full, "restore", archive)


def test_a_restore_is_refused_while_a_server_runs(
    full: Settings, archive: Path, world: World, loop: Loop
) -> None:
    before = backups.content(full)
    with backups.served(full, world, loop) as running:
        running.get("/experts").must(200)
        output = backups.refused(full, "restore", archive, "--replace")
        assert "first" in output
        assert "is in use" in output or "sessions use" in output
        cast.sign_in(running, "ben@example.com")
    assert backups.rows(full)["accounts"] == before["accounts"]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_restore_is_refused_while_a_server_starts(full: Settings, archive: Path) -> None:
    with program.run_server(full.data_dir):
        assert "stop the server" in backups.refused(full, "restore", archive, "--replace")


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_too_little_space_is_named_with_the_reserve(
    full: Settings, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = backups.content(full)
    free = 64 * 1024**2
    usage = type(shutil.disk_usage("/"))(10 * free, 9 * free, free)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    message = backups.refused(full, "restore", archive, "--replace")
    found = re.search(
        r"has ([\d,]+) bytes of free space; ([\d,]+) are required: ([\d,]+) for the data, "
        r"and a reserve of ([\d,]+)",
        message,
    )
    assert found is not None
    stated, required, data, reserve = (int(number.replace(",", "")) for number in found.groups())
    assert (stated, required) == (free, data + reserve)
    assert required > free
    assert backups.content(full) == before


def test_missing_secrets_are_named(
    place: Settings, archive: Path, world: World, loop: Loop
) -> None:
    (name,) = backups.manifest(archive)["secrets"]
    output = backups.refused(place, "restore", archive)
    assert f"requires the secrets {name}" in output
    assert "--new-secrets" in output
    place.secret_file.write_text("another-secret-of-at-least-32-characters\n")
    assert name in backups.refused(place, "restore", archive)
    assert [*place.data_dir.iterdir()] == [place.secret_file]
    output = backups.done(place, "restore", archive, "--new-secrets")
    assert f"secrets needed: {name}" in output
    assert "audit log entries sealed again" in output
    with backups.served(place, world, loop) as again:
        cast.sign_in(again, "ada@example.com")
        again.run_periodic_tasks()
    verified = cli.run(place, "audit", "verify")
    assert verified.exit_code == 0, verified.output
    assert "the chain is intact" in verified.output


def test_secrets_of_the_settings_are_used(place: Settings, archive: Path, world: World) -> None:
    (secret,) = world.application.app_state.settings.secret_file.read_text().split()
    newer = "a newer secret of at least 32 characters"
    backups.done(place, "restore", archive, BRIDGEWORK_SECRET_KEYS=f"{newer},{secret}")
    assert not place.secret_file.exists()


def test_a_newer_schema_or_format_is_refused(place: Settings, archive: Path, world: World) -> None:
    backups.take_secret(place, world.application.app_state.settings)
    newer = backups.forged(archive, schema="9999", bridgework="7.0.0")
    output = backups.refused(place, "restore", newer)
    assert "schema (9999) is newer" in output
    assert "7.0.0" in output
    assert "newer" in backups.refused(place, "verify", newer)
    assert "has format 2" in backups.refused(place, "restore", backups.forged(archive, format=2))
    assert [*place.data_dir.iterdir()] == [place.secret_file]


def test_another_kind_of_database_is_refused(place: Settings, archive: Path, world: World) -> None:
    backups.take_secret(place, world.application.app_state.settings)
    kind = backups.manifest(archive)["database"]
    other = {"sqlite": "postgresql", "postgresql": "sqlite"}[kind]
    output = backups.refused(place, "restore", backups.forged(archive, database=other))
    assert "can only be restored into the same database system" in output


_FURTHER_STEP = '''"""Accounts have one column more."""
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{newest}"
def upgrade():
    op.add_column("accounts", sa.Column("further", sa.Text))
'''


def with_a_further_step(newest: str, folder: Path) -> Path:
    """The migrations of a later version with one more step."""
    created = shutil.copytree(migrations.FOLDER, folder / "migrations")
    (created / "versions" / "9999_further.py").write_text(_FURTHER_STEP.format(newest=newest))
    return created


def test_an_older_schema_is_upgraded(
    settings: Settings,
    world: World,
    place: Settings,
    other_place: Settings,
    tmp_path: Path,
    loop: Loop,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old = other_place
    database = app.database(old)
    schema = Schema(database.engine, migrations.FOLDER)
    newest = schema.newest()
    with database.engine.connect() as connection:
        connection.exec_driver_sql("BEGIN")
        schema.upgrade(connection, newest)
        moment = world.clock.now()
        values = {**make.FIRST_VALUES, "email": "old@example.com", "email_key": "old@example.com"}
        values |= {"id": "01900000-0000-7000-8000-000000000000", "password_hash": ""}
        times = {"created_at": moment, "updated_at": moment}
        connection.execute(accounts.insert().values(**values, **times))
        connection.exec_driver_sql("COMMIT")
    database.close()
    created = tmp_path / "old.tar"
    backups.done(old, "create", created)
    assert backups.manifest(created)["schema"] == newest
    monkeypatch.setattr(migrations, "FOLDER", with_a_further_step(newest, tmp_path))
    backups.done(place, "verify", created)
    backups.done(place, "restore", created)
    database = app.database(place)
    assert Schema(database.engine, migrations.FOLDER).current() == "9999"
    database.close()
    with backups.served(place, world, loop) as again:
        cast.register(again, "old@example.net")
        again.post("/auth/register", {"email": "old@example.com", "password": "x" * 12}).must(409)


def test_an_unreadable_database_is_replaced_with_a_warning(full: Settings, archive: Path) -> None:
    if not full.on_sqlite:
        with another.connection(full.database_url) as connection:
            connection.exec_driver_sql("ALTER TABLE accounts RENAME COLUMN erases_at TO gone_at")
    else:
        file = Path(full.database_url.removeprefix("sqlite:///"))
        file.write_bytes(b"this was a database once" * 1000)
        file.with_name("bridgework.db-wal").write_bytes(b"and this its log")
    output = backups.done(full, "restore", archive, "--replace")
    assert "warning: the existing data could not be read" in output
    assert backups.email_keys(full) == {"ada@example.com"}


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_foreign_tables_are_left_alone(full: Settings, archive: Path) -> None:
    with another.connection(full.database_url) as connection:
        connection.exec_driver_sql("CREATE TABLE recipes (name text)")
    output = backups.refused(full, "restore", archive, "--replace")
    assert "recipes" in output
    with another.connection(full.database_url) as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    backups.done(full, "restore", archive, "--replace")  # has a newer program's migration
