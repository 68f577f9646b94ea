"""Worker processes: one that is killed, and two on one database."""

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

from bridgework.kit.delivery.outbox import queries
from bridgework.kit.delivery.outbox.tables import outbox_emails
from bridgework.settings import Settings
from tests import world as worlds
from tests.kit.outbox.posting import EMAIL, post, row
from tests.servers.smtp import MailServer, Stall
from tests.world import World

ROOT = Path(__file__).parents[3]
EMAILS = 60
_START = 60.0
"""The timeout for two processes on a busy machine, in seconds."""


@pytest.fixture
def settings(tmp_path: Path, database_url: str, server: MailServer) -> Settings:
    return worlds.settings(tmp_path, database_url=database_url, smtp_url=server.url)


def test_a_worker_killed_before_recording_repeats_the_same_message(
    world: World, server: MailServer
) -> None:
    first, second = post(world), post(world)
    settings = world.application.app_state.settings
    arguments = [str(settings.data_dir), settings.database_address, server.url]
    killed = subprocess.run(
        [sys.executable, "-m", "tests.kit.outbox.killed_worker", *arguments],
        env=_environment(),
        cwd=ROOT,
        check=False,
        capture_output=True,
        timeout=_START,
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr.decode()
    assert server.message_ids() == [_message_id(first)]
    assert row(world, first).state == "queued"
    assert world.worker.work_once() == 0  # the lease has not ended
    world.clock.advance(seconds=45)
    while world.worker.work_once():
        continue
    world.worker.transport.close()
    counted = Counter(server.message_ids())
    assert counted == {_message_id(first): 2, _message_id(second): 1}
    twins = [one.content for one in server.received if _message_id(first).encode() in one.content]
    assert twins[0] == twins[1]
    assert {row(world, one).state for one in (first, second)} == {"sent"}


@pytest.mark.slow("starts processes")
def test_two_workers_send_each_email_once(world: World, server: MailServer) -> None:
    sent = [posted(world) for _ in range(EMAILS)]
    # The first batch lasts until the second process has started.
    server.faults = {"RCPT": [Stall(0.05) for _ in sent]}
    with working(world, server) as one, working(world, server) as other:
        wait_until_sent(world, one, other)
    assert Counter(server.message_ids()) == Counter(_message_id(one) for one in sent)
    assert server.connections >= 2  # both processes sent e-mails


def posted(world: World) -> str:
    """Queue an e-mail that is due by the system clock, which the processes use."""
    app_state = world.application.app_state
    with app_state.database.writing() as tx:
        return queries.add(tx, app_state.keyring, EMAIL, datetime.now(UTC))


@dataclass(frozen=True, slots=True)
class Working:
    """A worker process and its log."""

    process: subprocess.Popen[bytes]
    log: Path


@contextlib.contextmanager
def working(world: World, server: MailServer) -> Iterator[Working]:
    """Run `bridgework worker` during the block; it must stop without an error."""
    settings = world.application.app_state.settings
    values = {
        "BRIDGEWORK_ENV": "development",
        "BRIDGEWORK_DATA_DIR": str(settings.data_dir),
        "BRIDGEWORK_DATABASE_URL": settings.database_address,
        "BRIDGEWORK_PUBLIC_URL": settings.public_url,
        "BRIDGEWORK_SMTP_URL": server.url,
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
    result = log.read_text()
    assert EMAIL.to not in result
    assert EMAIL.secrets["code"] not in result


def wait_until_sent(world: World, *workers: Working) -> None:
    deadline = time.monotonic() + _START
    waiting = (
        sa.select(sa.func.count()).select_from(outbox_emails).where(outbox_emails.c.state != "sent")
    )
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


def _message_id(email_id: str) -> str:
    return f"<{email_id}@api.example.com>"
