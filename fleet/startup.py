"""Starts all processes of the fleet in order, and stops them in reverse order."""

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
import sqlalchemy as sa

from bridgework.kit.data.db.engines.postgres import PostgresDatabase
from fleet import proxy
from fleet.errors import FleetError
from fleet.machines import Machine, install
from tests.servers import pgbouncer, postgres, s3, smtp, valkey
from tests.servers.ports import free_port

NODES = 3
WORKERS = 2
RATE_LIMIT = 60
"""Requests per minute and caller."""

_NAME = "bridgework"
"""Of the database and the bucket."""
_ROOT = "root@fleet.test"
_START_SECONDS = 60.0
NODE_UNIT = "bridgework.service"
_WORKER_UNIT = "bridgework-worker.service"

Settings = Mapping[str, str]


@dataclass(slots=True)
class RunningMachine:
    """A machine whose service is running."""

    machine: Machine
    process: subprocess.Popen[bytes]
    url: str = ""
    """The URL without the proxy; empty for a worker."""

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def restart(self) -> None:
        """Stop the service, start it again, and wait until it is ready. Raises FleetError."""
        self.machine.stop(self.process)
        self.machine.wait_until_stopped(self.process)
        self.process = self.machine.start()
        _wait_for(self)


@dataclass(frozen=True, slots=True)
class Administrator:
    """The administrator created at setup."""

    email: str
    master_password: str


@dataclass(frozen=True, slots=True)
class Fleet:
    """A running fleet."""

    folder: Path
    settings: Settings
    """The settings shared by all machines."""
    server_settings: Settings
    """The same with the address of the PostgreSQL server itself, also if the fleet has a pooler."""
    nodes: Sequence[RunningMachine]
    workers: Sequence[RunningMachine]
    proxy: proxy.Proxy
    mail: smtp.MailServer
    root: Administrator

    def table(self) -> list[tuple[str, str, int | str]]:
        """Return the name, the URL and, for our own processes, the process id of each server."""
        rows: list[tuple[str, str, int | str]] = [("nginx", self.proxy.url, self.proxy.process.pid)]
        rows += [(node.machine.name, node.url, node.process.pid) for node in self.nodes]
        rows += [(worker.machine.name, "", worker.process.pid) for worker in self.workers]
        for name, setting in (
            ("PostgreSQL", "DATABASE_URL"),
            ("Valkey", "REDIS_URL"),
            ("S3", "STORAGE_URL"),
            ("SMTP", "SMTP_URL"),
        ):
            rows.append((name, self.settings[f"BRIDGEWORK_{setting}"].rpartition("@")[2], ""))
        return rows


@contextlib.contextmanager
def run_fleet(*, pooled: bool = False) -> Iterator[Fleet]:
    """Run a fleet on 127.0.0.1, ready for requests; everything is deleted after the block.

    With `pooled` it uses PostgreSQL through PgBouncer in transaction mode. Raises ServerMissing if
    a required program is missing, and FleetError if the fleet fails to start.
    """
    proxy.find_nginx()
    with contextlib.ExitStack() as stack:
        directory = tempfile.TemporaryDirectory(prefix="bridgework-fleet-")
        folder = Path(stack.enter_context(directory))
        mail = stack.enter_context(smtp.running_smtp())
        port = free_port()
        server = {
            "BRIDGEWORK_ENV": "production",
            "BRIDGEWORK_PUBLIC_URL": f"http://127.0.0.1:{port}",
            "BRIDGEWORK_TRUSTED_PROXIES": "127.0.0.1",
            "BRIDGEWORK_RATE_LIMIT": f"{RATE_LIMIT}/60",
            "BRIDGEWORK_ADDRESS_LIMIT_FACTOR": "1000",
            "BRIDGEWORK_METRICS_TOKEN": secrets.token_urlsafe(32),
            "BRIDGEWORK_SECRET_KEYS": secrets.token_urlsafe(32),
            "BRIDGEWORK_SMTP_URL": f"smtp://127.0.0.1:{mail.port}?starttls=off",
            "BRIDGEWORK_MAIL_FROM": "Bridgework <no-reply@bridgework.test>",
            **_backing_servers(stack),
        }
        shared = {**server, **(_pooler(stack, server) if pooled else {})}
        machines = [
            install(f"node {n + 1}", folder, NODE_UNIT, {**shared, "PORT": str(node_port)})
            for n, node_port in enumerate(free_port() for _ in range(NODES))
        ]
        machines += [
            install(f"worker {n + 1}", folder, _WORKER_UNIT, shared) for n in range(WORKERS)
        ]
        _run(machines[0], "migrate")
        root = _create_administrator(machines[0])
        services = stack.enter_context(run_machines(machines))
        nodes, workers = services[:NODES], services[NODES:]
        ports = [int(node.machine.environment()["PORT"]) for node in nodes]
        nginx = stack.enter_context(proxy.run_nginx(ports, port, folder / "nginx"))
        yield Fleet(folder, shared, server, nodes, workers, nginx, mail, root)


