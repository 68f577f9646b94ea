"""`bridgework backup`: created during writes, verified, and restored elsewhere."""

import subprocess
import threading
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from bridgework.areas.community.feed.tables import comments, posts
from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from bridgework.kit.security.rate_limit import Rule
from bridgework.settings import Settings
from tests import cast, make
from tests.areas.uploads import samples, upload_client
from tests.commands import backups
from tests.kit.db import another
from tests.loop import Loop
from tests.served import program
from tests.world import Person, World

pytestmark = pytest.mark.needs_session


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """A high rate limit."""
    return settings.model_copy(
        update={"rate_limit": Rule("default", 100_000, 60), "address_limit_factor": 1000}
    )


@pytest.fixture
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("backups") / "one.tar"


@pytest.fixture
def ada(world: World) -> Person:
    """An expert with a public profile, a file, a post, and unusual values everywhere."""
    ada = cast.ada(world)
    world.mail()
    make.into_expert(world, ada, years_experience=7.25, bio="Zähne\n\t\\ \\N 😀 'quoted' \"twice\"")
    upload_client.upload(world, ada)
    upload_client.upload(world, ada, samples.PNG, folder="vendor-attachments")
    post = (
        world.post("/feed/posts", {"content": "line one\nline\\two\t\\."}, as_=ada).must(201).data
    )
    world.post(f"/feed/posts/{post['id']}/comments", {"content": "\\N"}, as_=ada).must(201)
    world.run_periodic_tasks()
    return ada


def test_a_restored_server_gives_the_same_responses(
    world: World, ada: Person, place: Settings, archive: Path, loop: Loop
) -> None:
    origin = world.application.app_state.settings
    output = backups.done(origin, "create", archive)
    assert "2 files, 1 e-mails" in output
    assert "can be restored" in backups.done(origin, "verify", archive)
    before = backups.rows(origin)
    asked = ["/experts", "/users/me", "/users/me/profile", "/feed/posts", "/users/me/export"]
    responses = [world.get(path, as_=ada).must(200).data for path in asked]
    backups.take_secret(place, origin)
    assert "restored: made" in backups.done(place, "restore", archive)
    after = backups.rows(place)
    noted = {"audit_entries", "audit_personal"}
    assert {n: r for n, r in after.items() if n not in noted} == {
        n: r for n, r in before.items() if n not in noted
    }
    assert len(after["audit_entries"]) == len(before["audit_entries"]) + 1
    with backups.served(place, world, loop) as again:
        for path, answer in zip(asked, responses, strict=True):
            told_again = again.get(path, as_=ada).must(200).data
            if path.endswith("export"):
                assert answer["tables"].keys() == told_again["tables"].keys()
            else:
                assert told_again == answer
        assert upload_client.list_files(again) == upload_client.list_files(world)
        (public,) = (
            path for path in upload_client.list_files(again) if path.startswith("general-assets")
        )
        assert again.get(f"/files/{public}").must(200).body == samples.PNG
        post = {"content": "after"}
        again.post("/feed/posts", post, as_=ada).must(201)
        again.run_periodic_tasks()
        make.expert(again, "Zoe New")  # uses a new id
        assert len(again.get("/experts").must(200).data) == 2


def test_a_backup_contains_acknowledged_writes(
    world: World, ada: Person, place: Settings, archive: Path
) -> None:
    origin = world.application.app_state.settings
    acknowledged: list[str] = []
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            post = world.post("/feed/posts", {"content": "x" * 500}, as_=ada).must(201).data
            for _ in range(2):
                path = f"/feed/posts/{post['id']}/comments"
                world.post(path, {"content": "y"}, as_=ada).must(201)
            acknowledged.append(post["id"])

    writing = threading.Thread(target=write)
    writing.start()
    try:
        while len(acknowledged) < 5:
            stop.wait(0.01)
        before = list(acknowledged)
        url = {"DATABASE_URL": origin.database_url}
        created = program.run(origin.data_dir, "backup", "create", str(archive), **url)
        assert created.returncode == 0, created.stderr
    finally:
        stop.set()
        writing.join()
    assert len(acknowledged) > len(before), "nothing was written meanwhile"
    backups.take_secret(place, origin)
    backups.done(place, "restore", archive)
    with another.connection(place.database_url) as connection:
        there = set(connection.execute(sa.select(posts.c.id)).scalars())
        assert there >= set(before)
        assert len(there) < len(acknowledged) + 2
        of_comments = set(connection.execute(sa.select(comments.c.post_id)).scalars())
        assert of_comments <= there


