"""Cleanup: partial files of killed workers, and old e-mails."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from bridgework.kit.delivery.outbox import FileTransport, PermanentFailure, queries
from bridgework.kit.delivery.outbox.tables import outbox_emails
from tests.kit.outbox import posting
from tests.kit.outbox.posting import EMAIL, Unreliable, post, row
from tests.world import World

DIES_WRITING = """
import os, signal, sys
from pathlib import Path
from bridgework.kit.delivery.outbox.file_transport import FileTransport

os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
FileTransport(Path(sys.argv[1])).deliver("<one@example.com>", "eve@example.com", b"half")
"""


def dies_writing(folder: Path) -> Path:
    """Return the partial file of a process that was killed while it wrote an e-mail."""
    process = subprocess.Popen([sys.executable, "-c", DIES_WRITING, str(folder)])
    assert process.wait(30) == -signal.SIGKILL
    (draft,) = folder.glob(f".*.{process.pid}.part")
    return draft


def aged(file: Path, seconds: float) -> Path:
    os.utime(file, (time.time() - seconds,) * 2)
    return file


def test_an_abandoned_partial_file_is_deleted(tmp_path: Path) -> None:
    old = aged(dies_writing(tmp_path), 3700)
    young = aged(dies_writing(tmp_path), 3500)
    complete = tmp_path / "two@example.com.eml"
    complete.write_bytes(b"whole")
    aged(complete, 10_000_000)
    FileTransport(tmp_path).open()
    assert not old.exists()
    assert young.exists()
    assert complete.exists()


def test_abandoned_files_are_deleted_once_an_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    transport = FileTransport(tmp_path / "not there yet")
    transport.open()
    transport.deliver("<two@example.com>", "eve@example.com", b"whole")
    old = aged(dies_writing(tmp_path / "not there yet"), 3700)
    transport.open()
    assert old.exists()
    later = time.monotonic() + 3600
    monkeypatch.setattr(time, "monotonic", lambda: later)
    transport.open()
    assert not old.exists()


def test_the_worker_deletes_abandoned_files_when_it_sends(world: World) -> None:
    folder = world.application.app_state.settings.mail_dir
    folder.mkdir()
    old = aged(dies_writing(folder), 3700)
    post(world)
    assert len(world.mail()) == 1
    assert not old.exists()


def ids(world: World) -> set[str]:
    with world.application.app_state.database.reading() as tx:
        return {str(each.id) for each in tx.rows(sa.select(outbox_emails.c.id))}


def refuse() -> None:
    raise PermanentFailure("nobody of this name")


def test_emails_are_deleted_90_days_after_the_last_attempt(world: World) -> None:
    dead = post(world)
    posting.worker(world, Unreliable(refuse)).work_once()
    sent = post(world)
    world.mail()
    assert (row(world, dead).state, row(world, sent).state) == ("dead", "sent")
    world.clock.advance(days=90)
    waiting = post(world)
    world.run_periodic_tasks()
    assert ids(world) == {dead, sent, waiting}
    world.clock.advance(minutes=1)
    world.run_periodic_tasks()
    assert ids(world) == {waiting}


def test_waiting_emails_are_never_deleted(world: World) -> None:
    queued = post(world)
    world.clock.advance(days=1000)
    world.run_periodic_tasks()
    assert row(world, queued).state == "queued"
    assert len(world.mail()) == 1


def test_a_requeued_email_is_kept_for_another_90_days(world: World) -> None:
    dead = post(world)
    posting.worker(world, Unreliable(refuse)).work_once()
    world.clock.advance(days=100)
    with world.application.app_state.database.writing() as tx:
        assert queries.mark_queued(tx, dead, world.clock.now())
    world.run_periodic_tasks()
    world.mail()
    world.clock.advance(days=89)
    world.run_periodic_tasks()
    assert row(world, dead).state == "sent"


def test_emails_are_deleted_in_batches(world: World) -> None:
    with world.application.app_state.database.writing() as tx:
        for _ in range(1100):
            queries.add(tx, world.application.app_state.keyring, EMAIL, world.clock.now())
        tx.execute(outbox_emails.update().values(state="sent", sealed=None))
    world.clock.advance(days=91)
    dropped: list[int] = []
    while len(dropped) < 5:
        with world.application.app_state.database.writing() as tx:
            dropped.append(queries.delete_expired(tx, world.clock.now()))
    assert dropped == [500, 500, 100, 0, 0]
    assert ids(world) == set()
