"""Runs a real `bridgework serve` process, for tests that need one."""

import contextlib
import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bridgework.settings import PREFIX
from tests.servers import pgbouncer
from tests.servers.guard import guarded
from tests.servers.ports import free_port

_ROOT = Path(__file__).parents[1]
_START = 30.0
"""Seconds until the server must be ready, on a busy machine."""


@dataclass(frozen=True, slots=True)
class ServerProcess:
    """A server process and its URL."""

    url: str
    _process: subprocess.Popen[bytes]

    def pids(self) -> Sequence[int]:
        """Return the ids of the started process and its children."""
        parent = self._process.pid
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text()
        return [int(pid) for pid in children.split()]

    def kill(self) -> None:
        """Send kill -9 to parent and child at once."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


@contextlib.contextmanager
def run_server(
    folder: Path,
    *,
    port: int | None = None,
    before: Sequence[str] = (),
    module: str = "bridgework",
    command: Sequence[str] = ("serve", "--migrate"),
    **settings: str,
) -> Iterator[ServerProcess]:
    """Serve the data of `folder` on 127.0.0.1 until the end of the block or of the test run.

    `settings` are variables of the environment in lower case, as in `rate_limit="6000/60"`. The
    database is migrated first. `before` is a command prefix such as `nice`; `command` is the
    command of Bridgework, which `module` runs.
    """
    port = port or free_port()
    url = f"http://127.0.0.1:{port}"
    values = {"env": "development", "data_dir": str(folder), "public_url": url, **settings}
    values.setdefault("database_pooler", pgbouncer.POOLER)
    others = [name for name in os.environ if name.startswith(PREFIX)]
    environment = [f"--unset={name}" for name in others]
    environment += [f"{PREFIX}{name.upper()}={value}" for name, value in values.items()]
    environment.append(f"PYTHONPATH={_ROOT}")
    server = [sys.executable, "-m", module, *command, "--port", str(port)]
    working_folder = folder / f"run-{port}-{time.monotonic_ns()}"
    working_folder.mkdir(parents=True)
    log = folder / "server.log"
    with (
        log.open("ab") as output,
        guarded(["env", *environment, *before, *server], working_folder, output) as process,
    ):
        _wait_until_ready(port, process, log)
        yield ServerProcess(url, process)


def _wait_until_ready(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + _START
    while not _is_ready(port):
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"the server did not start:\n{log.read_text(errors='replace')}")
        time.sleep(0.02)


def _is_ready(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
