"""Server processes: start, wait for the first response, read memory and CPU time, stop."""

import contextlib
import dataclasses
import http.client
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

import click

from bench import client
from tests.servers.ports import free_port

ROOT = pathlib.Path(__file__).parent.parent
START_TIMEOUT = 60.0
STOP_TIMEOUT = 15.0
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


@dataclasses.dataclass(frozen=True, slots=True)
class Launch:
    """A command to run in a directory; its output is written to `log`."""

    command: list[str]
    folder: pathlib.Path
    environment: Mapping[str, str] = dataclasses.field(default_factory=dict)

    @property
    def log(self) -> pathlib.Path:
        return self.folder / "output.log"


@dataclasses.dataclass(frozen=True, slots=True)
class Server:
    """A running server. `start_seconds` is the time from launch to the first successful response.

    `backing_pids` are processes outside its tree that work for it, such as PostgreSQL.
    """

    pid: int
    port: int
    start_seconds: float
    backing_pids: tuple[int, ...] = ()

    def largest_process(self) -> int:
        """Return the resident bytes of the largest process of the server, without PostgreSQL."""
        return max(_resident(pid) for pid in _tree(self.pid))


def python(*arguments: str) -> list[str]:
    """Return a command for the interpreter that runs the benchmark."""
    return [sys.executable, *arguments]


def pinned(cores: Sequence[int], command: Sequence[str]) -> list[str]:
    """Return the command, restricted to these cores."""
    return ["taskset", "--cpu-list", ",".join(map(str, cores)), *command]


def fresh_copy(folder: pathlib.Path, copy: pathlib.Path) -> None:
    """Replace `copy` with a copy of `folder`, so that no run sees data of another."""
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)


def run(launch: Launch, timeout: float | None = None) -> None:
    """Run a command to completion. Raises ClickException with its last output if it fails."""
    with launch.log.open("ab") as log:
        try:
            completed = subprocess.run(
                launch.command,
                cwd=launch.folder,
                env=_environment(launch),
                stdout=log,
                stderr=subprocess.STDOUT,
                check=False,
                timeout=timeout,
            )
        except subprocess.TimeoutExpired:
            raise click.ClickException(_failure(launch, "took too long")) from None
    if completed.returncode != 0:
        raise click.ClickException(_failure(launch, f"ended with {completed.returncode}"))


@contextlib.contextmanager
def running(
    launch_on: Callable[[int], Launch],
    ready_path: str,
    cores: Sequence[int] = (),
    backing_pids: tuple[int, ...] = (),
) -> Iterator[Server]:
    """Start on a free port, wait until `ready_path` returns 200, and stop after the block.

    With `cores`, the server, its children and its threads run on them only.
    """
    port = free_port()
    launch = launch_on(port)
    command = pinned(cores, launch.command) if cores else launch.command
    with launch.log.open("ab") as log:
        started = time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=launch.folder,
            env=_environment(launch),
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_until_ready(process, launch, port, ready_path)
        yield Server(process.pid, port, time.perf_counter() - started, backing_pids)
    finally:
        _stop(process)


def _environment(launch: Launch) -> dict[str, str]:
    """Return our environment without Bridgework's settings, so no real database is measured."""
    inherited = {
        name: text for name, text in os.environ.items() if not name.startswith("BRIDGEWORK_")
    }
    paths = [*filter(None, [inherited.get("PYTHONPATH")]), str(ROOT), str(ROOT / "src")]
    return {**inherited, "PYTHONPATH": os.pathsep.join(paths), **launch.environment}


def _wait_until_ready(
    process: subprocess.Popen[bytes], launch: Launch, port: int, path: str
) -> None:
    deadline = time.monotonic() + START_TIMEOUT
    last = "the port is closed"
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise click.ClickException(_failure(launch, f"ended with {process.returncode}"))
        with contextlib.suppress(OSError, http.client.HTTPException):
            response = client.send(port, client.Request(path))
            if response.status == 200:
                return
            last = f"GET {path} got {response.status}"
        time.sleep(0.005)
    raise click.ClickException(_failure(launch, f"was not ready in {START_TIMEOUT:.0f} s: {last}"))


def _failure(launch: Launch, what: str) -> str:
    last = launch.log.read_text(errors="replace").splitlines()[-15:]
    return "\n".join([f"{' '.join(launch.command)} {what}. Its last output:", *last])


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Terminate the process; kill it and its descendants if it does not end."""
    pids = _tree(process.pid)
    process.terminate()
    try:
        process.wait(STOP_TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _tree(root: int) -> list[int]:
    """Return the process and all its descendants."""
    children: dict[int, list[int]] = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # the process may have ended
            # The name is in parentheses and may contain spaces; state and parent follow.
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(stat.parent.name))
    pids_in_tree = [root]
    for pid in pids_in_tree:
        pids_in_tree += children.get(pid, [])
    return pids_in_tree


def _resident(pid: int) -> int:
    """Return the resident bytes of a process, 0 if it has ended."""
    try:
        return int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_BYTES
    except OSError:
        return 0
