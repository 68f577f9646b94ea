"""How the server ends: on a signal, when killed, or when it fails to start."""

import json
import os
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.served import program
from tests.served.program import Program, data, read_all
from tests.servers.ports import free_port


def register(running: Program, number: int) -> int:
    """Send a slow request, which hashes a password; return the status."""
    person = {"email": f"person{number}@example.com", "password": "correct horse battery"}
    return running.request("POST", "/auth/register", person)[0]


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def test_sigterm_finishes_requests_and_exits_with_0(tmp_path: Path) -> None:
    with program.run_server(tmp_path) as running:
        body = json.dumps({"email": "slow@example.com", "password": "correct horse battery"})
        with running.connect() as connection, ThreadPoolExecutor(12) as clients:
            head = f"POST /auth/register HTTP/1.1\r\nhost: x\r\ncontent-length: {len(body)}\r\n"
            connection.sendall(f"{head}content-type: application/json\r\n\r\n{body[:10]}".encode())
            hashing = [clients.submit(register, running, number) for number in range(12)]
            time.sleep(0.1)
            ended = clients.submit(running.terminate)
            time.sleep(0.3)
            assert running.process.poll() is None
            connection.sendall(body[10:].encode())
            raw = read_all(connection)
            results = [future.exception() or future.result() for future in hashing]
            took = ended.result()
    assert raw.startswith(b"HTTP/1.1 201 ")
    assert set(results) == {201}
    assert running.process.returncode == 0
    assert took < 8
    assert is_free(running.port)


def test_sigint_stops_an_idle_server_quickly(tmp_path: Path) -> None:
    with program.run_server(tmp_path) as running:
        started = time.monotonic()
        running.process.send_signal(signal.SIGINT)
        assert running.process.wait(10) == 0
    assert time.monotonic() - started < 8


def test_a_worker_exits_when_its_parent_is_killed(tmp_path: Path) -> None:
    with program.run_server(tmp_path) as running:
        worker = running.worker()
        running.process.kill()
        running.process.wait(5)
        started = time.monotonic()
        while is_running(worker) or not is_free(running.port):
            assert time.monotonic() - started < 6
            time.sleep(0.05)


def test_acknowledged_writes_survive_a_kill(tmp_path: Path) -> None:
    with program.run_server(tmp_path) as running:
        assert register(running, 1) == 201
        os.kill(running.worker(), signal.SIGKILL)
        running.process.kill()
        running.process.wait(5)
    with program.run_server(tmp_path) as running:
        assert register(running, 1) == 409
        assert register(running, 2) == 201


def test_a_used_port_is_reported_in_one_line(served: Program, tmp_path: Path) -> None:
    completed = program.run(tmp_path, "serve", "--migrate", "--port", str(served.port))
    assert completed.returncode == 1
    assert completed.stderr.splitlines()[-1] == (
        f"Error: cannot listen on 127.0.0.1:{served.port} (Address already in use); "
        "choose another --port"
    )
    assert "Traceback" not in completed.stderr
    assert served.request("GET", "/livez")[0] == 200


def test_a_second_server_on_the_same_sqlite_file_is_refused(tmp_path: Path) -> None:
    port = str(free_port())
    with program.run_server(tmp_path) as running:
        second = program.run(tmp_path, "serve", "--port", port)
        assert second.returncode == 1
        assert second.stderr.splitlines()[-1] == (
            f"Error: another server uses {tmp_path / 'bridgework.db'}, and SQLite supports one "
            "server: stop the other server, or use PostgreSQL"
        )
        assert running.request("GET", "/livez")[0] == 200
        running.process.kill()
        running.process.wait(5)
    with program.run_server(tmp_path) as next_server:  # the lock ended with the killed process
        assert next_server.request("GET", "/livez")[0] == 200


def test_a_second_server_on_another_name_of_the_sqlite_file_is_refused(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    with program.run_server(first) as running:
        (second / "bridgework.db").hardlink_to(first / "bridgework.db")
        port = str(free_port())
        refused = program.run(second, "serve", "--migrate", "--port", port)
        assert refused.returncode == 1
        assert refused.stderr.splitlines()[-1].startswith(
            f"Error: another server uses {second / 'bridgework.db'}, and SQLite supports one server"
        )
        assert sorted(each.name for each in second.iterdir()) == ["bridgework.db"]
        assert running.request("GET", "/readyz")[0] == 200


@pytest.mark.parametrize(
    ("arguments", "settings", "message"),
    [
        (
            ["--migrate", "--workers", "2"],
            {},
            "more than one worker process requires shared rate limits",
        ),
        (
            ["--migrate", "--workers", "2"],
            {"REDIS_URL": "redis://127.0.0.1:1"},
            "SQLite supports one worker process",
        ),
        ([], {}, "older than this program: run `bridgework migrate`"),
        (["--migrate"], {"RATE_LIMIT": "lots"}, "BRIDGEWORK_RATE_LIMIT: "),
        (
            ["--migrate"],
            {"DATABASE_URL": "postgresql://127.0.0.1:1/none"},
            "cannot connect to the database",
        ),
        (["--migrate"], {"PUBLIC_URL": "example.com"}, "BRIDGEWORK_PUBLIC_URL: must be"),
    ],
)
def test_a_failed_start_is_reported_in_one_line(
    tmp_path: Path, arguments: list[str], settings: dict[str, str], message: str
) -> None:
    port = str(free_port())
    ended = program.run(tmp_path, "serve", "--port", port, *arguments, **settings)
    assert ended.returncode == 1
    last = ended.stderr.splitlines()[-1]
    assert last.startswith("Error: ")
    assert message in last
    assert "Traceback" not in ended.stderr


@pytest.mark.long("waits for a timeout")
def test_a_stalled_client_gets_408_and_does_not_delay_the_shutdown(tmp_path: Path) -> None:
    with program.run_server(tmp_path) as running, running.connect() as connection:
        head = b"POST /auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
        connection.sendall(head + b"content-length: 100\r\n\r\n{")
        started = time.monotonic()
        time.sleep(0.5)
        ended = running.terminate()
        raw = read_all(connection)
        assert raw.startswith(b"HTTP/1.1 408 ")
        assert b"request_timed_out" in raw
        assert 5 < time.monotonic() - started < 14
        assert ended < 14
        assert running.process.returncode == 0


def test_documents_contain_the_address_of_the_server(served: Program) -> None:
    document = json.loads(served.request("GET", "/openapi.json")[2])
    assert document["servers"][0]["url"] == f"http://127.0.0.1:{served.port}"
    assert data(served.request("GET", "/experts")[2]) == []
