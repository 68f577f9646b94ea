"""Every kind of damage to an archive is detected, and nothing is restored."""

import contextlib
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bridgework.kit.data.backup import BackupRefused, Damaged, open_archive
from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from bridgework.settings import Settings
from tests import cast
from tests import world as worlds
from tests.areas.uploads import upload_client
from tests.commands import backups
from tests.world import World

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
FILE = "files/general-assets/01900000-0000-7000-8000-000000000000/x.png"


@pytest.fixture
def archive(world: World, tmp_path: Path) -> Path:
    """A backup of a member with a file."""
    upload_client.upload(world, cast.ada(world))
    world.mail()
    created = tmp_path / "one.tar"
    backups.done(world.application.app_state.settings, "create", created, "--with-secrets")
    return created


@pytest.fixture
def place(tmp_path: Path) -> Settings:
    return worlds.settings(tmp_path / "nowhere")


def check(path: Path) -> None:
    with open_archive(path, backups.silent) as opened:
        assert opened.restored_size() > 0


def test_any_changed_byte_is_found(archive: Path, place: Settings) -> None:
    whole = archive.read_bytes()
    damaged = archive.with_name("damaged.tar")
    check(archive)

    @settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
    @given(at=st.integers(0, len(whole) - 1), bits=st.integers(1, 255))
    @example(at=0, bits=1)
    @example(at=len(whole) - 1, bits=1)
    @example(at=150, bits=1)  # in a header
    @example(at=516, bits=1)  # in the first member
    def found(at: int, bits: int) -> None:
        damaged.write_bytes(whole[:at] + bytes([whole[at] ^ bits]) + whole[at + 1 :])
        with pytest.raises(Damaged):
            check(damaged)

    found()
    for region in range(0, len(whole), max(1, len(whole) // 12)):
        damaged.write_bytes(whole[:region] + bytes([whole[region] ^ 0x55]) + whole[region + 1 :])
        assert "damaged" in backups.refused(place, "restore", damaged)
        assert not place.data_dir.exists()


def test_any_changed_header_bit_is_found(archive: Path) -> None:
    whole = archive.read_bytes()
    damaged = archive.with_name("damaged.tar")
    end = len(whole)
    for at in [*range(512), *range(end - 4096, end, 5)]:
        damaged.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(Damaged):
            check(damaged)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_truncated_and_extended_archives_are_found(archive: Path, data: st.DataObject) -> None:
    whole = archive.read_bytes()
    damaged = archive.with_name("damaged.tar")
    damaged.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    with pytest.raises(Damaged):
        check(damaged)
    damaged.write_bytes(whole + data.draw(st.binary(min_size=1, max_size=2048)))
    with pytest.raises(Damaged):
        check(damaged)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(junk=st.binary(max_size=4096))
def test_other_files_are_refused(archive: Path, junk: bytes) -> None:
    other = archive.with_name("junk.tar")
    other.write_bytes(junk)
    with pytest.raises(Damaged):
        check(other)


@pytest.mark.parametrize(
    "name",
    [
        "../escaped",
        "files/../../escaped",
        "/etc/passwd",
        "files/general-assets/../../escaped/x.png",
        f"{FILE}/../../x",
        "files/incoming/x",
        "mail/../x.eml",
        "mail/.x.eml",
        "secret.key/x",
        "zzz",
        "database/../x.copy.gz",
        "files/general-assets/01900000-0000-7000-8000-000000000000/x\n.png",
    ],
)
def test_unknown_member_names_are_refused(archive: Path, place: Settings, name: str) -> None:
    parts = {**backups.members(archive), name: b"x"}
    forgery = backups.written(archive, dict(sorted(parts.items())), backups.manifest(archive))
    assert "damaged or was tampered with" in backups.refused(place, "restore", forgery)
    assert not place.data_dir.exists()


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, b"S", b"3"])
def test_members_other_than_files_are_refused(archive: Path, place: Settings, kind: bytes) -> None:
    info = tarfile.TarInfo(FILE)
    info.type, info.linkname = kind, "/etc/passwd"
    forgery = backups.sealed(archive, info.tobuf(tarfile.GNU_FORMAT) + backups.tar_of(archive))
    assert "an unknown member" in backups.refused(place, "restore", forgery)


def with_database(
    archive: Path, change: Callable[[bytes], bytes], database_size: int | None = None
) -> Path:
    """Return a copy of the archive with a changed database."""
    parts, name = backups.members(archive), "database/bridgework.db"
    parts[name] = change(parts[name])
    size = len(parts[name]) if database_size is None else database_size
    return backups.written(archive, parts, {**backups.manifest(archive), "database_size": size})


