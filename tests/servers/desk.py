"""Shares servers between the processes of a test run; each is started at the first request."""

import contextlib
import dataclasses
import json
import shutil
import socket
import socketserver
import tempfile
import threading
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from tests.servers.missing import ServerMissing


class Starter(Protocol):
    """Runs a server during a block and provides its URL; may raise ServerMissing."""

    def __call__(self) -> AbstractContextManager[str]: ...


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """One of three: the URL of the server, what to install for it, or why it did not start."""

    url: str = ""
    missing: str = ""
    failed: str = ""


class Desk:
    """Starts each server at the first request and stops all of them on close.

    Its own process calls it directly, others through the socket at `address()`.
    """

    def __init__(self, starters: Mapping[str, Starter]) -> None:
        self._starters = starters
        self._answers: dict[str, Answer] = {}
        self._turns = {name: threading.Lock() for name in starters}
        self._ending = contextlib.ExitStack()
        self._address = ""

    def ask(self, name: str) -> Answer:
        with self._turns[name]:
            if name not in self._answers:
                self._answers[name] = self._start(name)
            return self._answers[name]

    def address(self) -> str:
        """Return the path of the socket for other processes of this user."""
        if not self._address:
            folder = Path(tempfile.mkdtemp(prefix="bridgework-desk-"))
            self._ending.callback(shutil.rmtree, folder)
            self._address = str(folder / "socket")
            self._listen()
        return self._address

    def close(self) -> None:
        self._ending.close()

    def _start(self, name: str) -> Answer:
        try:
            return Answer(url=self._ending.enter_context(self._starters[name]()))
        except ServerMissing as missing:
            return Answer(missing=str(missing))
        except (OSError, RuntimeError) as error:
            return Answer(failed=str(error))

    def _listen(self) -> None:
        server = _Listener(self._address, self)
        thread = threading.Thread(target=server.serve_forever, args=(0.1,), name="servers")
        thread.start()
        self._ending.callback(thread.join)
        self._ending.callback(server.server_close)
        self._ending.callback(server.shutdown)


class _Listener(socketserver.ThreadingUnixStreamServer):
    """Reads a line with the name of a server and writes the answer as a line of JSON."""

    daemon_threads = True

    def __init__(self, address: str, desk: Desk) -> None:
        super().__init__(address, _Question)
        self.desk = desk


class _Question(socketserver.StreamRequestHandler):
    server: _Listener

    def handle(self) -> None:
        name = self.rfile.readline().decode().strip()
        answer = dataclasses.asdict(self.server.desk.ask(name))
        self.wfile.write(json.dumps(answer).encode() + b"\n")


def ask_at(address: str, name: str) -> Answer:
    """Ask the desk of another process; waits while the server starts."""
    with socket.socket(socket.AF_UNIX) as wire:
        wire.connect(address)
        wire.sendall(f"{name}\n".encode())
        with wire.makefile("rb") as answers:
            line = answers.readline()
    if not line:
        raise RuntimeError(f"The test run's first process could not start {name}: see its output.")
    return Answer(**json.loads(line))
