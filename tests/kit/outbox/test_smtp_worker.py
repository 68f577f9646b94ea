"""The worker in front of a mail server: what becomes of letters, and whose each of them is."""

import logging
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bridgework.kit.db.transaction import Transaction
from bridgework.kit.errors import DatabaseBusy
from bridgework.kit.outbox import store
from bridgework.kit.outbox.smtp_transport import SmtpTransport
from bridgework.kit.outbox.transport import TemporaryFailure, Transport
from bridgework.kit.outbox.worker import Worker
from bridgework.settings import Settings
from tests import cast
from tests import world as worlds
from tests.kit.outbox import posting
from tests.kit.outbox.posting import Unreliable, post, row
from tests.servers.smtp import Drop, MailServer, Stall, running_smtp
from tests.world import World


@pytest.fixture
def server() -> Iterator[MailServer]:
    with running_smtp() as running:
        yield running


@pytest.fixture
def settings(tmp_path: Any, database_url: str, server: MailServer) -> Settings:
    return worlds.settings(
        tmp_path,
        database_url=database_url,
        smtp_url=f"smtp://127.0.0.1:{server.port}?starttls=off",
        mail_from="The Office <office@example.org>",
    )


def send(world: World) -> None:
    """Have the worker try what is due, and hang up."""
    world.application.worker.work_once()
    world.application.worker.transport.close()


def state(world: World, letter_id: Any) -> tuple[str, int, str | None]:
    kept = row(world, letter_id)
    return kept.state, kept.attempts, kept.fault


def test_the_settings_name_the_server_and_the_sender(world: World, server: MailServer) -> None:
    cast.register(world, "eve@example.com")
    send(world)
    [received] = server.received
    assert (received.sender, received.recipients) == ("office@example.org", ["eve@example.com"])
    assert received.message["From"] == "The Office <office@example.org>"
    assert received.introduced_as == "api.example.com"
    assert not world.application.app_state.settings.mail_dir.exists()


def test_a_recipient_who_is_refused_costs_only_that_letter(
    world: World, server: MailServer
) -> None:
    refused, put_off, taken = (post(world) for _ in range(3))
    server.faults = {"RCPT": ["550 5.1.1 nobody here", "451 4.7.1 later", Stall(0)]}
    send(world)
    assert state(world, refused) == ("dead", 1, "the mail server says 550 5.1.1 nobody here")
    assert row(world, refused).sealed is not None
    assert state(world, put_off) == ("retrying", 1, "the mail server says 451 4.7.1 later")
    assert row(world, put_off).due_at == world.clock.now() + timedelta(seconds=5)
    assert state(world, taken) == ("sent", 1, None)
    assert server.connections == 1
    world.clock.advance(seconds=5)
    send(world)
    assert state(world, put_off) == ("sent", 2, None)


def test_a_way_that_is_blocked_is_tried_once_for_all_letters(
    world: World, server: MailServer, caplog: pytest.LogCaptureFixture
) -> None:
    letters = [post(world) for _ in range(3)]
    server.faults = {"GREETING": ["554 5.3.2 not today"]}
    with caplog.at_level(logging.WARNING):
        send(world)
    told = "the mail server can't be used: 554 5.3.2 not today"
    assert {state(world, one) for one in letters} == {("retrying", 0, told)}
    assert server.connections == 1
    assert caplog.text.count(f"no mail goes out: {told}") == 1
    world.clock.advance(seconds=5)
    send(world)
    assert {state(world, one) for one in letters} == {("sent", 1, None)}


def test_a_sender_who_is_refused_kills_no_letter(world: World, server: MailServer) -> None:
    letters = [post(world) for _ in range(2)]
    server.faults = {"MAIL": ["550 5.7.1 not your name"]}
    send(world)
    assert {state(world, one)[0] for one in letters} == {"retrying"}


def test_a_letter_that_breaks_the_line_does_not_hold_up_the_next(
    world: World, server: MailServer
) -> None:
    broken, sound = post(world), post(world)
    server.faults = {"BODY": [Drop()]}
    send(world)
    assert (row(world, broken).state, row(world, sound).state) == ("retrying", "sent")
    assert server.connections == 2


