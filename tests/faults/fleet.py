"""A fleet of real processes, each of which can be killed and restarted."""

import contextlib
import os
import random
import re
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path

import httpx2

from bridgework import app, migrations
from bridgework.kit.data.migrations import Schema
from bridgework.settings import PREFIX, Settings
from tests import cast, process
from tests import world as worlds
from tests.servers import postgres, valkey
from tests.servers.guard import guarded
from tests.servers.ports import free_port
from tests.servers.postgres import Cluster
from tests.servers.smtp import MailServer, running_smtp

_RESTART_SECONDS = 0.1
"""The default restart delay of systemd."""
_START_SECONDS = 60.0
_SECRET = "the-secret-of-a-fleet-that-is-killed-now-and-then"
_CODE = re.compile(r"^([0-9]{6})\r?$", re.MULTILINE)


@dataclass
class Unit:
    """A process that runs until it is killed, and is then restarted."""

    name: str
    start: Callable[[], AbstractContextManager[Callable[[], None]]]
    """Runs the process during a block, which gets a function that kills it."""
    _running: ExitStack = field(default_factory=ExitStack)
    _kill: Callable[[], None] | None = None

    def up(self) -> None:
        """Start the process; retry failed starts for a minute."""
        deadline = time.monotonic() + _START_SECONDS
        while self._kill is None:
            try:
                self._kill = self._running.enter_context(self.start())
            except RuntimeError:
                # Ports of its killed children may still be in use.
                if time.monotonic() > deadline:
                    raise
                time.sleep(_RESTART_SECONDS)

    def kill(self) -> None:
        """Send kill -9."""
        assert self._kill is not None, f"{self.name} does not run"
        self._kill()

    def restart(self) -> None:
        """Restart it as systemd does."""
        self._running.close()
        self._kill = None
        time.sleep(_RESTART_SECONDS)
        self.up()

    def down(self) -> None:
        """Stop it permanently."""
        self._running.close()
        self._kill = None


@dataclass
class Fleet:
    """The units by kind, and their settings."""

    settings: Settings
    mail: MailServer
    units: Mapping[str, Sequence[Unit]]
    urls: Sequence[str]
    logs: Sequence[Path]
    cluster: Cluster | None = None

    def up(self) -> None:
        """Start the backing servers first, then all others concurrently."""
        for name in ("postgres", "valkey"):
            for unit in self.units.get(name, ()):
                unit.up()
        _migrate(self.settings)
        concurrently([unit.up for name in ("node", "worker") for unit in self.units.get(name, ())])

    def down(self) -> None:
        """Stop everything in reverse order."""
        concurrently(
            [unit.down for name in ("node", "worker") for unit in self.units.get(name, ())]
        )
        for name in ("valkey", "postgres"):
            for unit in self.units.get(name, ()):
                unit.down()

    def kill_one(self, victim: str, dice: random.Random) -> Callable[[], None]:
        """Send kill -9 to one of the victims; return a function that restarts it."""
        if victim == "backend":
            self._kill_a_backend(dice)
            return _do_nothing  # PostgreSQL restarts itself
        unit = dice.choice(self.units[victim])
        unit.kill()
        return unit.restart

    def is_ready(self) -> bool:
        """Return whether every node is ready and, with Valkey, shares its rate limits."""
        word = "shared" if self.settings.redis_url else "each process"
        return all(_readiness(url) == word for url in self.urls)

    def _kill_a_backend(self, dice: random.Random) -> None:
        assert self.cluster is not None
        others = "SELECT pid FROM pg_stat_activity WHERE datname = 'fleet'"
        with postgres.administering(self.cluster.url) as connection:
            pids = [row[0] for row in connection.execute(others).fetchall()]
        os.kill(dice.choice(pids), signal.SIGKILL)

    def message_ids(self) -> Mapping[str, Sequence[str]]:
        """Return the Message-IDs received for each recipient, one per delivery."""
        ids_by_recipient: dict[str, list[str]] = {}
        for email in list(self.mail.received):
            for recipient in email.recipients:
                ids_by_recipient.setdefault(recipient, []).append(str(email.message["Message-ID"]))
        return ids_by_recipient

    def member(self, email: str) -> str:
        """Register and verify a member; return a token."""
        with httpx2.Client(base_url=self.urls[0], timeout=20, trust_env=False) as client:
            who = {"email": email, "password": cast.PASSWORD}
            client.post("/auth/register", json=who).raise_for_status()
            proof = {"email": email, "otp": self._code(email)}
            verified = client.post("/auth/verify-email", json=proof).raise_for_status()
            return str(verified.json()["data"]["token"])

    def _code(self, email: str) -> str:
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline:
            for one in list(self.mail.received):
                if email in one.recipients:
                    return code_in(one.message)
            time.sleep(0.02)
        raise AssertionError(f"no e-mail came for {email}")


def code_in(message: EmailMessage) -> str:
    """Return the six digits in an e-mail."""
    text = message.get_body(("plain",))
    match = text and _CODE.search(text.get_content())
    assert match, "the e-mail has no code"
    return match[1]


