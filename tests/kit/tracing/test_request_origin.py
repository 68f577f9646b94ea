"""The log lines of background work contain the ID of the request that caused it."""

import io
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from bridgework.areas.community.calendar.guests import guests
from bridgework.kit.delivery.outbox import PermanentFailure, TransportUnavailable
from tests import cast
from tests.architecture import log_capture
from tests.areas.calendar.calendar_client import EVENT
from tests.kit.outbox import posting
from tests.kit.outbox.posting import Unreliable
from tests.world import World

REGISTER, RESEND = {"x-request-id": "newcomer-1"}, {"x-request-id": "again.2"}
CODE = "(accounts/verification_code)"


def fail() -> None:
    raise OSError("no room left")


def refuse() -> None:
    raise PermanentFailure("there is no such mailbox")


def block() -> None:
    raise TransportUnavailable("the mail server is down")


def register(world: World, email: str = "ada@example.com", request_id: str = "newcomer-1") -> None:
    sent = {"email": email, "password": cast.PASSWORD}
    world.post("/auth/register", sent, headers={"x-request-id": request_id}).must(201)


def messages(written: io.StringIO, logger: str = "bridgework.outbox") -> Sequence[tuple[Any, str]]:
    """The request ID and message of each line of a logger, without the e-mail's ID."""
    return [
        (
            line.get("requestId"),
            " ".join(
                word for word in line["message"].split() if word == "e-mail" or "-" not in word
            ),
        )
        for line in log_capture.lines(written)
        if line["logger"] == logger
    ]


@pytest.mark.parametrize(
    ("way", "words"),
    [
        (lambda: None, [f"e-mail {CODE} was sent (attempt 1)"]),
        (
            fail,
            [
                "e-mail was not sent (attempt 1): OSError",
                f"e-mail {CODE} will be retried (attempt 1)",
            ],
        ),
        (
            refuse,
            [
                "e-mail was not sent (attempt 1): PermanentFailure: there is no such mailbox",
                f"e-mail {CODE} was given up (attempt 1)",
            ],
        ),
    ],
    ids=["sent", "put off", "given up"],
)
def test_the_delivery_of_an_email_is_logged_with_the_request_that_queued_it(
    world: World, monkeypatch: pytest.MonkeyPatch, way: Any, words: list[str]
) -> None:
    register(world)
    with log_capture.capture_log(monkeypatch) as written:
        posting.worker(world, Unreliable(way)).work_once()
    assert messages(written) == [("newcomer-1", line) for line in words]


def test_each_email_of_a_batch_has_its_own_request(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(world, "ada@example.com", "one")
    register(world, "ben@example.com", "two")
    posting.post(world)  # without a request
    with log_capture.capture_log(monkeypatch) as written:
        assert world.worker.work_once() == 3
    sent = f"e-mail {CODE} was sent (attempt 1)"
    assert messages(written) == [("one", sent), ("two", sent), (None, sent)]


def test_emails_that_wait_for_the_transport_are_logged_one_by_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(world, "ada@example.com", "one")
    register(world, "ben@example.com", "two")
    with log_capture.capture_log(monkeypatch) as written:
        posting.worker(world, Unreliable(block)).work_once()
    put_off = f"e-mail {CODE} will be retried (attempt 1)"
    removed = (None, "no e-mail can be sent: the mail server is down")
    assert messages(written) == [removed, ("one", put_off), ("two", put_off)]


def test_an_expired_email_is_logged_with_its_request(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(world)
    world.clock.advance(days=2)
    with log_capture.capture_log(monkeypatch) as written:
        world.worker.work_once()
    assert messages(written) == [
        ("newcomer-1", f"e-mail {CODE} was given up: it expired (attempt 1)")
    ]


def test_a_request_without_an_id_gets_one(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = {"email": "ada@example.com", "password": cast.PASSWORD}
    created = world.post("/auth/register", sent).must(201)
    with log_capture.capture_log(monkeypatch) as written:
        world.worker.work_once()
    assert [line[0] for line in messages(written)] == [created.headers["x-request-id"]]


def test_emails_to_many_guests_belong_to_the_request_that_invited_them(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guests, "_BATCH", 2)
    root = cast.root(world)
    world.mail()
    event_ids = []
    for name in ("one", "two"):
        emails = [f"{name}{number}@example.org" for number in range(3)]
        created = world.post(
            "/calendar/events",
            {**EVENT, "inviteeEmails": emails},
            as_=root,
            headers={"x-request-id": f"invite.{name}"},
        )
        event_ids.append(created.must(201).data["event"]["id"])
    world.run_periodic_tasks()
    with log_capture.capture_log(monkeypatch) as written:
        world.mail()
    ids = [line[0] for line in messages(written)]
    assert sorted(ids) == ["invite.one"] * 3 + ["invite.two"] * 3

    cancelling = {"x-request-id": "cancel.one"}
    world.delete(f"/calendar/events/{event_ids[0]}", as_=root, headers=cancelling).must(200)
    world.run_periodic_tasks()
    with log_capture.capture_log(monkeypatch) as written:
        world.mail()
    assert [line[0] for line in messages(written)] == ["cancel.one"] * 3


def test_the_worker_resets_the_request_id(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    register(world)
    world.worker.work_once()
    posting.post(world, expires=world.clock.now() + timedelta(hours=1))
    with log_capture.capture_log(monkeypatch) as written:
        world.worker.work_once()
    assert [line[0] for line in messages(written)] == [None]
