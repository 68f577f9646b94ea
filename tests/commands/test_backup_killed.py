"""`bridgework backup`, killed, failing or run twice, leaves nothing incomplete."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bridgework import app, migrations
from bridgework.backup import restore
from bridgework.kit.core import SystemClock
from bridgework.kit.data.backup import SqliteTarget, open_archive
from bridgework.kit.data.migrations import Schema
from bridgework.settings import Settings
from tests import cast
from tests.areas.uploads import upload_client
from tests.commands import backups
from tests.loop import Loop
from tests.served import program
from tests.world import World

pytestmark = pytest.mark.needs_session
_KILLED = """
import os, signal, sys
from bridgework.kit.data.backup import postgres
from bridgework.kit.data.backup import sqlite
from bridgework.__main__ import bridgework

def die(self):
    os.kill(os.getpid(), signal.SIGKILL)

sqlite.SqliteTarget.replace = postgres.PostgresTarget.replace = die
bridgework(["backup", "restore", *sys.argv[1:]])
"""


@pytest.mark.parametrize("replace", [False, True])
def test_a_restore_killed_before_the_commit_changes_nothing(
    place: Settings, world: World, archive: Path, loop: Loop, *, replace: bool
) -> None:
    backups.take_secret(place, world.application.app_state.settings)
    before = {}
    if replace:
        backups.done(place, "restore", archive)
        with backups.served(place, world, loop) as there:
            upload_client.upload(there, cast.ben(there))
            before = backups.rows(place)
    environment = program.environment(place.data_dir, DATABASE_URL=place.database_url)
    options = ["--replace"] if replace else []
    killed = subprocess.run(
        [sys.executable, "-c", _KILLED, str(archive), *options],
        env=environment,
        cwd=place.data_dir,
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    if replace:
        assert backups.rows(place) == before
        with backups.served(place, world, loop) as there:
            cast.sign_in(there, "ben@example.com")
    else:
        database = app.database(place)
        assert Schema(database.engine, migrations.FOLDER).current() is None
        database.close()
    backups.done(place, "restore", archive, "--replace")
    assert backups.email_keys(place) == {"ada@example.com"}
    assert len([*place.files_dir.glob("*/*/*")]) == 1
    assert backups.leftovers(place) == []


# The files are the same on both databases.
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_failed_restore_removes_its_files(
    place: Settings, world: World, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backups.take_secret(place, world.application.app_state.settings)

    def fails(_: SqliteTarget) -> None:
        raise OSError(28, "No space left on device", "the disk")

    monkeypatch.setattr(SqliteTarget, "replace", fails)
    assert "No space left" in backups.refused(place, "restore", archive)
    assert [*place.files_dir.glob("*/*/*")] == []
    assert backups.leftovers(place) == []


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_killed_create_leaves_no_archive(world: World, tmp_path: Path) -> None:
    upload_client.upload(world, cast.ada(world))
    place = tmp_path / "kept"
    place.mkdir()
    code = _KILLED.replace('"restore"', '"create"')
    code = code.replace("sqlite.SqliteTarget.replace = postgres.PostgresTarget.replace = die", "")
    code = code.replace("def die", "from bridgework.backup import create\ndef die")
    code = code.replace("bridgework([", "create.rename = lambda *_: die(None)\nbridgework([")
    killed = subprocess.run(
        [sys.executable, "-c", code, str(place / "one.tar")],
        env=program.environment(world.application.app_state.settings.data_dir),
        cwd=tmp_path,
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    (left,) = place.iterdir()
    assert left.name.startswith(".bridgework-backup-")
    assert left.stat().st_mode & 0o777 == 0o700
    backups.done(world.application.app_state.settings, "create", place / "one.tar")
    assert [file.name for file in place.iterdir()] == ["one.tar"]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_two_restores_at_once_exclude_each_other(
    full: Settings, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def another_one(target: SqliteTarget) -> None:
        assert "is in use: stop" in backups.refused(full, "restore", archive, "--replace")
        replace(target)

    replace = SqliteTarget.replace
    monkeypatch.setattr(SqliteTarget, "replace", another_one)
    with open_archive(archive, backups.silent) as opened:
        options = restore.Options(replace=True)
        restore.restore(full, opened, options, SystemClock().now())
    assert backups.email_keys(full) == {"ada@example.com"}
