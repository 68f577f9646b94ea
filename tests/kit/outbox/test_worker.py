"""The worker: sent, failed and expired e-mails."""

import logging
from datetime import timedelta

import pytest

from bridgework.kit.delivery.outbox import FileTransport, queries
from bridgework.kit.security import Keyring
from tests.kit.outbox import posting
from tests.kit.outbox.posting import EMAIL, Unreliable, post, row
from tests.world import World

WAITS = [5, 30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600]
"""Seconds between the attempts of an e-mail; after the ninth it is dead."""


def fail() -> None:
    raise OSError("no room left on the way to eve@example.com")


def go() -> None:
    return None


def test_a_sent_email_loses_its_secrets(world: World) -> None:
    email_id = post(world)
    stored = row(world, email_id)
    assert (stored.state, stored.attempts) == ("queued", 0)
    assert stored.sealed is not None
    assert b"314159" not in stored.sealed
    world.clock.advance(seconds=3)
    assert world.worker.work_once() == 1
    stored = row(world, email_id)
    assert (stored.state, stored.attempts, stored.fault) == ("sent", 1, None)
    assert stored.sent_at == world.clock.now()
    assert stored.sealed is None
    assert world.worker.work_once() == 0
    assert len(posting.folder(world)) == 1


def test_a_failed_email_is_retried_with_growing_delays(world: World) -> None:
    email_id = post(world)
    worker = posting.worker(world, transport := Unreliable(fail))
    for seconds in WAITS:
        assert worker.work_once() == 1
        stored = row(world, email_id)
        assert stored.state == "retrying"
        assert stored.due_at == world.clock.now() + timedelta(seconds=seconds)
        assert stored.fault == "OSError: no room left on the way to eve@example.com"
        world.clock.advance(seconds=seconds - 1)
        assert worker.work_once() == 0
        world.clock.advance(seconds=1)
    assert worker.work_once() == 1
    assert row(world, email_id).state == "dead"
    world.clock.advance(days=30)
    assert worker.work_once() == 0
    assert (transport.tries, transport.delivered) == (9, [])


def test_a_failed_email_is_sent_by_a_later_attempt(world: World) -> None:
    email_id = post(world)
    posting.worker(world, Unreliable(fail)).work_once()
    world.clock.advance(seconds=5)
    assert world.worker.work_once() == 1
    stored = row(world, email_id)
    assert (stored.state, stored.attempts, stored.fault, stored.sealed) == ("sent", 2, None, None)
    assert len(posting.folder(world)) == 1


def test_the_log_contains_no_recipient(world: World, caplog: pytest.LogCaptureFixture) -> None:
    email_id = post(world)
    with caplog.at_level(logging.DEBUG):
        posting.worker(world, Unreliable(fail)).work_once()
    assert f"e-mail {email_id} was not sent (attempt 1): OSError" in caplog.text
    assert "eve@example.com" not in caplog.text


def test_an_expired_email_is_not_sent_and_loses_its_secrets(world: World) -> None:
    email_id = post(world, expires=world.clock.now() + timedelta(minutes=10))
    world.clock.advance(minutes=10)
    worker = posting.worker(world, transport := Unreliable(go))
    assert worker.work_once() == 1
    stored = row(world, email_id)
    assert (stored.state, stored.sealed) == ("dead", None)
    assert stored.fault == "expired before it could be sent"
    assert transport.tries == 0
    assert worker.work_once() == 0


def test_an_email_may_expire_between_attempts(world: World) -> None:
    email_id = post(world, expires=world.clock.now() + timedelta(seconds=4))
    worker = posting.worker(world, transport := Unreliable(fail))
    worker.work_once()
    assert row(world, email_id).sealed is not None
    world.clock.advance(seconds=5)
    worker.work_once()
    assert (row(world, email_id).state, row(world, email_id).sealed) == ("dead", None)
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
def test_an_email_that_cannot_be_rendered_does_not_block_others(
    world: World, changes: dict[str, object], keyring: Keyring | None
) -> None:
    broken = post(world, keyring, **changes)
    sound = post(world)
    assert world.worker.work_once() == 2
    assert row(world, broken).state == "retrying"
    assert row(world, broken).fault
    assert row(world, sound).state == "sent"
    assert len(posting.folder(world)) == 1


def test_a_rolled_back_email_is_not_sent(world: World) -> None:
    with pytest.raises(LookupError):
        post_and_break(world)
    assert world.mail() == []


def post_and_break(world: World) -> None:
    app_state = world.application.app_state
    with app_state.database.writing() as tx:
        queries.add(tx, app_state.keyring, EMAIL, world.clock.now())
        raise LookupError("the request failed after it had queued an e-mail")


def test_a_delivered_but_unrecorded_email_is_one_file(world: World) -> None:
    """The worker is killed after it wrote the file and before it recorded it."""
    email_id = post(world)

    class Dying(FileTransport):
        def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
            super().deliver(message_id, recipient, message)
            raise SystemExit("killed")

    worker = posting.worker(world, Dying(world.application.app_state.settings.mail_dir))
    with pytest.raises(SystemExit):
        worker.work_once()
    stored = row(world, email_id)
    assert (stored.state, stored.attempts) == ("queued", 1)
    [file] = posting.folder(world)
    before = (file.read_bytes(), file.stat().st_ino)
    assert world.worker.work_once() == 0  # the lease has not ended
    world.clock.advance(seconds=15)
    assert world.worker.work_once() == 1
    assert row(world, email_id).state == "sent"
    [file] = posting.folder(world)
    assert (file.read_bytes(), file.stat().st_ino) == before


def test_a_taken_but_undelivered_email_is_sent_later(world: World) -> None:
    email_id = post(world)

    def die() -> None:
        raise SystemExit("killed")

    with pytest.raises(SystemExit):
        posting.worker(world, Unreliable(die)).work_once()
    assert posting.folder(world) == []
    world.clock.advance(seconds=15)
    assert len(world.mail()) == 1
    assert row(world, email_id).attempts == 2