def test_a_lost_answer_gives_two_letters_of_one_message_id(
    world: World, server: MailServer
) -> None:
    letter_id = post(world)
    server.faults = {"END": [Drop()]}
    send(world)
    world.clock.advance(seconds=5)
    send(world)
    assert server.message_ids() == [f"<{letter_id}@api.example.com>"] * 2
    assert server.received[0].content == server.received[1].content


def test_an_idle_worker_holds_no_connection(world: World, server: MailServer) -> None:
    for _ in range(25):  # more than one batch
        post(world)
    stop = threading.Event()
    running = threading.Thread(target=world.application.worker.run, args=(stop,))
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
        assert time.monotonic() < deadline, "it did not come to pass"
        time.sleep(0.02)


def test_a_lease_outlasts_what_was_begun_in_it(world: World) -> None:
    post(world)
    worker = posting.worker(world, Dying())
    with pytest.raises(SystemExit):
        worker.work_once()
    with world.application.app_state.database.reading() as tx:
        held_until = store.next_due(tx)
    assert held_until is not None
    assert held_until - world.clock.now() >= SmtpTransport.longest + timedelta(seconds=10)


class Dying(Transport):
    """As slow as a mail server may be, and killed in the middle of it."""

    longest = SmtpTransport.longest

    def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
        raise SystemExit("killed")


def test_what_could_not_be_begun_in_time_is_put_back_untried(world: World) -> None:
    letters = [post(world) for _ in range(3)]

    class SlowToOpen(Unreliable):
        def open(self) -> None:
            world.clock.advance(seconds=6)

    transport = SlowToOpen(lambda: None)
    posting.worker(world, transport).work_once()
    assert transport.tries == 0
    assert {state(world, one) for one in letters} == {("queued", 0, None)}
    send(world)
    assert {state(world, one) for one in letters} == {("sent", 1, None)}


def test_a_slow_letter_leaves_the_rest_of_its_batch_to_others(world: World) -> None:
    letters = [post(world) for _ in range(3)]
    slow = Unreliable(lambda: world.clock.advance(seconds=6))
    posting.worker(world, slow).work_once()
    assert slow.tries == 1
    assert sorted(row(world, one).state for one in letters) == ["queued", "queued", "sent"]
    send(world)
    assert {row(world, one).state for one in letters} == {"sent"}


@pytest.mark.parametrize("late", [None, TemporaryFailure("too late to matter")])
def test_who_lost_a_letter_to_another_does_not_undo_what_became_of_it(
    world: World, server: MailServer, late: Exception | None
) -> None:
    """A process that was stopped for longer than its lease wakes up in the middle of a letter."""
    letter_id = post(world)

    def sleep_for_long() -> None:
        world.clock.advance(minutes=5)
        send(world)
        if late is not None:
            raise late

    posting.worker(world, Unreliable(sleep_for_long)).work_once()
    assert state(world, letter_id) == ("sent", 2, None)
    world.clock.advance(hours=1)
    send(world)
    assert len(server.received) == 1


def test_a_busy_database_has_no_letter_sent_twice(world: World, server: MailServer) -> None:
    letter_id = post(world)
    database: Any = BusyAtFirst(world.application.app_state.database, busy=(2, 3))
    worker: Worker = replace(world.application.worker, database=database)
    worker.work_once()
    worker.transport.close()
    assert database.asked == 4  # to take the letter, and thrice to note that it was sent
    assert state(world, letter_id) == ("sent", 1, None)
    assert len(server.received) == 1


class BusyAtFirst:
    """A database that is busy when it is asked to write for the n-th times in `busy`."""

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


def test_secrets_of_letters_that_expired_are_wiped_by_a_chore(
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
    assert state(world, dead) == ("dead", 1, "the mail server says 550 5.1.1 nobody here")
    assert state(world, put_off) == ("dead", 1, "the mail server says 451 4.7.1 later")
    assert row(world, lasting).state == "sent"
    send(world)
    assert len(server.received) == 1
