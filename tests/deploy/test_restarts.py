"""A service that is restarted as its unit says comes up when its database does."""

import contextlib
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx2

from fleet import units
from fleet.clients import wait_until
from fleet.machines import DEPLOY, parent_death_prefix
from tests.served import program
from tests.servers import postgres
from tests.servers.missing import ServerMissing
from tests.servers.plugin import skip_or_fail
from tests.servers.ports import free_port

START_SECONDS = 25
"""Seconds for a start of the program on a busy machine; it takes one or two."""


@contextlib.contextmanager
def restarted(command: Sequence[str], folder: Path, log: Path, database: str) -> Iterator[None]:
    """Run a service, and restart it whenever it ends, after the time of the unit."""
    pause = float(units.sections(DEPLOY / "bridgework.service")["Service"]["RestartSec"])
    environment = program.environment(folder, DATABASE_URL=database)
    ending = threading.Event()
    processes: list[subprocess.Popen[bytes]] = []

    def run() -> None:
        with log.open("wb") as output:
            while not ending.is_set():
                process = subprocess.Popen(
                    [*parent_death_prefix(), *command],
                    cwd=folder,
                    env=environment,
                    stdout=output,
                    stderr=output,
                )
                processes.append(process)
                process.wait()
                ending.wait(pause)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        ending.set()
        for process in [*processes]:
            if process.poll() is None:
                process.terminate()
        thread.join()


def is_ready(port: int) -> bool:
    with contextlib.suppress(httpx2.TransportError):
        return httpx2.get(f"http://127.0.0.1:{port}/readyz", timeout=5).status_code == 200
    return False


def test_a_node_waits_for_a_database_that_is_away(tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "serve.log"
    log.touch()
    pause = float(units.sections(DEPLOY / "bridgework.service")["Service"]["RestartSec"])
    with contextlib.ExitStack() as stack:
        try:
            cluster = stack.enter_context(postgres.made_cluster())
        except ServerMissing as missing:
            skip_or_fail(str(missing))
        with cluster.running(cluster.new_folder()):
            url = postgres.create_database(cluster.url, "waiting")
            secret = {"DATABASE_URL": url}
            migrated = program.run(tmp_path, "migrate", **secret)
            assert migrated.returncode == 0, migrated.stderr
        command = program.command("serve", "--port", str(port))
        with restarted(command, tmp_path, log, url):
            wait_until(lambda: log.read_text().count("\n") >= 2, "it was restarted", seconds=60)
            lines = log.read_text().splitlines()
            expected = "Error: cannot connect to the database: "
            assert [line for line in lines if not line.startswith(expected)] == []
            with cluster.running(cluster.new_folder()):
                returned = time.monotonic()
                wait_until(lambda: is_ready(port), "it was ready", seconds=60)
                assert time.monotonic() - returned < pause + START_SECONDS
