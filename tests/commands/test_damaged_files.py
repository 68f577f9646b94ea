"""Commands and the server say what is wrong with damaged or inaccessible files."""

import json
import os
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from tests.commands import ordinary_user
from tests.commands.ordinary_user import Place
from tests.process import run_server

PAGE = 4096


def test_an_unreadable_secret_is_named(private: Place) -> None:
    private.run("migrate")
    secret = private.data / "secret.key"
    secret.write_text("x" * 43 + "\n")
    private.own(secret, owner=0, mode=0o600) if os.geteuid() == 0 else secret.chmod(0)
    for command in (("config", "check", "--connect"), ("audit", "verify"), ("serve",)):
        refused = private.refused(*command)
        assert f"{secret}: permission denied" in refused
    results = private.doctor()
    assert results["secret"]["status"] == "failed"
    assert "permission denied" in results["secret"]["message"]
    assert results["audit chain"]["status"] == "warning"


@pytest.mark.parametrize("content", ["", "short\n", "Zähne\n"])
def test_a_malformed_secret_is_named(private: Place, content: str) -> None:
    private.run("migrate")
    secret = private.data / "secret.key"
    secret.write_text(content)
    private.own(secret)
    for command in (("audit", "verify"), ("serve",)):
        assert "restore the file from where you store it" in private.refused(*command)
    assert secret.read_text() == content
    assert private.doctor()["secret"]["status"] == "failed"


def test_a_directory_that_is_not_writable_is_named(private: Place) -> None:
    private.run("migrate")
    private.data.chmod(0o500)
    results = private.doctor()
    assert results["data directory"]["status"] == "failed"
    assert "permission denied" in results["data directory"]["message"]
    assert results["storage"]["status"] == "failed"
    assert "permission denied" in private.refused("serve")
    private.data.chmod(0o700)


def test_a_read_only_database_file_is_named(private: Place) -> None:
    private.run("migrate")
    file = private.data / "bridgework.db"
    file.chmod(0o400)
    results = private.doctor()
    assert results["database"]["status"] == "failed"
    assert f"{file}: permission denied" in results["database"]["message"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a directory to another user")
def test_a_directory_of_another_user_is_named(private: Place) -> None:
    private.run("migrate")
    private.own(private.data, owner=0, mode=0o700)
    for command in (
        ("migrate",),
        ("serve",),
        ("audit", "verify"),
        ("config", "check", "--connect"),
    ):
        refused = private.refused(*command)
        assert "permission denied" in refused
        assert f"{private.data} belongs to root" in refused


def truncate(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2 // PAGE * PAGE)


def write_garbage(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.write(b"\xff" * 100)


def zero_page(file: Path, name: str = "accounts") -> None:
    """Zero the first page of an index, or of a table and of its indexes."""
    with closing(sqlite3.connect(file)) as connection:
        query = "SELECT rootpage FROM sqlite_schema WHERE ? IN (name, tbl_name)"
        pages = [page for [page] in connection.execute(query, (name,))]
    with file.open("r+b") as opened:
        for page in pages:
            opened.seek((page - 1) * PAGE)
            opened.write(bytes(PAGE))


def damage_index(file: Path) -> None:
    zero_page(file, "ix_audit_entries_at")


@pytest.mark.parametrize("damage", [truncate, write_garbage, zero_page, damage_index])
def test_a_damaged_database_is_named(private: Place, damage: Callable[[Path], None]) -> None:
    private.run("migrate")
    private.run("config", "check", "--connect")  # creates the secret
    file = private.data / "bridgework.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    damage(file)
    private.own(file)
    results = private.doctor()
    assert results["database"]["status"] == "failed"
    assert f"{file} is damaged" in results["database"]["message"]
    assert "backup restore" in results["database"]["remedy"]
    assert results["hashing"]["status"] == "ok"
    for command in (("serve",), ("config", "check", "--connect")):
        refused = private.refused(*command)
        assert f"the database file {file} is damaged" in refused
        assert "restore the newest verified backup" in refused
    if damage in {truncate, write_garbage}:
        assert f"the database file {file} is damaged" in private.refused("audit", "verify")
        archive = str(private.data / "one.tar")
        refused = private.refused("backup", "create", archive)
        assert f"the database file {file} is damaged" in refused


def test_a_running_server_reports_damage(tmp_path: Path) -> None:
    with run_server(tmp_path) as server:
        assert _status(server.url) == (200, "ready")
        file = tmp_path / "bridgework.db"
        zero_page(file)
        # Another process writes, so that the server reads the pages again.
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("CREATE TABLE probe (x)")
            connection.commit()
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        body = '{"email": "ada@example.com", "password": "correct horse battery"}'
        ordinary_user.post(f"{server.url}/auth/login", body)
        assert _status(server.url) == (503, "database_damaged")


def _status(url: str) -> tuple[int, str]:
    run = subprocess.run(
        ["curl", "-s", "-m", "10", "-w", "\n%{http_code}", f"{url}/readyz"],
        check=True,
        capture_output=True,
        text=True,
    )
    body, _, code = run.stdout.rpartition("\n")
    answer = json.loads(body)
    return int(code), answer.get("status") or answer["error"]