@contextlib.contextmanager
def on_postgres(folder: Path) -> Iterator[Fleet]:
    """Run two nodes and two workers with their own PostgreSQL, Valkey and mail server."""
    with postgres.made_cluster() as cluster, running_smtp() as mail:
        url = f"{cluster.url.rpartition('/')[0]}/fleet"
        port = free_port()
        shared = {
            "database_url": url,
            "redis_url": f"redis://127.0.0.1:{port}/0",
            "secret_keys": _SECRET,
            **_shared_settings(mail),
        }
        ports = [free_port() for _ in range(2)]
        homes = [_create_folder(folder / f"node-{each}") for each in ports]
        places = [_create_folder(folder / f"worker-{number}") for number in range(2)]
        units = {
            "postgres": [Unit("postgres", lambda: _postgres(cluster, folder))],
            "valkey": [Unit("valkey", lambda: _valkey(port))],
            "node": [_node(*each, shared) for each in zip(homes, ports, strict=True)],
            "worker": [_worker(place, shared) for place in places],
        }
        settings = worlds.settings(folder, **{**shared, "secret_keys": (_SECRET,)})
        logs = [home / "server.log" for home in homes]
        urls = [f"http://127.0.0.1:{each}" for each in ports]
        yield from _stopped_at_exit(Fleet(settings, mail, units, urls, logs, cluster))


@contextlib.contextmanager
def on_sqlite(folder: Path) -> Iterator[Fleet]:
    """Run one node on a SQLite file, which also sends the e-mails."""
    with running_smtp() as mail:
        port = free_port()
        shared = _shared_settings(mail)
        url = f"http://127.0.0.1:{port}"
        settings = worlds.settings(folder, **shared)
        units = {"node": [_node(folder, port, shared)]}
        yield from _stopped_at_exit(Fleet(settings, mail, units, [url], [folder / "server.log"]))


def concurrently(acts: Sequence[Callable[[], None]]) -> None:
    """Run all functions concurrently; raise the first exception."""
    failed: list[BaseException] = []

    def attempt(act: Callable[[], None]) -> None:
        try:
            act()
        except BaseException as error:  # noqa: BLE001 - raised below, in the thread of the test
            failed.append(error)

    threads = [threading.Thread(target=attempt, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]


def _shared_settings(mail: MailServer) -> dict[str, str]:
    return {
        "smtp_url": mail.url,
        "rate_limit": "1000000/60",
        "address_limit_factor": "1000000",
        "public_url": worlds.PUBLIC_URL,
    }


def _stopped_at_exit(fleet: Fleet) -> Iterator[Fleet]:
    try:
        yield fleet
    finally:
        fleet.down()


def _create_folder(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


def _migrate(settings: Settings) -> None:
    server, _, name = settings.database_address.rpartition("/")
    if not settings.on_sqlite:
        postgres.create_database(f"{server}/postgres", name)
    database = app.database(settings)
    Schema(database.engine, migrations.FOLDER).migrate()
    database.close()


def _node(home: Path, port: int, shared: Mapping[str, str]) -> Unit:
    @contextlib.contextmanager
    def start() -> Iterator[Callable[[], None]]:
        with process.run_server(home, port=port, **shared) as running:
            yield running.kill

    return Unit(f"node {port}", start)


def _worker(home: Path, shared: Mapping[str, str]) -> Unit:
    values = {"env": "development", "data_dir": str(home), **shared}
    command = [f"{PREFIX}{name.upper()}={value}" for name, value in values.items()]
    command += [sys.executable, "-m", "bridgework", "worker"]

    @contextlib.contextmanager
    def start() -> Iterator[Callable[[], None]]:
        directory = _create_folder(home / f"run-{time.monotonic_ns()}")
        with (
            (home / "worker.log").open("ab") as output,
            guarded(["env", *command], directory, output) as running,
        ):
            yield lambda: os.killpg(running.pid, signal.SIGKILL)

    return Unit(home.name, start)


@contextlib.contextmanager
def _postgres(cluster: Cluster, folder: Path) -> Iterator[Callable[[], None]]:
    # An acknowledged commit has been passed to the system, so it survives a killed process.
    with cluster.running(cluster.new_folder(), synchronous_commit="on"):
        postmaster = int((cluster.folder / "data" / "postmaster.pid").read_text().split()[0])
        yield lambda: os.kill(postmaster, signal.SIGKILL)


@contextlib.contextmanager
def _valkey(port: int) -> Iterator[Callable[[], None]]:
    with valkey.running_valkey(port), socket.create_connection(("127.0.0.1", port), 5) as wire:
        wire.sendall(b"INFO server\r\n")
        pid = int(re.findall(rb"process_id:(\d+)", wire.recv(65_536))[0])
        yield lambda: os.kill(pid, signal.SIGKILL)


def _readiness(url: str) -> str:
    try:
        response = httpx2.get(f"{url}/readyz", timeout=10, trust_env=False)
    except httpx2.TransportError:
        return "gone"
    return str(response.json()["limits"]) if response.status_code == 200 else "not ready"


def _do_nothing() -> None:
    """Nothing needs a restart."""