def with_sql(statement: str) -> Callable[[bytes], bytes]:
    def change(database: bytes) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "changed.db")
            file.write_bytes(database[:18] + b"\x01\x01" + database[20:])
            with contextlib.closing(sqlite3.connect(file)) as connection:
                connection.execute(statement)
                connection.commit()
            return file.read_bytes()

    return change


@pytest.mark.parametrize(
    ("change", "size", "why"),
    [
        (bytes, 100, "does not match the manifest"),
        (bytes, 10**9, "does not match the manifest"),
        (lambda _: b"no database at all", None, "not an SQLite database"),
        (lambda whole: whole[:5000], None, "no"),
        (
            with_sql("CREATE TRIGGER t AFTER INSERT ON accounts BEGIN SELECT 1; END"),
            None,
            "triggers",
        ),
        (with_sql("CREATE VIEW v AS SELECT 1"), None, "triggers or views"),
        (with_sql("CREATE TABLE further (x)"), None, "do not match its manifest"),
        (with_sql("INSERT INTO alembic_version VALUES ('0002')"), None, "version of its schema"),
        (
            with_sql("UPDATE alembic_version SET version_num = '9999'"),
            None,
            "version of its schema",
        ),
        (with_sql("UPDATE alembic_version SET version_num = 'x; DROP'"), None, "version of its"),
        (with_sql("DELETE FROM alembic_version"), None, "version of its schema"),
        (with_sql("DELETE FROM sessions"), None, "violates foreign keys"),
        (with_sql("DELETE FROM refresh_tokens"), None, "do not match its manifest"),
        (with_sql("DELETE FROM assets"), None, "do not match its manifest"),
    ],
)
def test_a_database_that_differs_from_the_manifest_is_refused(
    archive: Path,
    place: Settings,
    change: Callable[[bytes], bytes],
    size: int | None,
    why: str,
) -> None:
    forgery = with_database(archive, change, size)
    check(forgery)
    for word in ("verify", "restore"):
        assert why in backups.refused(place, word, forgery)
    assert not (place.data_dir / "bridgework.db").exists()
    assert not place.secret_file.exists()


def without(name: str) -> Callable[[dict[str, bytes]], None]:
    def change(parts: dict[str, bytes]) -> None:
        for each in [part for part in parts if part.startswith(name)]:
            del parts[each]

    return change


@pytest.mark.parametrize("name", ["files/", "mail/", "database/"])
def test_missing_members_are_found(archive: Path, place: Settings, name: str) -> None:
    parts = backups.members(archive)
    without(name)(parts)
    forgery = backups.written(archive, parts, backups.manifest(archive))
    assert "damaged or was tampered with" in backups.refused(place, "restore", forgery)


def test_secrets_that_differ_from_the_manifest_are_refused(archive: Path, place: Settings) -> None:
    parts = backups.members(archive)
    parts["secret.key"] = b"another secret of at least 32 characters\n"
    forgery = backups.written(archive, parts, backups.manifest(archive))
    assert "its secrets do not match its manifest" in backups.refused(place, "restore", forgery)


@pytest.mark.parametrize(
    "changes",
    [
        {"tables": {}},
        {"tables": None},
        {"schema": "1"},
        {"further": 1},
        {"made_at": "yesterday"},
        {"secrets": [1]},
        {"format": "1"},
        {"files": {}},
    ],
)
def test_an_unknown_manifest_is_refused(
    archive: Path, place: Settings, changes: dict[str, Any]
) -> None:
    forgery = backups.forged(archive, **changes)
    assert "damaged or was tampered with" in backups.refused(place, "restore", forgery)


def test_a_duplicate_member_is_refused(archive: Path) -> None:
    with tarfile.open(archive) as tar:
        first = next(iter(tar))
    tar_file = backups.tar_of(archive)
    head = tar_file[: 512 + -(-first.size // 512) * 512]
    with pytest.raises(Damaged, match="an unknown member"):
        check(backups.sealed(archive, head + tar_file))


@pytest.mark.parametrize("size", [-512, -(2**40)])
def test_a_negative_size_is_refused(archive: Path, size: int) -> None:
    info = tarfile.TarInfo(FILE)
    info.size = size
    with pytest.raises(Damaged):
        check(backups.sealed(archive, info.tobuf(tarfile.GNU_FORMAT) + backups.tar_of(archive)))


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_damaged_tar_with_a_valid_digest_is_refused(archive: Path, data: st.DataObject) -> None:
    whole = backups.tar_of(archive)
    at, byte = data.draw(st.integers(0, len(whole) - 1)), data.draw(st.binary(max_size=1))
    with contextlib.suppress(BackupRefused):
        check(backups.sealed(archive, whole[:at] + byte + whole[at + 1 :]))


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(junk=st.binary(max_size=4096))
def test_junk_with_a_valid_digest_is_refused(archive: Path, junk: bytes) -> None:
    with pytest.raises(Damaged):
        check(backups.sealed(archive, junk))
