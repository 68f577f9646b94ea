"""What is left behind: drafts of killed workers, and letters that have had their time."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from bridgework.kit.outbox import store
from bridgework.kit.outbox.file_transport import FileTransport
from bridgework.kit.outbox.tables import letters
from bridgework.kit.outbox.transport import PermanentFailure
from tests.kit.outbox import posting
from tests.kit.outbox.posting import LETTER, Unreliable, post, row
from tests.world import World

DIES_WRITING = """
import os, signal, sys
from pathlib import Path
from bridgework.kit.outbox.file_transport import FileTransport

os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
FileTransport(Path(sys.argv[1])).deliver("<one@example.com>", "eve@example.com", b"half")
"""


def dies_writing(folder: Path) -> Path:
    """The draft of a process that was killed while it wrote a letter."""
    process = subprocess.Popen([sys.executable, "-c", DIES_WRITING, str(folder)])
    assert process.wait(30) == -signal.SIGKILL
    (draft,) = folder.glob(f".*.{process.pid}.part")
    return draft


def aged(file: Path, seconds: float) -> Path:
    os.utime(file, (time.time() - seconds,) * 2)
    return file


def test_a_draft_that_nobody_writes_any_more_is_swept_away(tmp_path: Path) -> None:
    old = aged(dies_writing(tmp_path), 3700)
    young = aged(dies_writing(tmp_path), 3500)
    letter = tmp_path / "two@example.com.eml"
    letter.write_bytes(b"whole")
    aged(letter, 10_000_000)
    FileTransport(tmp_path).open()
    assert not old.exists()
    assert young.exists()
    assert letter.exists()


def test_it_is_looked_for_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_the_worker_looks_when_it_sends(world: World) -> None:
    folder = world.application.app_state.settings.mail_dir
    folder.mkdir()
    old = aged(dies_writing(folder), 3700)
    post(world)
    assert len(world.mail()) == 1
    assert not old.exists()


def ids(world: World) -> set[str]:
    with world.application.app_state.database.reading() as tx:
        return {str(each.id) for each in tx.rows(sa.select(letters.c.id))}


def refuse() -> None:
    raise PermanentFailure("nobody of this name")


def test_letters_are_dropped_ninety_days_after_they_were_last_tried(world: World) -> None:
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


def test_what_still_waits_is_kept_however_old_it_is(world: World) -> None:
    queued = post(world)
    world.clock.advance(days=1000)
    world.run_periodic_tasks()
    assert row(world, queued).state == "queued"
    assert len(world.mail()) == 1


def test_one_that_is_tried_again_starts_afresh(world: World) -> None:
    dead = post(world)
    posting.worker(world, Unreliable(refuse)).work_once()
    world.clock.advance(days=100)
    with world.application.app_state.database.writing() as tx:
        assert store.requeue(tx, dead, world.clock.now())
    world.run_periodic_tasks()
    world.mail()
    world.clock.advance(days=89)
    world.run_periodic_tasks()
    assert row(world, dead).state == "sent"


def test_many_are_dropped_in_batches(world: World) -> None:
    with world.application.app_state.database.writing() as tx:
        for _ in range(1100):
            store.add(tx, world.application.app_state.keyring, LETTER, world.clock.now())
        tx.execute(letters.update().values(state="sent", sealed=None))
    world.clock.advance(days=91)
    dropped: list[int] = []
    while len(dropped) < 5:
        with world.application.app_state.database.writing() as tx:
            dropped.append(store.sweep(tx, world.clock.now()))
    assert dropped == [500, 500, 100, 0, 0]
    assert ids(world) == set()
