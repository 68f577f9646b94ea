"""Servers as processes: start, wait for the first answer, watch the memory, stop."""

import contextlib
import dataclasses
import http.client
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping

import click

from bench import ask

ROOT = pathlib.Path(__file__).parent.parent
START_WITHIN = 60.0
STOP_WITHIN = 15.0
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")


@dataclasses.dataclass(frozen=True, slots=True)
class Launch:
    """A command to run in a folder; `log` receives what it prints."""

    command: list[str]
    folder: pathlib.Path
    environment: Mapping[str, str] = dataclasses.field(default_factory=dict)

    @property
    def log(self) -> pathlib.Path:
        return self.folder / "output.log"


@dataclasses.dataclass(frozen=True, slots=True)
class Server:
    """A running server. `started_in` is seconds from the launch to the first good answer.

    `leans_on` are other processes that work for it: its database's.
    """

    pid: int
    port: int
    started_in: float
    leans_on: tuple[int, ...] = ()

    def memory(self) -> list[int]:
        """Resident bytes of the process and of each below it, and not of what it leans on."""
        return [_resident(pid) for pid in _tree(self.pid)]

    def own_memory(self) -> int:
        """Bytes that the largest process holds for itself: no page of a file is among them."""
        return max(_anonymous(pid) for pid in _tree(self.pid))

    def processor_time(self) -> float:
        """Seconds of processor used by the process, all below it, and what it leans on."""
        roots = (self.pid, *self.leans_on)
        return sum(_processor_time(pid) for root in roots for pid in _tree(root))


def python(*arguments: str) -> list[str]:
    """A command for the interpreter that runs this."""
    return [sys.executable, *arguments]


def fresh_copy(folder: pathlib.Path, copy: pathlib.Path) -> None:
    """Make `copy` anew, so that nothing a measurement writes is there in the next."""
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)


def run(launch: Launch) -> None:
    """Run to the end; a failure says what the command printed last."""
    with launch.log.open("ab") as log:
        done = subprocess.run(
            launch.command,
            cwd=launch.folder,
            env=_environment(launch),
            stdout=log,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if done.returncode != 0:
        raise click.ClickException(_failure(launch, f"ended with {done.returncode}"))


@contextlib.contextmanager
def running(
    launch_on: Callable[[int], Launch],
    first_path: str,
    core: int | None = None,
    leans_on: tuple[int, ...] = (),
) -> Iterator[Server]:
    """Start on a free port, wait until `first_path` is answered with 200, stop at the end.

    With a core, the server and all its children and threads stay on it.
    """
    port = _free_port()
    launch = launch_on(port)
    pinned = [] if core is None else ["taskset", "--cpu-list", str(core)]
    with launch.log.open("ab") as log:
        began = time.perf_counter()
        process = subprocess.Popen(
            [*pinned, *launch.command],
            cwd=launch.folder,
            env=_environment(launch),
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_for_answer(process, launch, port, first_path)
        yield Server(process.pid, port, time.perf_counter() - began, leans_on)
    finally:
        _stop(process)


def _environment(launch: Launch) -> dict[str, str]:
    """Ours without Bridgework's settings, so that no real database is ever measured."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("BRIDGEWORK_")}
    paths = [*filter(None, [kept.get("PYTHONPATH")]), str(ROOT), str(ROOT / "src")]
    return {**kept, "PYTHONPATH": os.pathsep.join(paths), **launch.environment}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for_answer(
    process: subprocess.Popen[bytes], launch: Launch, port: int, path: str
) -> None:
    deadline = time.monotonic() + START_WITHIN
    told = "nothing listened"
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise click.ClickException(_failure(launch, f"ended with {process.returncode}"))
        with contextlib.suppress(OSError, http.client.HTTPException):
            answer = ask.get(port, path)
            if answer.status == 200:
                return
            told = f"GET {path} was answered with {answer.status}"
        time.sleep(0.005)
    raise click.ClickException(_failure(launch, f"was not ready in {START_WITHIN:.0f} s: {told}"))


def _failure(launch: Launch, what: str) -> str:
    last = launch.log.read_text(errors="replace").splitlines()[-15:]
    return "\n".join([f"{' '.join(launch.command)} {what}. It printed last:", *last])


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Ask the process to end; kill it and what is left below it when it does not."""
    family = _tree(process.pid)
    process.terminate()
    try:
        process.wait(STOP_WITHIN)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for pid in family:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _tree(root: int) -> list[int]:
    """The process and all its descendants."""
    children: dict[int, list[int]] = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it ended while we looked
            # The name stands in brackets and may hold blanks: state and parent follow it.
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(stat.parent.name))
    found = [root]
    for pid in found:
        found += children.get(pid, [])
    return found


def _resident(pid: int) -> int:
    """Resident bytes of one process, 0 when it is gone."""
    try:
        return int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_BYTES
    except OSError:
        return 0


def _anonymous(pid: int) -> int:
    """Resident bytes of one process that are no file's, 0 when it is gone."""
    try:
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    kibibytes = next((line for line in status.splitlines() if line.startswith("RssAnon:")), "0 0")
    return int(kibibytes.split()[1]) * 1024


def _processor_time(pid: int) -> float:
    """Seconds of user and system time of one process, 0 when it is gone."""
    try:
        after_name = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(after_name[11]) + int(after_name[12])) / TICKS
