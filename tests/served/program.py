"""The real server as an operator starts it: a process with a port, a data directory and a log."""

import contextlib
import http.client
import json
import os
import pwd
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.servers import pgbouncer
from tests.servers.ports import free_port

_START_SECONDS = 60.0
_END_SECONDS = 25.0


@dataclass(frozen=True, slots=True)
class Program:
    """A running `bridgework serve`."""

    process: subprocess.Popen[bytes]
    port: int
    log: Path
    started_in: float
    """Seconds from the start to the first response."""

    def connect(self) -> socket.socket:
        """Open a connection."""
        connection = socket.create_connection(("127.0.0.1", self.port), 15)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def request(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """Send a request on a new connection; return status, lower-case headers and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
        raw = None if body is None else json.dumps(body).encode()
        content_headers = {"content-type": "application/json"} if raw else {}
        with contextlib.closing(connection):
            connection.request(method, path, raw, {**content_headers, **(headers or {})})
            response = connection.getresponse()
            lower_case = {name.lower(): value for name, value in response.getheaders()}
            return response.status, lower_case, response.read()

    def send_raw(self, raw: bytes) -> bytes:
        """Send raw bytes; return everything the server sends until it closes the connection."""
        with self.connect() as connection:
            with contextlib.suppress(ConnectionError):  # the server may refuse before the end
                connection.sendall(raw)
            return read_all(connection)

    def terminate(self) -> float:
        """Send SIGTERM; return the seconds until the process ended."""
        started = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(_END_SECONDS)
        return time.monotonic() - started

    def worker(self) -> int:
        """Return the pid of the process that serves requests."""
        file = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [pid for pid in map(int, file.read_text().split()) if _is_server(pid)][-1]


def read_all(connection: socket.socket) -> bytes:
    """Read until the peer closes or resets the connection."""
    parts = []
    with contextlib.suppress(ConnectionError):
        while part := connection.recv(65_536):
            parts.append(part)
    return b"".join(parts)


def environment(folder: Path, **settings: str) -> dict[str, str]:
    """Return the environment of the program, without the settings of the tests."""
    defaults = {
        "BRIDGEWORK_ENV": "development",
        "BRIDGEWORK_DATA_DIR": str(folder),
        "BRIDGEWORK_DATABASE_POOLER": pgbouncer.POOLER,
        "BRIDGEWORK_RATE_LIMIT": "100000/60",
        "BRIDGEWORK_ADDRESS_LIMIT_FACTOR": "100000",
        "BRIDGEWORK_REQUEST_TIMEOUT_SECONDS": "60",  # for a busy machine
        "HOME": "/nonexistent",  # the user of a service may have none
    }
    inherited = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {
        **inherited,
        **defaults,
        **{f"BRIDGEWORK_{name}": text for name, text in settings.items()},
    }


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "bridgework", *arguments]


def run(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command to completion."""
    return subprocess.run(
        command(*arguments),
        cwd=folder,
        env=environment(folder, **settings),
        capture_output=True,
        text=True,
        timeout=_START_SECONDS,
        check=False,
    )


@contextlib.contextmanager
def run_server(
    folder: Path, user: pwd.struct_passwd | None = None, /, **settings: str
) -> Iterator[Program]:
    """Run the server, ready for requests, until the end of the block.

    `user` is another user, which only root can choose.
    """
    port = free_port()
    log = folder / "serve.log"
    started = time.monotonic()
    with log.open("wb") as output:
        process = subprocess.Popen(
            command("serve", "--port", str(port), "--migrate"),
            cwd=folder,
            env=environment(folder, **settings),
            stdout=output,
            stderr=output,
            user=user and user.pw_uid,
            group=user and user.pw_gid,
            extra_groups=[] if user else None,
        )
    try:
        _wait_for(process, port, log)
        yield Program(process, port, log, time.monotonic() - started)
    finally:
        if process.poll() is None:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_END_SECONDS)
        if process.poll() is None:
            process.kill()
            process.wait()


def _wait_for(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        with contextlib.suppress(OSError), contextlib.closing(connection):
            connection.request("GET", "/livez")
            if connection.getresponse().status == 200:
                return
        time.sleep(0.01)
    raise AssertionError(f"the program did not start: {log.read_text()}")


def _is_server(pid: int) -> bool:
    """Return whether this child is the server; another one is Python's resource tracker."""
    try:
        return b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return False  # the process has ended


def data(body: bytes) -> Any:
    """Return the `data` of a response body."""
    return json.loads(body)["data"]
