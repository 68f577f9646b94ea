"""Supervision of the worker processes: restart, reload, drain, and giving up."""

import contextlib
import http.client
import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from tests.served import program
from tests.served.program import Program, read_all
from tests.served.test_ending import is_running

_TIMEOUT = 20.0
_IDLE_SECONDS = 0.4
"""Slightly less than the time for which a stopping worker process serves all connections."""


def kill_worker(running: Program) -> int:
    """Kill the worker process and wait until it has ended. Returns its pid."""
    pid = running.worker()
    os.kill(pid, signal.SIGKILL)
    deadline = time.monotonic() + _TIMEOUT
    while is_running(pid):
        assert time.monotonic() < deadline
        time.sleep(0.002)
    return pid


def wait_for_another_worker(running: Program, before: int) -> None:
    deadline = time.monotonic() + _TIMEOUT
    while True:
        # There may be no worker process for a moment.
        with contextlib.suppress(IndexError, FileNotFoundError):
            if running.worker() != before:
                return
        assert time.monotonic() < deadline, running.log.read_text()
        time.sleep(0.02)


def wait_for_log(running: Program, text: str) -> None:
    deadline = time.monotonic() + _TIMEOUT
    while text not in running.log.read_text():
        assert time.monotonic() < deadline, running.log.read_text()
        time.sleep(0.02)


@pytest.mark.long("ten restarts")
def test_a_worker_killed_ten_times_in_a_row_is_restarted_each_time(
    tmp_path: Path, database_url: str
) -> None:
    with program.run_server(tmp_path, DATABASE_URL=database_url) as running:
        killed = set()
        for _ in range(10):
            killed.add(kill_worker(running))
            assert running.request("GET", "/livez")[0] == 200  # the connection waits in the backlog
        assert len(killed) == 10
        assert running.terminate() < 8
        assert running.process.returncode == 0
    assert running.log.read_text().count("died (signal 9)") == 10


def log_of_ended_server(running: Program) -> str:
    """Return the log of the server, which must have ended with exit status 1."""
    assert running.process.wait(_TIMEOUT) == 1, running.log.read_text()
    return running.log.read_text()


def test_a_worker_that_finds_a_newer_schema_ends_the_server(tmp_path: Path) -> None:
    with program.run_server(tmp_path) as running:
        with contextlib.closing(sqlite3.connect(tmp_path / "bridgework.db")) as database, database:
            database.execute("UPDATE alembic_version SET version_num = '9999'")
            database.execute("UPDATE schema_compatibility SET oldest_program = '9999'")
        kill_worker(running)
        *_, last = lines = log_of_ended_server(running).splitlines()
    assert sum("Error: the database's schema (9999) is newer" in line for line in lines) == 1
    assert last.startswith("Error: the server ended because a worker process could not start")
    assert "Traceback" not in "".join(lines)


def test_a_worker_that_finds_bad_settings_ends_the_server(tmp_path: Path) -> None:
    with program.run_server(tmp_path) as running:
        (tmp_path / ".env").write_text("BRIDGEWORK_CONSULTATION_CAP=nonsense\n")
        kill_worker(running)
        log = log_of_ended_server(running)
    assert log.count("Error: BRIDGEWORK_CONSULTATION_CAP: ") == 1
    assert "Traceback" not in log


def test_a_worker_that_is_killed_while_it_starts_ends_the_server_after_some_attempts(
    tmp_path: Path,
) -> None:
    with program.run_server(tmp_path) as running:
        kill_worker(running)
        while running.process.poll() is None:
            with contextlib.suppress(IndexError, FileNotFoundError, ProcessLookupError):
                os.kill(running.worker(), signal.SIGKILL)
            time.sleep(0.001)
        assert "could not start (signal 9)" in log_of_ended_server(running)


def test_a_worker_starts_while_the_database_can_t_be_reached(tmp_path: Path) -> None:
    with program.run_server(tmp_path) as running:
        (tmp_path / ".env").write_text(
            "BRIDGEWORK_DATABASE_URL=postgresql://127.0.0.1:1/none\n"
            f"BRIDGEWORK_SECRET_KEYS={'k' * 44}\n"
        )
        kill_worker(running)
        assert running.request("GET", "/livez")[0] == 200
        assert running.request("GET", "/readyz")[0] == 503
        assert "the schema was not checked" in running.log.read_text()


