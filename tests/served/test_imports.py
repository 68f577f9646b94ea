"""Imports through the real server: the worker of the process, kill -9, and large files."""

import contextlib
import http.client
import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from tests.served import program
from tests.served.program import Program, data

PERSON = {"email": "root@example.com", "password": "correct horse battery"}
CSV = "text/csv"


def sign_in(running: Program, folder: Path) -> str:
    """Sign in as an administrator, who is registered if necessary."""
    if running.request("POST", "/auth/register", PERSON)[0] == 201:
        with contextlib.closing(sqlite3.connect(folder / "bridgework.db")) as database, database:
            database.execute(
                "UPDATE accounts SET is_email_verified = 1, role = 'admin',"
                " master_password_hash = password_hash"
            )
    body = {"email": PERSON["email"], "masterPassword": PERSON["password"]}
    token: str = data(running.request("POST", "/auth/admin/login", body)[2])["token"]
    return token


def send(running: Program, token: str, body: bytes, *, kind: str = "accounts") -> Any:
    """Send a file and return the import."""
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
    headers = {"authorization": f"Bearer {token}", "content-type": CSV}
    with contextlib.closing(connection):
        connection.request("POST", f"/admin/imports?kind={kind}", body, headers)
        response = connection.getresponse()
        answer = response.read()
    assert response.status == 202, answer
    return json.loads(answer)["data"]


def read(running: Program, token: str, import_id: str) -> Any:
    headers = {"authorization": f"Bearer {token}"}
    return data(running.request("GET", f"/admin/imports/{import_id}", headers=headers)[2])


def finished(running: Program, token: str, import_id: str, seconds: float) -> Any:
    """Wait until an import has ended, and return it."""
    deadline = time.monotonic() + seconds
    while (found := read(running, token, import_id))["state"] == "running":
        assert time.monotonic() < deadline, found
        time.sleep(0.1)
    return found


def accounts(count: int) -> bytes:
    rows = (f"person{number}@example.com\n" for number in range(count))
    return ("email\n" + "".join(rows)).encode()


def test_an_import_continues_after_kill_9_and_creates_nothing_twice(tmp_path: Path) -> None:
    count = 1_500
    with program.run_server(tmp_path) as running:
        token = sign_in(running, tmp_path)
        import_id = send(running, token, accounts(count))["id"]
        while not read(running, token, import_id)["lines"] > 100:
            time.sleep(0.01)
        assert read(running, token, import_id)["state"] == "running"
        os.kill(running.worker(), signal.SIGKILL)
        running.process.send_signal(signal.SIGKILL)
        running.process.wait(10)
    # As after a minute: the killed worker holds the import until then.
    with contextlib.closing(sqlite3.connect(tmp_path / "bridgework.db")) as database, database:
        database.execute("UPDATE imports SET held_until = '2020-01-01T00:00:00.000000Z'")
    with program.run_server(tmp_path) as running:
        token = sign_in(running, tmp_path)
        done = finished(running, token, import_id, 60)
    assert (done["state"], done["lines"], done["created"]) == ("done", count, count)
    assert (done["skipped"], done["failed"]) == (0, 0)
    with contextlib.closing(sqlite3.connect(tmp_path / "bridgework.db")) as database:
        [[found]] = database.execute("SELECT count(*) FROM accounts WHERE email LIKE 'person%'")
        [[entries]] = database.execute(
            "SELECT count(*) FROM audit_entries WHERE action = 'account.import'"
        )
    assert found == entries == count


@pytest.mark.long("a million lines")
def test_a_million_lines_take_little_memory_and_delay_no_request(tmp_path: Path) -> None:
    body = b"email\n" + b"a@example.com\n" * 1_000_000
    with program.run_server(tmp_path) as running:
        token = sign_in(running, tmp_path)
        status = Path(f"/proc/{running.worker()}/status")
        import_id = send(running, token, body)["id"]
        before = int(status.read_text().partition("VmHWM:")[2].split()[0])
        slowest, started = 0.0, time.monotonic()
        while read(running, token, import_id)["lines"] < 50_000 and time.monotonic() < started + 90:
            request = time.monotonic()
            running.request("POST", "/auth/resend-otp", {"email": "nobody@example.com"})
            slowest = max(slowest, time.monotonic() - request)
            time.sleep(0.1)
        lines = read(running, token, import_id)["lines"]
        after = int(status.read_text().partition("VmHWM:")[2].split()[0])
    assert lines >= 50_000
    assert after - before < 20_000  # KiB
    assert slowest < 1.0
