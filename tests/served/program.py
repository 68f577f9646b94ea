"""The real program as an operator starts it: a process with a port, a folder and a log."""

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.servers import valkey

_START_SECONDS = 20.0
_END_SECONDS = 25.0


@dataclass(frozen=True, slots=True)
class Program:
    """One running `bridgework serve`."""

    process: subprocess.Popen[bytes]
    port: int
    log: Path
    started_in: float
    """Seconds from its start to its first answer."""

    def connect(self) -> socket.socket:
        """A connection of one's own."""
        wire = socket.create_connection(("127.0.0.1", self.port), 15)
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return wire

    def ask(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers by lower-case name, and body of one request, on a line of its own."""
        wire = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
        raw = None if body is None else json.dumps(body).encode()
        sent = {"content-type": "application/json"} if raw else {}
        with contextlib.closing(wire):
            wire.request(method, path, raw, {**sent, **(headers or {})})
            response = wire.getresponse()
            told = {name.lower(): value for name, value in response.getheaders()}
            return response.status, told, response.read()

    def says(self, raw: bytes) -> bytes:
        """Everything that comes back for these bytes until the server hangs up."""
        with self.connect() as wire:
            wire.sendall(raw)
            return everything(wire)

    def terminate(self) -> float:
        """SIGTERM; the seconds until it ended."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(_END_SECONDS)
        return time.monotonic() - began

    def worker(self) -> int:
        """The pid of the process that answers."""
        file = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [pid for pid in map(int, file.read_text().split()) if _answers_requests(pid)][-1]


def everything(wire: socket.socket) -> bytes:
    """What the other side sends until it hangs up, however rudely."""
    parts = []
    with contextlib.suppress(ConnectionError):
        while part := wire.recv(65_536):
            parts.append(part)
    return b"".join(parts)


def environment(folder: Path, **settings: str) -> dict[str, str]:
    """What the program finds: nothing of the tests' own settings."""
    ours = {
        "BRIDGEWORK_ENV": "development",
        "BRIDGEWORK_DATA_DIR": str(folder),
        "BRIDGEWORK_RATE_LIMIT": "100000/60",
    }
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, **ours, **{f"BRIDGEWORK_{name}": text for name, text in settings.items()}}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "bridgework", *arguments]


def run(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself."""
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
def serving(folder: Path, **settings: str) -> Iterator[Program]:
    """The program, answering; ended with the block if it still runs."""
    port = valkey.free_port()
    log = folder / "serve.log"
    began = time.monotonic()
    with log.open("wb") as output:
        process = subprocess.Popen(
            command("serve", "--port", str(port), "--migrate"),
            cwd=folder,
            env=environment(folder, **settings),
            stdout=output,
            stderr=output,
        )
    try:
        _wait_for(process, port, log)
        yield Program(process, port, log, time.monotonic() - began)
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
        wire = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        with contextlib.suppress(OSError), contextlib.closing(wire):
            wire.request("GET", "/livez")
            if wire.getresponse().status == 200:
                return
        time.sleep(0.01)
    raise AssertionError(f"the program did not start: {log.read_text()}")


def _answers_requests(pid: int) -> bool:
    """Whether this child is the server: Python keeps another to watch over shared resources."""
    try:
        return b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return False  # it ended meanwhile


def data(body: bytes) -> Any:
    """What the envelope holds."""
    return json.loads(body)["data"]
