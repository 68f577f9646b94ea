"""Worker processes in front of a mail server: one that is killed, and two on one database."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from bridgework.kit.outbox import store
from bridgework.kit.outbox.tables import letters
from bridgework.settings import Settings
from tests import world as worlds
from tests.kit.outbox.posting import LETTER, post, row
from tests.servers.smtp import MailServer, Stall, running_smtp
from tests.world import World

ROOT = Path(__file__).parents[3]
LETTERS = 60
_START = 60.0
"""Seconds that two processes may take for all of it, on a machine that does much else."""


@pytest.fixture
def server() -> Iterator[MailServer]:
    with running_smtp() as running:
        yield running


@pytest.fixture
def settings(tmp_path: Path, database_url: str, server: MailServer) -> Settings:
    url = f"smtp://127.0.0.1:{server.port}?starttls=off"
    return worlds.settings(tmp_path, database_url=database_url, smtp_url=url)


def test_a_worker_killed_after_the_250_sends_one_message_id_twice_at_most(
    world: World, server: MailServer
) -> None:
    first, second = post(world), post(world)
    settings = world.application.app_state.settings
    url = f"smtp://127.0.0.1:{server.port}?starttls=off"
    arguments = [str(settings.data_dir), settings.database_address, url]
    killed = subprocess.run(
        [sys.executable, "-m", "tests.kit.outbox.doomed", *arguments],
        env=_environment(),
        cwd=ROOT,
        check=False,
        capture_output=True,
        timeout=_START,
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr.decode()
    assert server.message_ids() == [_message_id(first)]
    assert row(world, first).state == "queued"
    assert world.application.worker.work_once() == 0  # its lease is not over
    world.clock.advance(seconds=45)
    while world.application.worker.work_once():
        continue
    world.application.worker.transport.close()
    counted = Counter(server.message_ids())
    assert counted == {_message_id(first): 2, _message_id(second): 1}
    twins = [one.content for one in server.received if _message_id(first).encode() in one.content]
    assert twins[0] == twins[1]
    assert {row(world, one).state for one in (first, second)} == {"sent"}


def test_two_workers_send_each_letter_once(world: World, server: MailServer) -> None:
    sent = [posted(world) for _ in range(LETTERS)]
    # A batch of the first to start lasts until the other is there too.
    server.faults = {"RCPT": [Stall(0.05) for _ in sent]}
    with working(world, server) as one, working(world, server) as other:
        wait_until_sent(world, one, other)
    assert Counter(server.message_ids()) == Counter(_message_id(one) for one in sent)
    assert server.connections >= 2  # both had a hand in it


def posted(world: World) -> str:
    """Put in a letter that is due by the clock on the wall, which the processes go by."""
    app_state = world.application.app_state
    with app_state.database.writing() as tx:
        return store.add(tx, app_state.keyring, LETTER, datetime.now(UTC))


@dataclass(frozen=True, slots=True)
class Working:
    """A worker process, and what it said."""

    process: subprocess.Popen[bytes]
    log: Path


@contextlib.contextmanager
def working(world: World, server: MailServer) -> Iterator[Working]:
    """A `bridgework worker` for the length of the block; it must end well when it is told to."""
    settings = world.application.app_state.settings
    values = {
        "BRIDGEWORK_ENV": "development",
        "BRIDGEWORK_DATA_DIR": str(settings.data_dir),
        "BRIDGEWORK_DATABASE_URL": settings.database_address,
        "BRIDGEWORK_PUBLIC_URL": settings.public_url,
        "BRIDGEWORK_SMTP_URL": f"smtp://127.0.0.1:{server.port}?starttls=off",
    }
    log = settings.data_dir / f"worker-{worlds.next_number()}.log"
    with (
        log.open("wb") as output,
        subprocess.Popen(
            [sys.executable, "-m", "bridgework", "worker"],
            env=_environment() | values,
            cwd=settings.data_dir,
            stdout=output,
            stderr=output,
        ) as process,
    ):
        try:
            yield Working(process, log)
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) == 0, log.read_text()
        finally:
            process.kill()
    said = log.read_text()
    assert LETTER.to not in said
    assert LETTER.secrets["code"] not in said


def wait_until_sent(world: World, *workers: Working) -> None:
    deadline = time.monotonic() + _START
    waiting = sa.select(sa.func.count()).select_from(letters).where(letters.c.state != "sent")
    while True:
        with world.application.app_state.database.reading() as tx:
            if not tx.value(waiting):
                return
        for worker in workers:
            assert worker.process.poll() is None, worker.log.read_text()
        assert time.monotonic() < deadline, [worker.log.read_text() for worker in workers]
        time.sleep(0.05)


def _environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}


def _message_id(letter_id: str) -> str:
    return f"<{letter_id}@api.example.com>"
