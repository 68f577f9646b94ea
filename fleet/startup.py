"""The fleet itself: everything started in order, and ended in the reverse, whatever happens."""

import contextlib
import http.client
import secrets
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import boto3

from fleet import proxy
from fleet.faults import FleetBroken
from fleet.machines import Machine, installed
from tests.servers import postgres, s3, smtp, valkey

NODES = 3
WORKERS = 2
RATE_LIMIT = 60
"""Requests a caller may send in a minute."""

_BUCKET = "bridgework"
_ROOT = "root@fleet.test"
_START_SECONDS = 60.0
_NODE_UNIT = "bridgework.service"
_WORKER_UNIT = "bridgework-worker.service"

Settings = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Running:
    """A machine whose service runs."""

    machine: Machine
    process: subprocess.Popen[bytes]
    url: str = ""
    """Where it is asked past the proxy; empty of a worker."""

    @property
    def runs(self) -> bool:
        return self.process.poll() is None


@dataclass(frozen=True, slots=True)
class Administrator:
    """Who was appointed when the fleet was set up."""

    email: str
    master_password: str


@dataclass(frozen=True, slots=True)
class Fleet:
    """A running fleet."""

    folder: Path
    settings: Settings
    """Those that all its machines share."""
    nodes: Sequence[Running]
    workers: Sequence[Running]
    proxy: proxy.Proxy
    mail: smtp.MailServer
    root: Administrator

    def table(self) -> list[tuple[str, str, int | str]]:
        """What runs where: name, address, and the process, where it is one of ours."""
        rows: list[tuple[str, str, int | str]] = [("nginx", self.proxy.url, self.proxy.process.pid)]
        rows += [(each.machine.name, each.url, each.process.pid) for each in self.nodes]
        rows += [(each.machine.name, "", each.process.pid) for each in self.workers]
        for name, setting in (
            ("PostgreSQL", "DATABASE_URL"),
            ("Valkey", "REDIS_URL"),
            ("S3", "STORAGE_URL"),
            ("SMTP", "SMTP_URL"),
        ):
            rows.append((name, self.settings[f"BRIDGEWORK_{setting}"].rpartition("@")[2], ""))
        return rows


@contextlib.contextmanager
def standing() -> Iterator[Fleet]:
    """A fleet on 127.0.0.1, ready to be asked; after the block nothing is left of it.

    Raises ServerMissing where the machine lacks something, and FleetBroken where it doesn't start.
    """
    proxy.installed()
    with contextlib.ExitStack() as ending:
        place = tempfile.TemporaryDirectory(prefix="bridgework-fleet-")
        folder = Path(ending.enter_context(place))
        mail = ending.enter_context(smtp.running_smtp())
        port = valkey.free_port()
        shared = {
            "BRIDGEWORK_ENV": "production",
            "BRIDGEWORK_PUBLIC_URL": f"http://127.0.0.1:{port}",
            "BRIDGEWORK_TRUSTED_PROXIES": "127.0.0.1",
            "BRIDGEWORK_RATE_LIMIT": f"{RATE_LIMIT}/60",
            "BRIDGEWORK_METRICS_TOKEN": secrets.token_urlsafe(32),
            "BRIDGEWORK_SECRET_KEYS": secrets.token_urlsafe(32),
            "BRIDGEWORK_SMTP_URL": f"smtp://127.0.0.1:{mail.port}?starttls=off",
            "BRIDGEWORK_MAIL_FROM": "Bridgework <no-reply@bridgework.test>",
            **_backing(ending),
        }
        machines = [
            installed(f"node {n + 1}", folder, _NODE_UNIT, {**shared, "PORT": str(node_port)})
            for n, node_port in enumerate(valkey.free_port() for _ in range(NODES))
        ]
        machines += [
            installed(f"worker {n + 1}", folder, _WORKER_UNIT, shared) for n in range(WORKERS)
        ]
        _told(machines[0], "migrate")
        root = _appointed(machines[0])
        services = ending.enter_context(running(machines))
        nodes, workers = services[:NODES], services[NODES:]
        ports = [int(node.machine.environment()["PORT"]) for node in nodes]
        front = ending.enter_context(proxy.running(ports, port, folder / "nginx"))
        yield Fleet(folder, shared, nodes, workers, front, mail, root)


@contextlib.contextmanager
def running(machines: Sequence[Machine]) -> Iterator[list[Running]]:
    """The services of these machines, ready; all end at once, and each is waited for."""
    services: list[Running] = []
    try:
        for machine in machines:
            port = machine.environment().get("PORT", "")
            url = f"http://127.0.0.1:{port}" if port else ""
            services.append(Running(machine, machine.start(), url))
        for service in services:
            _wait_for(service)
        yield services
    finally:
        for service in services:
            service.machine.end(service.process)
        for service in services:
            service.machine.see_off(service.process)


def _backing(ending: contextlib.ExitStack) -> Settings:
    """The servers that a fleet leans on, as its settings name them."""
    server = ending.enter_context(postgres.running_postgres())
    cache = ending.enter_context(valkey.running_valkey())
    store = ending.enter_context(s3.running_s3())
    login = {"aws_access_key_id": s3.KEY, "aws_secret_access_key": s3.SECRET}
    client: Any = boto3.client("s3", endpoint_url=store, region_name="us-east-1", **login)
    with contextlib.closing(client):
        client.create_bucket(Bucket=_BUCKET)
    user = f"{s3.KEY}:{quote(s3.SECRET, safe='')}"
    return {
        "BRIDGEWORK_DATABASE_URL": postgres.create_database(server, "bridgework"),
        "BRIDGEWORK_REDIS_URL": cache,
        "BRIDGEWORK_STORAGE_URL": f"s3://{user}@{store.removeprefix('http://')}/{_BUCKET}?tls=off",
    }


def _appointed(machine: Machine) -> Administrator:
    said = _told(machine, "admin", "create", _ROOT)
    return Administrator(_ROOT, said.partition("shown this once: ")[2].splitlines()[0])


def _told(machine: Machine, *command: str) -> str:
    """What a command of Bridgework says that has to go well."""
    done = machine.run(*command)
    if done.returncode:
        raise FleetBroken(f"bridgework {' '.join(command)}: {done.stderr}{done.stdout}")
    return done.stdout


def _wait_for(service: Running) -> None:
    """Return once a node is ready; a worker can't be asked, and has only to run."""
    deadline = time.monotonic() + _START_SECONDS
    while service.runs and time.monotonic() < deadline:
        if not service.url or _is_ready(service):
            return
        time.sleep(0.02)
    log = service.machine.log.read_text(encoding="utf-8", errors="replace")
    raise FleetBroken(f"{service.machine.name} did not start:\n{log[-4000:]}")


def _is_ready(node: Running) -> bool:
    """Whether a node takes requests, and counts them together with others where it is to."""
    wire = http.client.HTTPConnection(node.url.removeprefix("http://"), timeout=5)
    with contextlib.closing(wire), contextlib.suppress(OSError, http.client.HTTPException):
        wire.request("GET", "/readyz")
        answer = wire.getresponse()
        counts = b'"shared"' if "BRIDGEWORK_REDIS_URL" in node.machine.environment() else b""
        return answer.status == 200 and counts in answer.read()
    return False
