"""How the program ends: asked to, killed, or before it has begun."""

import json
import os
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.served import program
from tests.served.program import Program, data, everything
from tests.servers import valkey


def register(running: Program, number: int) -> int:
    """The status of a slow request: it hashes a password."""
    person = {"email": f"person{number}@example.com", "password": "correct horse battery"}
    return running.ask("POST", "/auth/register", person)[0]


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


def test_sigterm_lets_what_is_under_way_end_and_then_ends_well(tmp_path: Path) -> None:
    with program.serving(tmp_path) as running:
        body = json.dumps({"email": "slow@example.com", "password": "correct horse battery"})
        with running.connect() as wire, ThreadPoolExecutor(12) as clients:
            head = f"POST /auth/register HTTP/1.1\r\nhost: x\r\ncontent-length: {len(body)}\r\n"
            wire.sendall(f"{head}content-type: application/json\r\n\r\n{body[:10]}".encode())
            hashing = [clients.submit(register, running, number) for number in range(12)]
            time.sleep(0.1)
            ended = clients.submit(running.terminate)
            time.sleep(0.3)
            assert running.process.poll() is None
            wire.sendall(body[10:].encode())
            told = everything(wire)
            answered = [one.exception() or one.result() for one in hashing]
            took = ended.result()
    assert told.startswith(b"HTTP/1.1 201 ")
    assert set(answered) == {201}
    assert running.process.returncode == 0
    assert took < 8
    assert is_free(running.port)


def test_sigint_ends_it_too_and_quickly_when_idle(tmp_path: Path) -> None:
    with program.serving(tmp_path) as running:
        began = time.monotonic()
        running.process.send_signal(signal.SIGINT)
        assert running.process.wait(10) == 0
    assert time.monotonic() - began < 8


def test_a_killed_parent_takes_its_worker_along(tmp_path: Path) -> None:
    with program.serving(tmp_path) as running:
        worker = running.worker()
        running.process.kill()
        running.process.wait(5)
        began = time.monotonic()
        while is_running(worker) or not is_free(running.port):
            assert time.monotonic() - began < 6
            time.sleep(0.05)


def test_what_was_acknowledged_outlives_a_kill(tmp_path: Path) -> None:
    with program.serving(tmp_path) as running:
        assert register(running, 1) == 201
        os.kill(running.worker(), signal.SIGKILL)
        running.process.kill()
        running.process.wait(5)
    with program.serving(tmp_path) as running:
        assert register(running, 1) == 409
        assert register(running, 2) == 201


def test_a_port_that_is_taken_is_told_in_one_line(served: Program, tmp_path: Path) -> None:
    told = program.run(tmp_path, "serve", "--migrate", "--port", str(served.port))
    assert told.returncode == 1
    assert told.stderr.splitlines()[-1] == (
        f"Error: can't listen on 127.0.0.1:{served.port} (Address already in use): "
        "choose another --port"
    )
    assert "Traceback" not in told.stderr
    assert served.ask("GET", "/livez")[0] == 200


def test_a_second_server_on_the_same_sqlite_file_is_refused(tmp_path: Path) -> None:
    port = str(valkey.free_port())
    with program.serving(tmp_path) as running:
        second = program.run(tmp_path, "serve", "--port", port)
        assert second.returncode == 1
        assert second.stderr.splitlines()[-1] == (
            f"Error: another server runs on {tmp_path / 'bridgework.db'}, and SQLite is served by "
            "one process: stop the other server, or use PostgreSQL for more than one"
        )
        assert running.ask("GET", "/livez")[0] == 200
        running.process.kill()
        running.process.wait(5)
    with program.serving(tmp_path) as next_server:  # the lock ended with the killed process
        assert next_server.ask("GET", "/livez")[0] == 200


@pytest.mark.parametrize(
    ("arguments", "settings", "told"),
    [
        (["--migrate", "--workers", "2"], {}, "more than one worker process needs shared counters"),
        (
            ["--migrate", "--workers", "2"],
            {"REDIS_URL": "redis://127.0.0.1:1"},
            "SQLite is served by one process",
        ),
        ([], {}, "older than this program: run `bridgework migrate`"),
        (["--migrate"], {"RATE_LIMIT": "lots"}, "BRIDGEWORK_RATE_LIMIT: "),
        (["--migrate"], {"DATABASE_URL": "postgresql://127.0.0.1:1/none"}, "can't be reached"),
        (["--migrate"], {"PUBLIC_URL": "example.com"}, "BRIDGEWORK_PUBLIC_URL: must be"),
    ],
)
def test_what_it_can_t_begin_with_is_told_in_one_line(
    tmp_path: Path, arguments: list[str], settings: dict[str, str], told: str
) -> None:
    port = str(valkey.free_port())
    ended = program.run(tmp_path, "serve", "--port", port, *arguments, **settings)
    assert ended.returncode == 1
    last = ended.stderr.splitlines()[-1]
    assert last.startswith("Error: ")
    assert told in last
    assert "Traceback" not in ended.stderr


@pytest.mark.long
def test_a_client_that_stalls_is_told_and_does_not_hold_up_the_end(tmp_path: Path) -> None:
    with program.serving(tmp_path) as running, running.connect() as wire:
        head = b"POST /auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
        wire.sendall(head + b"content-length: 100\r\n\r\n{")
        began = time.monotonic()
        time.sleep(0.5)
        ended = running.terminate()
        told = everything(wire)
        assert told.startswith(b"HTTP/1.1 408 ")
        assert b"request_timed_out" in told
        assert 8 < time.monotonic() - began < 14
        assert ended < 14
        assert running.process.returncode == 0


def test_it_tells_of_itself_under_its_own_address(served: Program) -> None:
    document = json.loads(served.ask("GET", "/openapi.json")[2])
    assert document["servers"][0]["url"] == f"http://127.0.0.1:{served.port}"
    assert data(served.ask("GET", "/experts")[2]) == []