def test_reload_reads_the_settings_again(tmp_path: Path) -> None:
    with program.run_server(tmp_path) as running:
        before = running.worker()
        (tmp_path / ".env").write_text("BRIDGEWORK_PUBLIC_CACHE_CONTROL=public, max-age=7\n")
        running.process.send_signal(signal.SIGHUP)
        wait_for_another_worker(running, before)
        assert running.request("GET", "/experts")[1]["cache-control"] == "public, max-age=7"


def test_reload_with_bad_settings_is_refused(tmp_path: Path) -> None:
    with program.run_server(tmp_path) as running:
        before = running.worker()
        (tmp_path / ".env").write_text("BRIDGEWORK_CONSULTATION_CAP=nonsense\n")
        running.process.send_signal(signal.SIGHUP)
        wait_for_log(running, "reload refused")
        assert running.request("GET", "/livez")[0] == 200
        assert running.worker() == before


class Client(threading.Thread):
    """Sends requests in a row over a kept-alive connection until `stop` is set."""

    def __init__(self, running: Program, stop: threading.Event, pause: float) -> None:
        super().__init__(daemon=True)
        self._port = running.port
        self._stop_asked = stop
        self._pause = pause
        self.statuses: list[int] = []
        self.failures: list[str] = []
        self.closed = 0
        self._used = 0
        self._ready_at = self._sent_at = 0.0

    def run(self) -> None:
        while not self._stop_asked.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
            with contextlib.closing(connection):
                try:
                    self._use(connection)
                except (OSError, http.client.HTTPException) as error:
                    # A connection that was idle for longer may be closed while the client sends;
                    # clients must handle that (RFC 9112, 9.3.1).
                    idle = self._sent_at - self._ready_at
                    if idle < _IDLE_SECONDS:
                        self.failures.append(f"{error!r} after {self._used} requests, {idle:.3f} s")

    def _use(self, connection: http.client.HTTPConnection) -> None:
        """Send requests until the server announces that it closes the connection."""
        connection.connect()
        self._used, self._ready_at = 0, time.monotonic()
        while not self._stop_asked.is_set():
            self._sent_at = time.monotonic()
            connection.request("GET", "/experts")
            response = connection.getresponse()
            response.read()
            self._used += 1
            self._ready_at = time.monotonic()
            self.statuses.append(response.status)
            if response.will_close:
                self.closed += 1
                return
            time.sleep(self._pause)


def test_no_request_fails_while_the_worker_is_reloaded(tmp_path: Path, database_url: str) -> None:
    stop = threading.Event()
    with program.run_server(tmp_path, DATABASE_URL=database_url) as running:
        clients = [Client(running, stop, pause) for pause in [0, 0, 0, 0.001, 0.01, 0.05, 0.1, 0.2]]
        for client in clients:
            client.start()
        for _ in range(4):
            before = running.worker()
            running.process.send_signal(signal.SIGHUP)
            wait_for_another_worker(running, before)
            time.sleep(0.5)
        stop.set()
        for client in clients:
            client.join(_TIMEOUT)
        assert running.terminate() < 8
    assert [failure for client in clients for failure in client.failures] == []
    assert {status for client in clients for status in client.statuses} == {200}
    assert min(client.closed for client in clients) >= 2  # each client had to reconnect


@pytest.mark.skipif(sys.platform != "linux", reason="TCP_DEFER_ACCEPT is an option of Linux")
def test_a_connection_without_a_request_outlives_a_reload(tmp_path: Path) -> None:
    with program.run_server(tmp_path) as running:
        before = running.worker()
        running.process.send_signal(signal.SIGHUP)
        wait_for_log(running, "the worker processes are replaced")
        with running.connect() as connection:  # half a second before the process ends
            wait_for_another_worker(running, before)
            connection.sendall(b"GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
            assert read_all(connection).startswith(b"HTTP/1.1 200 ")


def test_sigterm_closes_a_kept_alive_connection_with_a_response(tmp_path: Path) -> None:
    stop = threading.Event()
    with program.run_server(tmp_path) as running:
        client = Client(running, stop, pause=0.05)
        client.start()
        time.sleep(0.3)
        assert client.closed == 0
        running.process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + _TIMEOUT
        while client.closed == 0:
            assert client.failures == []
            assert time.monotonic() < deadline
            time.sleep(0.005)
        stop.set()
        assert running.process.wait(_TIMEOUT) == 0
