"""Administrators list e-mails and retry dead ones."""

import json
import logging
import time
from datetime import timedelta
from typing import Any

import pytest

from bridgework.kit.core import Id
from bridgework.kit.delivery.outbox import PermanentFailure
from tests import cast, logged
from tests.areas.calendar.calendar_client import create_event
from tests.kit.outbox import posting
from tests.kit.outbox.posting import Unreliable, post, row
from tests.world import ANONYMOUS, Person, World

UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"


def refuse() -> None:
    raise PermanentFailure("the mail server says 550 5.1.1 nobody here")


def fail() -> None:
    raise OSError("no room left")


def create_dead_email(world: World, **changes: Any) -> Id:
    """Create an e-mail that the mail server has refused."""
    email_id = post(world, **changes)
    posting.worker(world, Unreliable(refuse)).work_once()
    assert row(world, email_id).state == "dead"
    return email_id


def test_only_an_administrator_session_may_manage_emails(world: World) -> None:
    root = cast.root(world)
    email_id = create_dead_email(world)
    as_member = cast.sign_in(world, root.email)
    expired = Person("root@example.com", token="expired")
    for person, status in ((ANONYMOUS, 401), (expired, 401), (cast.ben(world), 403)):
        world.get("/admin/emails", as_=person).must(status)
        world.post(f"/admin/emails/{email_id}/retry", as_=person).must(status)
    world.get("/admin/emails", as_=as_member).must(403)
    world.post(f"/admin/emails/{email_id}/retry", as_=root).must(200)


def test_an_email_is_listed_without_its_contents(world: World) -> None:
    root = cast.root(world)
    world.mail()
    world.clock.advance(seconds=1)
    email_id = post(world)
    waiting = world.get("/admin/emails?state=queued", as_=root).must(200).data
    [version] = [item.pop("version") for item in waiting["items"]]
    assert isinstance(version, int)
    assert waiting == {
        "items": [
            {
                "id": email_id,
                "kind": "accounts/verification_code",
                "to": "eve@example.com",
                "state": "queued",
                "allowedActions": ["adminGetEmail"],
                "attempts": 0,
                "createdAt": "2026-11-21T12:00:01.000Z",
                "sentAt": None,
                "nextAttemptAt": "2026-11-21T12:00:01.000Z",
                "fault": None,
            }
        ],
        "page": 1,
        "limit": 20,
        "total": 1,
    }
    world.clock.advance(seconds=1)
    world.mail()
    newest = world.get("/admin/emails?limit=1", as_=root).must(200).data["items"][0]
    assert (newest["id"], newest["state"], newest["attempts"]) == (email_id, "sent", 1)
    assert (newest["sentAt"], newest["nextAttemptAt"]) == ("2026-11-21T12:00:02.000Z", None)


def test_filters_are_combined_and_pages_contain_each_email_once(world: World) -> None:
    root = cast.root(world)
    world.mail()
    dead = [create_dead_email(world) for _ in range(3)]
    post(world, name="accounts/password_changed", secrets={})
    retrying = post(world)
    posting.worker(world, Unreliable(fail)).work_once()

    def list_ids(query: str) -> tuple[list[str], int]:
        page = world.get(f"/admin/emails?{query}", as_=root).must(200).data
        return [item["id"] for item in page["items"]], page["total"]

    assert list_ids("state=dead") == (dead[::-1], 3)
    assert list_ids("state=retrying&kind=accounts/verification_code") == ([retrying], 1)
    assert list_ids("kind=accounts/password_changed")[1] == 1
    assert list_ids("kind=no/such")[1] == 0
    pages = [list_ids(f"state=dead&limit=2&page={number}") for number in (1, 2, 3)]
    assert pages == [(dead[:0:-1], 3), (dead[:1], 3), ([], 3)]


def test_an_invalid_query_is_refused(world: World) -> None:
    root = cast.root(world)
    faults = world.get("/admin/emails?page=0&limit=101&state=lost", as_=root).must(422).faults
    assert set(faults) == {"page", "limit", "state"}


def test_retrying_a_dead_email_resets_its_attempts(world: World) -> None:
    root = cast.root(world)
    email_id = create_dead_email(world)
    email = world.post(f"/admin/emails/{email_id}/retry", as_=root).must(200).data
    assert (email["state"], email["attempts"], email["fault"]) == ("queued", 0, None)
    assert email["nextAttemptAt"] == "2026-11-21T12:00:00.000Z"
    [message] = world.mail("eve@example.com")
    assert "314159" in posting.text(message)
    [entry] = world.get("/admin/logs?action=email.retry", as_=root).must(200).data["items"]
    assert (entry["actor"], entry["target"]) == (root.id, email_id)


def test_a_retry_wakes_the_worker_immediately(world: World) -> None:
    root = cast.root(world)
    email_id = create_dead_email(world)
    signal = world.application.app_state.outbox_signal
    signal.clear()
    world.post(f"/admin/emails/{email_id}/retry", as_=root).must(200)
    before = time.monotonic()
    signal.wait(10)
    assert time.monotonic() - before < 5