@contextlib.contextmanager
def run_machines(machines: Sequence[Machine]) -> Iterator[list[RunningMachine]]:
    """Run the services of these machines, ready. All are signaled together, then awaited."""
    services: list[RunningMachine] = []
    try:
        for machine in machines:
            port = machine.environment().get("PORT", "")
            url = f"http://127.0.0.1:{port}" if port else ""
            services.append(RunningMachine(machine, machine.start(), url))
        for service in services:
            _wait_for(service)
        yield services
    finally:
        for service in services:
            service.machine.stop(service.process)
        for service in services:
            service.machine.wait_until_stopped(service.process)


def _backing_servers(stack: contextlib.ExitStack) -> Settings:
    """Start the backing servers and return their settings."""
    server = stack.enter_context(postgres.running_postgres())
    cache = stack.enter_context(valkey.running_valkey())
    store = stack.enter_context(s3.running_s3())
    return {
        "BRIDGEWORK_DATABASE_URL": postgres.create_database(server, _NAME),
        "BRIDGEWORK_REDIS_URL": cache,
        "BRIDGEWORK_STORAGE_URL": _create_bucket(store, _NAME),
    }


def new_stores(fleet: Fleet, name: str) -> Settings:
    """Create an empty database and bucket at the servers of a fleet; return all their settings."""
    database, cache, store = (
        fleet.server_settings[f"BRIDGEWORK_{each}_URL"] for each in ("DATABASE", "REDIS", "STORAGE")
    )
    host = store.rpartition("@")[2].partition("/")[0]
    return {
        "BRIDGEWORK_DATABASE_URL": postgres.create_database(database, name),
        "BRIDGEWORK_REDIS_URL": f"{cache.rpartition('/')[0]}/1",
        "BRIDGEWORK_STORAGE_URL": _create_bucket(f"http://{host}", name),
    }


def _create_bucket(store: str, name: str) -> str:
    """Create a bucket at an S3 server and return its URL as a setting."""
    login = {"aws_access_key_id": s3.KEY, "aws_secret_access_key": s3.SECRET}
    client: Any = boto3.client("s3", endpoint_url=store, region_name="us-east-1", **login)
    with contextlib.closing(client):
        client.create_bucket(Bucket=name)
    user = f"{s3.KEY}:{quote(s3.SECRET, safe='')}"
    return f"s3://{user}@{store.removeprefix('http://')}/{name}?tls=off"


def _pooler(stack: contextlib.ExitStack, server: Settings) -> Settings:
    """Start PgBouncer in transaction mode, prepare its user, and return the settings."""
    url = server["BRIDGEWORK_DATABASE_URL"]
    pooler = stack.enter_context(pgbouncer.running_pgbouncer(url))
    database = PostgresDatabase(sa.make_url(url), threads=1, pooled=True)
    with contextlib.closing(database), postgres.administering(url) as connection:
        connection.execute(database.user_settings_to_change().encode())
    return {"BRIDGEWORK_DATABASE_URL": pooler, "BRIDGEWORK_DATABASE_POOLER": "transaction"}


def _create_administrator(machine: Machine) -> Administrator:
    output = _run(machine, "admin", "create", _ROOT)
    return Administrator(_ROOT, output.partition("shown only once): ")[2].splitlines()[0])


def _run(machine: Machine, *command: str) -> str:
    """Run a Bridgework command and return its output. Raises FleetError if it fails."""
    completed = machine.run(*command)
    if completed.returncode:
        raise FleetError(f"bridgework {' '.join(command)}: {completed.stderr}{completed.stdout}")
    return completed.stdout


def _wait_for(service: RunningMachine) -> None:
    """Wait until a node is ready. A worker has no readiness check and must only be running."""
    deadline = time.monotonic() + _START_SECONDS
    while service.is_running and time.monotonic() < deadline:
        if not service.url or _is_ready(service):
            return
        time.sleep(0.02)
    log = service.machine.log.read_text(encoding="utf-8", errors="replace")
    raise FleetError(f"{service.machine.name} did not start:\n{log[-4000:]}")


def _is_ready(node: RunningMachine) -> bool:
    """Return whether a node is ready and, with Redis, shares its rate limits."""
    connection = http.client.HTTPConnection(node.url.removeprefix("http://"), timeout=5)
    with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException):
        connection.request("GET", "/readyz")
        response = connection.getresponse()
        expected = b'"shared"' if "BRIDGEWORK_REDIS_URL" in node.machine.environment() else b""
        return response.status == 200 and expected in response.read()
    return False
