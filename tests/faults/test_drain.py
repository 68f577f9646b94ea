"""SIGTERM under load: whatever was asked before is answered in full, and letters in hand go out."""

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

from bridgework.kit.ids import Id
from bridgework.kit.outbox import store
from bridgework.settings import Settings
from tests import cast
from tests import world as worlds
from tests.kit.outbox.posting import LETTER, row
from tests.served import program
from tests.served.program import Program
from tests.servers.smtp import MailServer, Stall, running_smtp
from tests.world import World

CLIENTS = 8
EACH = 10
"""Requests that every client has been answered before the end begins."""
_END_SECONDS = 25.0
LETTERS = 5


@dataclass(frozen=True, slots=True)
class Asked:
    """A request that was sent whole, and what came of it."""

    at: float
    path: str
    status: int | None
    """None where the answer did not come whole."""


class Caller(threading.Thread):
    """Asks one thing after another, on lines that are kept or on fresh ones, until it can't."""

    def __init__(self, running: Program, number: int) -> None:
        super().__init__(daemon=True)
        self._port = running.port
        self._number = number
        self._dice = random.Random(number)  # noqa: S311 - no secrets
        self.asked: list[Asked] = []
        self.refused_at: float | None = None

    def run(self) -> None:
        while self.refused_at is None:
            line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=20)
            try:
                line.connect()
            except ConnectionError:
                self.refused_at = time.monotonic()
                return
            with contextlib.closing(line):
                for _ in range(self._dice.choice([1, 5, 20])):
                    if not self._asked_once(line):
                        break

    def _asked_once(self, line: http.client.HTTPConnection) -> bool:
        """Ask once more on this line; whether it may be used again."""
        method, path, body = "GET", self._dice.choice(["/blogs", "/experts", "/docs/"]), None
        if self._dice.random() < 0.1:
            method, path = "POST", "/auth/register"
            email = f"person{self._number}.{len(self.asked)}@example.com"
            body = f'{{"email": "{email}", "password": "{cast.PASSWORD}"}}'.encode()
        status = None
        try:
            line.request(method, path, body, {"content-type": "application/json"} if body else {})
            at = time.monotonic()
        except (ConnectionError, http.client.HTTPException):
            return False  # it was never sent whole
        with contextlib.suppress(ConnectionError, http.client.HTTPException):
            answer = line.getresponse()
            answer.read()
            status = answer.status
        self.asked.append(Asked(at, path, status))
        return status is not None and not answer.will_close


def test_requests_before_the_shutdown_get_a_response(tmp_path: Path) -> None:
    with program.serving(tmp_path) as running:
        callers = [Caller(running, number) for number in range(CLIENTS)]
        for caller in callers:
            caller.start()
        deadline = time.monotonic() + _END_SECONDS
        while min(len(caller.asked) for caller in callers) < EACH:
            assert time.monotonic() < deadline, "it hardly answers"
            time.sleep(0.01)
        asked_to_end = time.monotonic()
        took = running.terminate()
        for caller in callers:
            caller.join(_END_SECONDS)
    everything = [one for caller in callers for one in caller.asked]
    before = [one for one in everything if one.at < asked_to_end]
    lost = [f"{one.path}, sent {asked_to_end - one.at:.4f} s before" for one in before
            if one.status is None]  # fmt: skip
    assert lost == []
    assert {one.status for one in before} <= {200, 201}
    assert len(before) >= EACH * CLIENTS
    assert all(caller.refused_at is not None for caller in callers), "it went on taking connections"
    assert running.process.returncode == 0
    assert took < _END_SECONDS
    assert " broke" not in running.log.read_text()


@pytest.fixture
def mail() -> Iterator[MailServer]:
    with running_smtp() as server:
        yield server


@pytest.fixture
def settings(tmp_path: Path, database_url: str, mail: MailServer) -> Settings:
    address = f"smtp://127.0.0.1:{mail.port}?starttls=off"
    return worlds.settings(tmp_path, database_url=database_url, smtp_url=address)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_stopping_worker_finishes_the_current_email(
    world: World, mail: MailServer, tmp_path: Path
) -> None:
    written = [posted(world) for _ in range(LETTERS)]
    mail.faults = {"MESSAGE": [Stall(1.0)]}
    log = tmp_path / "worker.log"
    with log.open("wb") as output, working(world, output) as worker:
        deadline = time.monotonic() + _END_SECONDS
        while mail.faults["MESSAGE"]:
            assert worker.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.01)
        assert mail.received == []  # it has handed one over, and waits for the word
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(_END_SECONDS) == 0, log.read_text()
    sent = [letter_id for letter_id in written if row(world, letter_id).state == "sent"]
    assert sent[0] == written[0]
    assert mail.message_ids() == [f"<{letter_id}@api.example.com>" for letter_id in sent]
    assert mail.goodbyes == mail.connections


def posted(world: World) -> Id:
    """Put in a letter that is due by the clock on the wall, which a process goes by."""
    app_state = world.house.app_state
    with app_state.database.writing() as tx:
        return store.add(tx, app_state.keyring, LETTER, datetime.now(UTC))


@contextlib.contextmanager
def working(world: World, output: IO[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    """A `bridgework worker` on the world's database."""
    settings = world.house.app_state.settings
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