def test_only_a_dead_email_can_be_retried(world: World) -> None:
    root = cast.root(world)
    sent = post(world)
    world.mail()
    retrying = post(world)
    posting.worker(world, Unreliable(fail)).work_once()
    for email_id, state in ((sent, "sent"), (retrying, "retrying"), (post(world), "queued")):
        refused = world.post(f"/admin/emails/{email_id}/retry", as_=root).must(409)
        assert refused.error == "invalid_transition"
        message = f"The current state is {state}; from there you can move to no other state."
        assert refused.json["message"] == message
        assert row(world, email_id).state == state


def test_an_administrator_reads_an_email_before_and_after_it_is_sent_without_its_secrets(
    world: World,
) -> None:
    root = cast.root(world)
    world.mail()
    facts = {"site": "matchmaker", "role": "an expert", "at": "noon", "contested_at": ""}
    email_id = post(world, facts=facts)
    read = world.get(f"/admin/emails/{email_id}", as_=root).must(200).data
    assert read["subject"] == "Confirm your e-mail address"
    assert "••••••" in read["text"]
    assert "314159" not in json.dumps(read)
    listed = world.get("/admin/emails?limit=1", as_=root).must(200).data["items"][0]
    assert {name: value for name, value in read.items() if name in listed} == listed
    [entry] = world.get("/admin/logs?action=email.open", as_=root).must(200).data["items"]
    assert (entry["actor"], entry["target"]) == (root.id, email_id)
    world.clock.advance(seconds=1)
    world.mail()
    sent = world.get(f"/admin/emails/{email_id}", as_=root).must(200).data
    assert (sent["state"], sent["subject"]) == ("sent", read["subject"])
    assert sent["text"] == read["text"]
    unknown = world.get(f"/admin/emails/{UNKNOWN_ID}", as_=root).must(404)
    assert unknown.error == "email_not_found"


def test_an_administrator_reads_an_invitation_without_its_signed_links(world: World) -> None:
    root = cast.root(world)
    world.mail()
    create_event(world, root, inviteeEmails=["guest@example.net"])
    [item] = (
        world.get("/admin/emails?recipient=guest@example.net", as_=root).must(200).data["items"]
    )
    read = world.get(f"/admin/emails/{item['id']}", as_=root).must(200).data
    assert read["text"].count("••••••") == 2
    assert "/calendar/rsvp" not in read["text"]
    assert "/mail/unsubscribe" not in read["text"]


@pytest.mark.postgresql("the index of recipients")
def test_emails_are_listed_by_address_and_by_account(world: World) -> None:
    ada, root = cast.ada(world), cast.root(world)

    def recipients(query: str) -> set[str]:
        items = world.get(f"/admin/emails?{query}", as_=root).must(200).data["items"]
        return {item["to"] for item in items}

    assert recipients(f"recipient={ada.email.upper()}") == {ada.email}
    assert recipients(f"accountId={ada.id}") == {ada.email}
    assert recipients(f"recipient={ada.email[:-1]}") == set()
    assert recipients(f"accountId={UNKNOWN_ID}") == set()


@pytest.mark.postgresql("concurrent requests")
def test_one_of_two_concurrent_retries_succeeds(world: World) -> None:
    root = cast.root(world)
    email_id = create_dead_email(world)
    responses = world.together(
        [lambda: world.sending("POST", f"/admin/emails/{email_id}/retry", as_=root)] * 2
    )
    assert sorted(response.status for response in responses) == [200, 409]


def test_an_expired_email_can_not_be_retried(world: World) -> None:
    root = cast.root(world)
    email_id = create_dead_email(world, expires=world.clock.now() + timedelta(minutes=10))
    world.clock.advance(minutes=10)
    refused = world.post(f"/admin/emails/{email_id}/retry", as_=root).must(409)
    assert refused.error == "email_expired"
    assert row(world, email_id).state == "dead"


def test_a_missing_email_is_not_found(world: World) -> None:
    root = cast.root(world)
    for email_id in (UNKNOWN_ID, "1"):
        missing = world.post(f"/admin/emails/{email_id}/retry", as_=root).must(404)
        assert missing.error == "email_not_found"


def test_a_code_is_only_in_the_email(
    world: World, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    root = cast.root(world)
    with caplog.at_level(logging.DEBUG):
        cast.register(world, "eve@example.com")
        posting.worker(world, Unreliable(fail)).work_once()
        world.clock.advance(seconds=5)
        code = world.code("eve@example.com")
        world.post("/auth/verify-email", {"email": "eve@example.com", "otp": code}).must(200)
        responses = [
            world.get(f"/admin/{path}", as_=root).must(200).json
            for path in ("emails?limit=100", "logs?limit=100")
        ]
    assert "eve@example.com" in json.dumps(responses)
    output = json.dumps(responses) + logged.everything(caplog) + "".join(capsys.readouterr())
    assert "verifyEmail" in output
    assert code not in output
