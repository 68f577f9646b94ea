"""The outbox worker with a mail server."""

import logging
import threading
import time
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bridgework.kit.core import DatabaseBusy
from bridgework.kit.data.db import Transaction
from bridgework.kit.delivery.outbox import TemporaryFailure, Transport, Worker
from bridgework.kit.delivery.outbox.smtp.smtp_transport import SmtpTransport
from bridgework.settings import Settings
from tests import cast
from tests import world as worlds
from tests.kit.outbox import posting
from tests.kit.outbox.posting import Unreliable, post, row
from tests.servers.smtp import Drop, MailServer, Stall
from tests.world import World


@pytest.fixture
def settings(tmp_path: Any, database_url: str, server: MailServer) -> Settings:
    return worlds.settings(
        tmp_path,
        database_url=database_url,
        smtp_url=server.url,
        mail_from="The Office <office@example.org>",
    )


def send(world: World) -> None:
    """Let the worker send the due e-mails, and disconnect."""
    world.worker.work_once()
    world.worker.transport.close()


def state(world: World, email_id: Any) -> tuple[str, int, str | None]:
    stored = row(world, email_id)
    return stored.state, stored.attempts, stored.fault


def test_the_settings_define_server_and_sender(world: World, server: MailServer) -> None:
    cast.register(world, "eve@example.com")
    send(world)
    [received] = server.received
    assert (received.sender, received.recipients) == ("office@example.org", ["eve@example.com"])
    assert received.message["From"] == "The Office <office@example.org>"
    assert received.introduced_as == "api.example.com"
    assert not world.application.app_state.settings.mail_dir.exists()


@pytest.mark.parametrize(
    ("step", "reply", "logged"),
    [
        ("RCPT", "550 5.1.1 <eve@example.com> unknown", "PermanentFailure: {} 550 5.1.1 <…@…> unk"),
        ("MESSAGE", "451 4.7.1 code 314159 later", "TemporaryFailure: {} 451 4.7.1 code … later"),
    ],
)
def test_a_refusal_is_logged_without_addresses_and_codes(
    world: World,
    server: MailServer,
    caplog: pytest.LogCaptureFixture,
    step: str,
    reply: str,
    logged: str,
) -> None:
    post(world)
    server.faults = {step: [reply]}
    send(world)
    assert logged.format("the mail server replied") in caplog.text
    assert "eve@example.com" not in caplog.text
    assert "314159" not in caplog.text


def test_a_refused_recipient_affects_only_that_email(world: World, server: MailServer) -> None:
    refused, put_off, taken = (post(world) for _ in range(3))
    server.faults = {"RCPT": ["550 5.1.1 nobody here", "451 4.7.1 later", Stall(0)]}
    send(world)
    assert state(world, refused) == ("dead", 1, "the mail server replied 550 5.1.1 nobody here")
    assert row(world, refused).sealed is not None
    assert state(world, put_off) == ("retrying", 1, "the mail server replied 451 4.7.1 later")
    assert row(world, put_off).due_at == world.clock.now() + timedelta(seconds=5)
    assert state(world, taken) == ("sent", 1, None)
    assert server.connections == 1
    world.clock.advance(seconds=5)
    send(world)
    assert state(world, put_off) == ("sent", 2, None)


def test_an_unavailable_transport_is_tried_once_per_batch(
    world: World, server: MailServer, caplog: pytest.LogCaptureFixture
) -> None:
    email_ids = [post(world) for _ in range(3)]
    server.faults = {"GREETING": ["554 5.3.2 not today"]}
    with caplog.at_level(logging.WARNING):
        send(world)
    response = "the mail server cannot be used: 554 5.3.2 not today"
    assert {state(world, one) for one in email_ids} == {("retrying", 0, response)}
    assert server.connections == 1
    assert caplog.text.count(f"no e-mail can be sent: {response}") == 1
    world.clock.advance(seconds=5)
    send(world)
    assert {state(world, one) for one in email_ids} == {("sent", 1, None)}


def test_a_refused_sender_makes_no_email_dead(world: World, server: MailServer) -> None:
    email_ids = [post(world) for _ in range(2)]
    server.faults = {"MAIL": ["550 5.7.1 not your name"]}
    send(world)
    assert {state(world, one)[0] for one in email_ids} == {"retrying"}


def test_a_broken_connection_does_not_block_the_next_email(
    world: World, server: MailServer
) -> None:
    broken, sound = post(world), post(world)
    server.faults = {"BODY": [Drop()]}
    send(world)
    assert (row(world, broken).state, row(world, sound).state) == ("retrying", "sent")
    assert server.connections == 2


def test_a_lost_reply_repeats_the_message_with_its_message_id(
    world: World, server: MailServer
) -> None:
    email_id = post(world)
    server.faults = {"END": [Drop()]}
    send(world)
    world.clock.advance(seconds=5)
    send(world)
    assert server.message_ids() == [f"<{email_id}@api.example.com>"] * 2
    assert server.received[0].content == server.received[1].content


