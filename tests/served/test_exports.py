"""Exports through the real server: many records, little memory, bad clients, and a failure."""

import contextlib
import http.client
import json
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest

from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from tests.served import program
from tests.served.program import Program, data

MIB = 1024 * 1024
MAX_GROWTH = 100 * MIB
PERSON = {"email": "root@example.com", "password": "correct horse battery"}
COPY = """
    INSERT INTO audit_entries
        (id, at, actor, action, target, outcome, request_id, changes, personal, digest, number, mac)
    SELECT ?1, at, actor, action, target, outcome, request_id, changes, personal, digest, ?2, mac
    FROM audit_entries WHERE number IS NULL OR number = 1 LIMIT 1
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("served-exports")


@pytest.fixture(scope="module")
def running(folder: Path) -> Iterator[Program]:
    with program.run_server(folder) as served:
        yield served


@pytest.fixture(scope="module")
def token(running: Program, folder: Path) -> str:
    """Register an administrator, and sign in as one."""
    assert running.request("POST", "/auth/register", PERSON)[0] == 201
    with connect(folder) as database:
        database.execute(
            "UPDATE accounts SET is_email_verified = 1, role = 'admin',"
            " master_password_hash = password_hash"
        )
    body = {"email": PERSON["email"], "masterPassword": PERSON["password"]}
    access_token: str = data(running.request("POST", "/auth/admin/login", body)[2])["token"]
    return access_token


@contextlib.contextmanager
def connect(folder: Path) -> Iterator[sqlite3.Connection]:
    """Open the server's database, and commit after the block."""
    database = sqlite3.connect(folder / "bridgework.db", timeout=10)
    with contextlib.closing(database), database:
        yield database


def add_entries(folder: Path, count: int) -> None:
    """Add entries to the audit log."""
    with connect(folder) as database:
        start = database.execute("SELECT count(*) FROM audit_entries").fetchone()[0] + 1_000
        ids = ((str(UUID(int=number)), number) for number in range(start, start + count))
        database.executemany(COPY, ids)


def start_export(running: Program, token: str, name: str) -> http.client.HTTPConnection:
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=30)
    connection.request("GET", f"/admin/export/{name}", headers={"authorization": f"Bearer {token}"})
    return connection


def peak_memory(running: Program) -> int:
    """Return the peak memory of the process in bytes."""
    status = Path(f"/proc/{running.worker()}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


def export_statuses(running: Program) -> list[int]:
    """Return the statuses of the exports in the access log."""
    lines = running.log.read_text().splitlines()
    entries = [json.loads(line) for line in lines if line.startswith("{")]
    return [entry["status"] for entry in entries if entry.get("operation") == "adminExport"]


@pytest.mark.parametrize(
    "count", [5_000, pytest.param(1_000_000, marks=pytest.mark.long("a million records"))]
)
def test_an_export_of_many_records_takes_little_memory(
    running: Program, token: str, folder: Path, count: int
) -> None:
    add_entries(folder, count)
    before = peak_memory(running)
    with contextlib.closing(start_export(running, token, "audit.jsonl")) as connection:
        response = connection.getresponse()
        lines = sum(1 for line in response if json.loads(line)["id"])
    growth = peak_memory(running) - before
    assert lines >= count
    assert growth < MAX_GROWTH


def test_a_client_that_does_not_read_does_not_fill_the_memory(
    running: Program, token: str, folder: Path
) -> None:
    add_entries(folder, 60_000)
    before = peak_memory(running)
    connection = start_export(running, token, "audit.jsonl")
    response = connection.getresponse()
    time.sleep(3)
    growth = peak_memory(running) - before
    exports = len(export_statuses(running))
    response.close()
    connection.close()
    assert growth < 20 * MIB
    wait_for_exports(running, exports + 1)
    assert export_statuses(running)[-1] == 499


def test_a_failure_midway_closes_the_connection_before_the_end(
    running: Program, token: str, folder: Path
) -> None:
    add_entries(folder, 60_000)
    with contextlib.closing(start_export(running, token, "audit.csv")) as connection:
        response = connection.getresponse()
        assert response.status == 200
        response.read(1000)
        with connect(folder) as database:
            database.execute("ALTER TABLE audit_personal RENAME TO renamed")
        try:
            with pytest.raises((http.client.IncompleteRead, ConnectionError)):
                response.read()
        finally:
            with connect(folder) as database:
                database.execute("ALTER TABLE renamed RENAME TO audit_personal")


def wait_for_exports(running: Program, count: int) -> None:
    """Wait until the access log has that many exports."""
    deadline = time.monotonic() + 20
    while len(export_statuses(running)) < count and time.monotonic() < deadline:
        time.sleep(0.05)