def test_a_backup_is_private_and_has_no_secrets_by_default(
    world: World, ada: Person, archive: Path, place: Settings
) -> None:
    origin = world.application.app_state.settings
    output = backups.done(origin, "create", archive)
    assert archive.stat().st_mode & 0o777 == 0o600
    assert "not included: store them separately" in output
    (secret,) = origin.secret_file.read_text().split()
    parts = backups.members(archive)
    assert secret.encode() not in archive.read_bytes()
    assert not [name for name, body in parts.items() if secret.encode() in body]
    with_it = archive.with_name("secrets.tar")
    backups.done(origin, "create", with_it, "--with-secrets")
    assert secret.encode() in with_it.read_bytes()
    backups.done(place, "restore", with_it)
    assert place.secret_file.read_bytes() == origin.secret_file.read_bytes()
    assert place.secret_file.stat().st_mode & 0o777 == 0o600


def test_tar_and_sha256sum_read_a_backup(world: World, ada: Person, archive: Path) -> None:
    backups.done(world.application.app_state.settings, "create", archive)
    folder = archive.parent / "by-hand"
    folder.mkdir()
    subprocess.run(["tar", "xf", archive, "-C", folder], check=True)
    by_hand = f"head -c -65 {archive} | sha256sum | head -c 64"
    digest = subprocess.run(["sh", "-c", by_hand], capture_output=True, check=True).stdout
    assert archive.read_bytes()[-65:] == digest + b"\n"
    (database,) = (folder / "database").iterdir()
    if world.application.app_state.settings.on_sqlite:
        with closing(sqlite3.connect(database)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    else:
        subprocess.run(["pg_restore", "--list", database], check=True)


def test_a_backup_in_a_directory_is_named_by_the_time(world: World, archive: Path) -> None:
    output = backups.done(world.application.app_state.settings, "create", archive.parent)
    (made,) = archive.parent.glob("bridgework-*Z.tar")
    assert str(made) in output


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_create_refuses_bad_targets(world: World, archive: Path, place: Settings) -> None:
    origin = world.application.app_state.settings
    archive.write_bytes(b"something")
    assert "already exists" in backups.refused(origin, "create", archive)
    assert archive.read_bytes() == b"something"
    elsewhere = archive.parent / "no" / "such.tar"
    assert "No such file" in backups.refused(origin, "create", elsewhere)
    assert "there is no database" in backups.refused(place, "create", archive.parent / "x.tar")
    with another.connection(origin.database_url) as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        connection.exec_driver_sql("UPDATE schema_compatibility SET oldest_program = '9999'")
    assert "newer than this program" in backups.refused(origin, "create", archive.parent / "y.tar")
    assert [*archive.parent.iterdir()] == [archive]


def test_a_missing_file_is_reported(
    world: World, ada: Person, archive: Path, place: Settings
) -> None:
    origin = world.application.app_state.settings
    lost = upload_client.list_files(world)[0]
    (origin.files_dir / lost).unlink()
    assert f"warning: {lost} is missing" in backups.done(origin, "create", archive)
    backups.done(origin, "verify", archive)
    backups.take_secret(place, origin)
    backups.done(place, "restore", archive)


def test_recently_deleted_files_are_included(world: World, ada: Person, archive: Path) -> None:
    origin = world.application.app_state.settings
    path = upload_client.list_files(world)[0]
    upload_client.delete(world, ada, path).must(200)
    world.run_periodic_tasks()
    backups.done(origin, "create", archive)
    assert f"files/{path}" in backups.members(archive)
    world.clock.advance(hours=25)
    world.run_periodic_tasks()
    later = archive.with_name("later.tar")
    backups.done(origin, "create", later)
    assert f"files/{path}" not in backups.members(later)


def test_files_can_be_left_out(world: World, ada: Person, archive: Path, place: Settings) -> None:
    origin = world.application.app_state.settings
    backups.done(origin, "create", archive, "--without-files")
    assert not [name for name in backups.members(archive) if name.startswith("files/")]
    assert backups.manifest(archive)["files"]["count"] == 2
    backups.done(origin, "verify", archive)
    backups.take_secret(place, origin)
    output = backups.done(place, "restore", archive)
    assert "not in the archive: 2 files" in output


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_missing_postgresql_programs_are_named(
    world: World, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    origin = world.application.app_state.settings
    backups.done(origin, "create", archive)
    monkeypatch.setenv("PATH", str(archive.parent))
    output = backups.refused(origin, "create", archive.with_name("another.tar"))
    assert "pg_dump is not installed" in output
    assert "pg_restore is not installed" in backups.refused(origin, "verify", archive)