@pytest.mark.postgresql("concurrent requests")
def test_an_idle_worker_holds_no_connection(world: World, server: MailServer) -> None:
    for _ in range(25):  # more than one batch
        post(world)
    stop = threading.Event()
    running = threading.Thread(target=world.worker.run, args=(stop,))
    running.start()
    try:
        wait_until(lambda: server.goodbyes == 1)
        assert (len(server.received), server.connections) == (25, 1)
    finally:
        stop.set()
        world.application.app_state.outbox_signal.set()
        running.join(10)
    assert not running.is_alive()


def wait_until(is_so: Any, seconds: float = 15) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, "the condition was not met in time"
        time.sleep(0.02)


def test_a_lease_outlasts_the_longest_delivery(world: World) -> None:
    email_id = post(world)
    worker = posting.worker(world, Dying())
    with pytest.raises(SystemExit):
        worker.work_once()
    held_until = row(world, email_id).due_at
    assert held_until - world.clock.now() >= SmtpTransport.longest + timedelta(seconds=10)


class Dying(Transport):
    """A transport as slow as allowed, which is killed during a delivery."""

    longest = SmtpTransport.longest

    def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
        raise SystemExit("killed")


def test_emails_that_are_not_begun_in_time_are_released(world: World) -> None:
    email_ids = [post(world) for _ in range(3)]

    class SlowToOpen(Unreliable):
        def open(self) -> None:
            world.clock.advance(seconds=6)

    transport = SlowToOpen(lambda: None)
    posting.worker(world, transport).work_once()
    assert transport.tries == 0
    assert {state(world, one) for one in email_ids} == {("queued", 0, None)}
    send(world)
    assert {state(world, one) for one in email_ids} == {("sent", 1, None)}


def test_a_slow_email_releases_the_rest_of_its_batch(world: World) -> None:
    email_ids = [post(world) for _ in range(3)]
    slow = Unreliable(lambda: world.clock.advance(seconds=6))
    posting.worker(world, slow).work_once()
    assert slow.tries == 1
    assert sorted(row(world, one).state for one in email_ids) == ["queued", "queued", "sent"]
    send(world)
    assert {row(world, one).state for one in email_ids} == {"sent"}


@pytest.mark.parametrize("late", [None, TemporaryFailure("too late to matter")])
def test_a_worker_that_lost_its_lease_does_not_change_the_email(
    world: World, server: MailServer, late: Exception | None
) -> None:
    """The process was stopped during a delivery for longer than its lease."""
    email_id = post(world)

    def sleep_for_long() -> None:
        world.clock.advance(minutes=5)
        send(world)
        if late is not None:
            raise late

    posting.worker(world, Unreliable(sleep_for_long)).work_once()
    assert state(world, email_id) == ("sent", 2, None)
    world.clock.advance(hours=1)
    send(world)
    assert len(server.received) == 1


def test_a_busy_database_causes_no_duplicate(world: World, server: MailServer) -> None:
    email_id = post(world)
    database: Any = BusyAtFirst(world.application.app_state.database, busy=(2, 3))
    worker: Worker = replace(world.worker, database=database)
    worker.work_once()
    worker.transport.close()
    assert database.asked == 4  # once to take the e-mail, three times to record that it was sent
    assert state(world, email_id) == ("sent", 1, None)
    assert len(server.received) == 1


class BusyAtFirst:
    """A database that is busy at the n-th write for each n in `busy`."""

    def __init__(self, database: Any, busy: tuple[int, ...]) -> None:
        self._database = database
        self._busy = busy
        self.asked = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)

    def writing(self) -> Transaction:
        self.asked += 1
        if self.asked in self._busy:
            raise DatabaseBusy
        transaction: Transaction = self._database.writing()
        return transaction


def test_a_periodic_task_deletes_the_secrets_of_expired_emails(
    world: World, server: MailServer
) -> None:
    soon = world.clock.now() + timedelta(minutes=10)
    server.faults = {"RCPT": ["550 5.1.1 nobody here", "451 4.7.1 later"]}
    dead, put_off, lasting = post(world, expires=soon), post(world, expires=soon), post(world)
    send(world)
    world.run_periodic_tasks()
    assert row(world, dead).sealed is not None
    world.clock.advance(minutes=10)
    world.run_periodic_tasks()
    assert [row(world, one).sealed for one in (dead, put_off, lasting)] == [None] * 3
    assert state(world, dead) == ("dead", 1, "the mail server replied 550 5.1.1 nobody here")
    assert state(world, put_off) == ("dead", 1, "the mail server replied 451 4.7.1 later")
    assert row(world, lasting).state == "sent"
    send(world)
    assert len(server.received) == 1
