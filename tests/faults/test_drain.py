"""SIGTERM under load: earlier requests get complete responses, and current e-mails are sent."""

import contextlib
import http.client
import random
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

import pytest

from bridgework.kit.core import Id
from bridgework.kit.delivery.outbox import queries
from bridgework.settings import Settings
from tests import cast
from tests import world as worlds
from tests.kit.outbox.posting import EMAIL, row
from tests.served import program
from tests.served.program import Program
from tests.servers.smtp import MailServer, Stall, running_smtp
from tests.world import World

CLIENTS = 8
RESPONSES_EACH = 10
"""Responses that every client must have before the shutdown."""
_END_SECONDS = 25.0
EMAILS = 5


@dataclass(frozen=True, slots=True)
class SentRequest:
    """A request that was sent completely, and its outcome."""

    at: float
    path: str
    status: int | None
    """None without a complete response."""


class Caller(threading.Thread):
    """Sends requests in a row on kept-alive and new connections until one is refused."""

    def __init__(self, running: Program, number: int) -> None:
        super().__init__(daemon=True)
        self._port = running.port
        self._number = number
        self._dice = random.Random(number)  # noqa: S311 - no secrets
        self.requests: list[SentRequest] = []
        self.refused_at: float | None = None

    def run(self) -> None:
        while self.refused_at is None:
            connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=20)
            try:
                connection.connect()
            except ConnectionError:
                self.refused_at = time.monotonic()
                return
            with contextlib.closing(connection):
                for _ in range(self._dice.choice([1, 5, 20])):
                    if not self._send_request(connection):
                        break

    def _send_request(self, connection: http.client.HTTPConnection) -> bool:
        """Send another request; return whether the connection can be reused."""
        method, path, body = "GET", self._dice.choice(["/blogs", "/experts", "/docs/"]), None
        if self._dice.random() < 0.1:
            method, path = "POST", "/auth/register"
            email = f"person{self._number}.{len(self.requests)}@example.com"
            body = f'{{"email": "{email}", "password": "{cast.PASSWORD}"}}'.encode()
        status = None
        try:
            connection.request(
                method, path, body, {"content-type": "application/json"} if body else {}
            )
            at = time.monotonic()
        except (ConnectionError, http.client.HTTPException):
            return False  # it was not sent completely
        with contextlib.suppress(ConnectionError, http.client.HTTPException):
            response = connection.getresponse()
            response.read()
            status = response.status
        self.requests.append(SentRequest(at, path, status))
        return status is not None and not response.will_close


def test_requests_before_the_shutdown_get_a_response(tmp_path: Path) -> None:
    with program.run_server(tmp_path) as running:
        callers = [Caller(running, number) for number in range(CLIENTS)]
        for caller in callers:
            caller.start()
        deadline = time.monotonic() + _END_SECONDS
        while min(len(caller.requests) for caller in callers) < RESPONSES_EACH:
            assert time.monotonic() < deadline, "the server is too slow"
            time.sleep(0.01)
        signaled_at = time.monotonic()
        duration = running.terminate()
        for caller in callers:
            caller.join(_END_SECONDS)
    requests = [request for caller in callers for request in caller.requests]
    before = [request for request in requests if request.at < signaled_at]
    lost = [
        f"{request.path}, sent {signaled_at - request.at:.4f} s before"
        for request in before
        if request.status is None
    ]
    assert lost == []
    assert {request.status for request in before} <= {200, 201}
    assert len(before) >= RESPONSES_EACH * CLIENTS
    assert all(caller.refused_at is not None for caller in callers), (
        "the server kept accepting connections"
    )
    assert running.process.returncode == 0
    assert duration < _END_SECONDS
    assert " broke" not in running.log.read_text()


@pytest.fixture
def mail() -> Iterator[MailServer]:
    with running_smtp() as server:
        yield server


@pytest.fixture
def settings(tmp_path: Path, database_url: str, mail: MailServer) -> Settings:
    return worlds.settings(tmp_path, database_url=database_url, smtp_url=mail.url)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_stopping_worker_finishes_the_current_email(
    world: World, mail: MailServer, tmp_path: Path
) -> None:
    written = [enqueue(world) for _ in range(EMAILS)]
    mail.faults = {"MESSAGE": [Stall(1.0)]}
    log = tmp_path / "worker.log"
    with log.open("wb") as output, run_worker(world, output) as worker:
        deadline = time.monotonic() + _END_SECONDS
        while mail.faults["MESSAGE"]:
            assert worker.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.01)
        assert mail.received == []  # the worker has passed one on and waits for the reply
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(_END_SECONDS) == 0, log.read_text()
    sent = [email_id for email_id in written if row(world, email_id).state == "sent"]
    assert sent[0] == written[0]
    assert mail.message_ids() == [f"<{email_id}@api.example.com>" for email_id in sent]
    assert mail.goodbyes == mail.connections


def enqueue(world: World) -> Id:
    """Enqueue an e-mail that is due by the wall clock, which the process uses."""
    app_state = world.application.app_state
    with app_state.database.writing() as tx:
        return queries.add(tx, app_state.keyring, EMAIL, datetime.now(UTC))


@contextlib.contextmanager
def run_worker(world: World, output: IO[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    """Run `bridgework worker` on the world's database."""
    settings = world.application.app_state.settings
    assert settings.smtp_url is not None
    values = {
        "SMTP_URL": f"smtp://127.0.0.1:{settings.smtp_url.port}?starttls=off",
        "PUBLIC_URL": settings.public_url,
    }
    worker = subprocess.Popen(
        program.command("worker"),
        cwd=settings.data_dir,
        env=program.environment(settings.data_dir, **values),
        stdout=output,
        stderr=output,
    )
    try:
        yield worker
    finally:
        worker.kill()
        worker.wait()
