"""PostgreSQL hangs: the process reports that it is alive, and no acknowledged write is lost."""

import contextlib
import itertools
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.served import program
from tests.served.program import Program, data
from tests.servers import postgres
from tests.servers.postgres import Cluster

DEADLINE = 2.0
FROZEN_SECONDS = 4.0
RECOVERED_WITHIN = 10.0
PERSON = {"email": "ada@example.com", "password": "correct horse battery"}


@dataclass(frozen=True, slots=True)
class Installation:
    cluster: Cluster
    server: Program
    token: str

    def send(
        self, method: str, path: str, body: object = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.server.request(
            method, path, body, {"authorization": f"Bearer {self.token}", **named}
        )


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    with postgres.made_cluster() as cluster, cluster.running(cluster.new_folder()):
        settings = {
            "DATABASE_URL": cluster.url,
            "DATABASE_POOLER": "none",
            "SECRET_KEYS": "a secret of these tests that is long enough",
            "REQUEST_TIMEOUT_SECONDS": f"{DEADLINE:g}",
        }
        with program.run_server(tmp_path, **settings) as server:
            assert server.request("POST", "/auth/register", PERSON)[0] == 201
            with postgres.administering(cluster.url) as database:
                database.execute("UPDATE accounts SET is_email_verified = true")
            token = data(server.request("POST", "/auth/login", PERSON)[2])["token"]
            yield Installation(cluster, server, token)


@dataclass(slots=True)
class Ledger:
    """Writes with an idempotency key each, which are repeated until they are acknowledged."""

    installation: Installation
    stopping: threading.Event = field(default_factory=threading.Event)
    acknowledged: list[str] = field(default_factory=list)
    refused: int = 0
    slowest: float = 0.0

    def write(self, writer: int) -> None:
        for number in itertools.count():
            name = f"{writer}-{number}"
            while not self._is_acknowledged(name):
                time.sleep(0.1)
            self.acknowledged.append(name)
            if self.stopping.wait(1.0):
                return

    def _is_acknowledged(self, name: str) -> bool:
        started = time.monotonic()
        body = {"kind": "jobs", "name": name, "query": {"search": "a"}, "frequency": "off"}
        status, _, text = self.installation.send(
            "POST", "/searches", body, idempotency_key=f"ledger-{name}"
        )
        self.slowest = max(self.slowest, time.monotonic() - started)
        if status != 201:
            assert status in {409, 503}, text
            self.refused += 1
        return status == 201


def test_a_frozen_database_leaves_the_process_alive_and_loses_no_write(
    installation: Installation,
) -> None:
    ledger = Ledger(installation)
    writers = [threading.Thread(target=ledger.write, args=(number,)) for number in range(4)]
    for writer in writers:
        writer.start()
    with installation.cluster.frozen():
        until = time.monotonic() + FROZEN_SECONDS
        while time.monotonic() < until:
            assert seconds_of(installation, "/livez", 200) < 1
            time.sleep(0.3)
        assert seconds_of(installation, "/readyz", 503) < 2
        assert seconds_of(installation, "/experts", 503) < DEADLINE + 1
    wait_until_ready(installation)
    ledger.stopping.set()
    for writer in writers:
        writer.join()
    assert ledger.refused
    assert ledger.slowest < DEADLINE + 2
    with postgres.administering(installation.cluster.url) as database:
        stored = [name for (name,) in database.execute("SELECT name FROM saved_searches")]
    assert sorted(stored) == sorted(ledger.acknowledged)


def seconds_of(installation: Installation, path: str, expected: int) -> float:
    """Return how long a response with the expected status took."""
    started = time.monotonic()
    status, headers, body = installation.send("GET", path)
    assert status == expected, body
    if expected == 503:
        assert int(headers["retry-after"]) > 0
        assert json.loads(body)["error"] in {"request_took_too_long", "database_unavailable"}
    return time.monotonic() - started


def wait_until_ready(installation: Installation) -> None:
    until = time.monotonic() + RECOVERED_WITHIN
    with contextlib.suppress(AssertionError):
        while time.monotonic() < until:
            seconds_of(installation, "/readyz", 503)
            time.sleep(0.2)
    assert seconds_of(installation, "/readyz", 200) < DEADLINE
