"""Administrators see what became of letters, and have dead ones tried again."""

import json
import logging
import time
from datetime import timedelta
from typing import Any

import pytest

from bridgework.kit.ids import Id
from bridgework.kit.outbox.transport import PermanentFailure
from tests import cast, logged
from tests.kit.outbox import posting
from tests.kit.outbox.posting import Unreliable, post, row
from tests.world import ANONYMOUS, Person, World

NOBODYS = "01942520-e3a0-7704-b3c8-3850c0ae0354"


def refuse() -> None:
    raise PermanentFailure("the mail server replied 550 5.1.1 nobody here")


def fail() -> None:
    raise OSError("no room left")


def dead_letter(world: World, **changes: Any) -> Id:
    """A letter that the mail server would not have."""
    letter_id = post(world, **changes)
    posting.worker(world, Unreliable(refuse)).work_once()
    assert row(world, letter_id).state == "dead"
    return letter_id


def test_only_an_administrator_signed_in_as_one_may(world: World) -> None:
    root = cast.root(world)
    letter_id = dead_letter(world)
    as_member = cast.sign_in(world, root.email)
    worn_out = Person("root@example.com", token="worn out")
    for person, status in ((ANONYMOUS, 401), (worn_out, 401), (cast.ben(world), 403)):
        world.get("/admin/emails", as_=person).must(status)
        world.post(f"/admin/emails/{letter_id}/retry", as_=person).must(status)
    world.get("/admin/emails", as_=as_member).must(403)
    world.post(f"/admin/emails/{letter_id}/retry", as_=root).must(200)


def test_a_letter_is_shown_from_outside(world: World) -> None:
    root = cast.root(world)
    world.mail()
    world.clock.advance(seconds=1)
    letter_id = post(world)
    waiting = world.get("/admin/emails?state=queued", as_=root).must(200).data
    assert waiting == {
        "items": [
            {
                "id": letter_id,
                "kind": "accounts/verification_code",
                "to": "eve@example.com",
                "state": "queued",
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
    assert (newest["id"], newest["state"], newest["attempts"]) == (letter_id, "sent", 1)
    assert (newest["sentAt"], newest["nextAttemptAt"]) == ("2026-11-21T12:00:02.000Z", None)


def test_each_filter_narrows_and_pages_hold_each_letter_once(world: World) -> None:
    root = cast.root(world)
    world.mail()
    dead = [dead_letter(world) for _ in range(3)]
    post(world, name="accounts/password_changed", secrets={})
    retrying = post(world)
    posting.worker(world, Unreliable(fail)).work_once()

    def found(query: str) -> tuple[list[str], int]:
        page = world.get(f"/admin/emails?{query}", as_=root).must(200).data
        return [item["id"] for item in page["items"]], page["total"]

    assert found("state=dead") == (dead[::-1], 3)
    assert found("state=retrying&kind=accounts/verification_code") == ([retrying], 1)
    assert found("kind=accounts/password_changed")[1] == 1
    assert found("kind=no/such")[1] == 0
    pages = [found(f"state=dead&limit=2&page={number}") for number in (1, 2, 3)]
    assert pages == [(dead[:0:-1], 3), (dead[:1], 3), ([], 3)]


def test_a_query_that_does_not_fit_is_refused(world: World) -> None:
    root = cast.root(world)
    faults = world.get("/admin/emails?page=0&limit=101&state=lost", as_=root).must(422).faults
    assert set(faults) == {"page", "limit", "state"}


def test_a_dead_letter_is_tried_again_as_if_it_were_new(world: World) -> None:
    root = cast.root(world)
    letter_id = dead_letter(world)
    shown = world.post(f"/admin/emails/{letter_id}/retry", as_=root).must(200).data
    assert (shown["state"], shown["attempts"], shown["fault"]) == ("queued", 0, None)
    assert shown["nextAttemptAt"] == "2026-11-21T12:00:00.000Z"
    [letter] = world.mail("eve@example.com")
    assert "314159" in posting.text(letter)
    [entry] = world.get("/admin/logs?action=email.retry", as_=root).must(200).data["items"]
    assert (entry["actor"], entry["target"]) == (root.id, letter_id)


def test_the_worker_of_the_process_hears_of_it_at_once(world: World) -> None:
    root = cast.root(world)
    letter_id = dead_letter(world)
    signal = world.application.app_state.outbox_signal
    signal.clear()
    world.post(f"/admin/emails/{letter_id}/retry", as_=root).must(200)
    before = time.monotonic()
    signal.wait(10)
    assert time.monotonic() - before < 5


def test_no_other_state_can_be_left_by_an_administrator(world: World) -> None:
    root = cast.root(world)
    sent = post(world)
    world.mail()
    retrying = post(world)
    posting.worker(world, Unreliable(fail)).work_once()
    for letter_id, state in ((sent, "sent"), (retrying, "retrying"), (post(world), "queued")):
        refused = world.post(f"/admin/emails/{letter_id}/retry", as_=root).must(409)
        assert refused.error == "invalid_transition"
        told = f"The present state is {state}; from there you can move to no other state."
        assert refused.json["message"] == told
        assert row(world, letter_id).state == state


def test_of_two_retries_at_once_one_wins(world: World) -> None:
    root = cast.root(world)
    letter_id = dead_letter(world)
    answers = world.together(
        [lambda: world.sending("POST", f"/admin/emails/{letter_id}/retry", as_=root)] * 2
    )
    assert sorted(answer.status for answer in answers) == [200, 409]


def test_what_has_expired_is_not_sent_late(world: World) -> None:
    root = cast.root(world)
    letter_id = dead_letter(world, expires=world.clock.now() + timedelta(minutes=10))
    world.clock.advance(minutes=10)
    refused = world.post(f"/admin/emails/{letter_id}/retry", as_=root).must(409)
    assert refused.error == "email_expired"
    assert row(world, letter_id).state == "dead"


def test_no_letter_is_a_404(world: World) -> None:
    root = cast.root(world)
    for letter_id in (NOBODYS, "1"):
        missing = world.post(f"/admin/emails/{letter_id}/retry", as_=root).must(404)
        assert missing.error == "email_not_found"


def test_a_code_stands_in_the_letter_and_nowhere_else(
    world: World, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    root = cast.root(world)
    with caplog.at_level(logging.DEBUG):
        cast.register(world, "eve@example.com")
        posting.worker(world, Unreliable(fail)).work_once()
        world.clock.advance(seconds=5)
        code = world.code("eve@example.com")
        world.post("/auth/verify-email", {"email": "eve@example.com", "otp": code}).must(200)
        shown = [
            world.get(f"/admin/{path}", as_=root).must(200).json
            for path in ("emails?limit=100", "logs?limit=100")
        ]
    assert "eve@example.com" in json.dumps(shown)
    told = json.dumps(shown) + logged.everything(caplog) + "".join(capsys.readouterr())
    assert "verifyEmail" in told
    assert code not in told
