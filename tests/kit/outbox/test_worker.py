"""What the worker does with letters that go out, that don't, and that have waited too long."""

import logging
from datetime import timedelta

import pytest

from bridgework.kit.keyring import Keyring
from bridgework.kit.outbox import store
from bridgework.kit.outbox.file_transport import FileTransport
from tests.kit.outbox import posting
from tests.kit.outbox.posting import LETTER, Unreliable, post, row
from tests.world import World

WAITS = [5, 30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600]
"""Seconds between a letter's tries; after the ninth it is dead."""


def fail() -> None:
    raise OSError("no room left on the way to eve@example.com")


def go() -> None:
    return None


def test_a_letter_that_went_out_is_sent_and_its_secret_wiped(world: World) -> None:
    letter_id = post(world)
    kept = row(world, letter_id)
    assert (kept.state, kept.attempts) == ("queued", 0)
    assert kept.sealed is not None
    assert b"314159" not in kept.sealed
    world.clock.advance(seconds=3)
    assert world.application.worker.work_once() == 1
    kept = row(world, letter_id)
    assert (kept.state, kept.attempts, kept.fault) == ("sent", 1, None)
    assert kept.sent_at == world.clock.now()
    assert kept.sealed is None
    assert world.application.worker.work_once() == 0
    assert len(posting.folder(world)) == 1


def test_a_letter_that_fails_is_tried_again_after_longer_and_longer_waits(world: World) -> None:
    letter_id = post(world)
    worker = posting.worker(world, transport := Unreliable(fail))
    for seconds in WAITS:
        assert worker.work_once() == 1
        kept = row(world, letter_id)
        assert kept.state == "retrying"
        assert kept.due_at == world.clock.now() + timedelta(seconds=seconds)
        assert kept.fault == "OSError: no room left on the way to eve@example.com"
        world.clock.advance(seconds=seconds - 1)
        assert worker.work_once() == 0
        world.clock.advance(seconds=1)
    assert worker.work_once() == 1
    assert row(world, letter_id).state == "dead"
    world.clock.advance(days=30)
    assert worker.work_once() == 0
    assert (transport.tries, transport.delivered) == (9, [])


def test_a_letter_that_failed_goes_out_once_the_way_is_clear(world: World) -> None:
    letter_id = post(world)
    posting.worker(world, Unreliable(fail)).work_once()
    world.clock.advance(seconds=5)
    assert world.application.worker.work_once() == 1
    kept = row(world, letter_id)
    assert (kept.state, kept.attempts, kept.fault, kept.sealed) == ("sent", 2, None, None)
    assert len(posting.folder(world)) == 1


def test_the_log_names_no_recipient(world: World, caplog: pytest.LogCaptureFixture) -> None:
    letter_id = post(world)
    with caplog.at_level(logging.DEBUG):
        posting.worker(world, Unreliable(fail)).work_once()
    assert f"letter {letter_id} was not sent (attempt 1): OSError" in caplog.text
    assert "eve@example.com" not in caplog.text


def test_an_expired_letter_dies_unsent_and_its_secret_with_it(world: World) -> None:
    letter_id = post(world, expires=world.clock.now() + timedelta(minutes=10))
    world.clock.advance(minutes=10)
    worker = posting.worker(world, transport := Unreliable(go))
    assert worker.work_once() == 1
    kept = row(world, letter_id)
    assert (kept.state, kept.sealed) == ("dead", None)
    assert kept.fault == "expired before it could be sent"
    assert transport.tries == 0
    assert worker.work_once() == 0


def test_a_letter_expires_between_two_tries(world: World) -> None:
    letter_id = post(world, expires=world.clock.now() + timedelta(seconds=4))
    worker = posting.worker(world, transport := Unreliable(fail))
    worker.work_once()
    assert row(world, letter_id).sealed is not None
    world.clock.advance(seconds=5)
    worker.work_once()
    assert (row(world, letter_id).state, row(world, letter_id).sealed) == ("dead", None)
    assert transport.tries == 1


@pytest.mark.parametrize(
    ("changes", "keyring"),
    [
        ({"name": "accounts/no_such_template"}, None),
        ({"facts": {}}, None),
        ({"to": "eve@example.com\nBcc: everybody@example.com"}, None),
        ({}, Keyring(("a secret that has been thrown away since",))),
    ],
    ids=["no template", "no facts", "no address", "no key"],
)
def test_a_letter_that_can_not_be_written_holds_up_no_other(
    world: World, changes: dict[str, object], keyring: Keyring | None
) -> None:
    broken = post(world, keyring, **changes)
    sound = post(world)
    assert world.application.worker.work_once() == 2
    assert row(world, broken).state == "retrying"
    assert row(world, broken).fault
    assert row(world, sound).state == "sent"
    assert len(posting.folder(world)) == 1


def test_what_is_rolled_back_is_not_told(world: World) -> None:
    with pytest.raises(LookupError):
        post_and_break(world)
    assert world.mail() == []


def post_and_break(world: World) -> None:
    app_state = world.application.app_state
    with app_state.database.writing() as tx:
        store.add(tx, app_state.keyring, LETTER, world.clock.now())
        raise LookupError("the call broke after it had written a letter")


def test_a_letter_that_was_handed_over_but_not_noted_is_there_once(world: World) -> None:
    """The worker dies between the file and its note: as with the power going."""
    letter_id = post(world)

    class Dying(FileTransport):
        def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
            super().deliver(message_id, recipient, message)
            raise SystemExit("killed")

    worker = posting.worker(world, Dying(world.application.app_state.settings.mail_dir))
    with pytest.raises(SystemExit):
        worker.work_once()
    kept = row(world, letter_id)
    assert (kept.state, kept.attempts) == ("queued", 1)
    [file] = posting.folder(world)
    before = (file.read_bytes(), file.stat().st_ino)
    assert world.application.worker.work_once() == 0  # its lease is not over
    world.clock.advance(seconds=15)
    assert world.application.worker.work_once() == 1
    assert row(world, letter_id).state == "sent"
    [file] = posting.folder(world)
    assert (file.read_bytes(), file.stat().st_ino) == before


def test_a_letter_that_was_taken_but_not_handed_over_goes_out_later(world: World) -> None:
    letter_id = post(world)

    def die() -> None:
        raise SystemExit("killed")

    with pytest.raises(SystemExit):
        posting.worker(world, Unreliable(die)).work_once()
    assert posting.folder(world) == []
    world.clock.advance(seconds=15)
    assert len(world.mail()) == 1
    assert row(world, letter_id).attempts == 2
