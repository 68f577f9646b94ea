"""HTML pages: the common stylesheet, and the pages of errors."""

import re
from base64 import b64encode
from hashlib import sha256

import pytest

from bridgework.areas.community.calendar.formats import html_pages
from bridgework.kit.core import Id
from bridgework.kit.delivery.outbox import Subscription, subscriptions
from tests import cast
from tests.areas.calendar.calendar_client import create_event, reply
from tests.kit.outbox.posting import text
from tests.world import Response, World

# Pages do not depend on the database.
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

BROWSER = {"accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
NOBODYS = "01942520-e3a0-7704-b3c8-3850c0ae0354"
GUEST = "new.guest@example.org"


def reply_path(world: World) -> str:
    """Return the path of the link in the guest's newest invitation."""
    found = re.search(r"/calendar/rsvp/\S+", text(world.mail(GUEST)[-1]))
    assert found is not None
    return found[0]


def must_be_a_page(response: Response, heading: str) -> str:
    """Return the HTML of a response after checking its stylesheet and its policy."""
    page = response.body.decode()
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["cache-control"] == "no-store"
    assert f">{heading}</h1>" in page
    [style] = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    assert "@media (prefers-color-scheme: dark)" in style
    assert ":focus-visible" in style
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policy = response.headers["content-security-policy"].split("; ")
    assert f"style-src 'sha256-{digest}'" in policy
    assert {"default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"} < {*policy}
    assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in page
    assert '<meta name="color-scheme" content="light dark">' in page
    assert " style=" not in page  # the policy would block it
    return page


BROKEN = [
    (f"/events/{NOBODYS}", "event_not_found", "Event not found"),
    ("/events/17", "event_not_found", "Event not found"),
    (f"/calendar/rsvp/{NOBODYS}.0123", "reply_link_invalid", "This link doesn’t work"),
    ("/calendar/rsvp/x", "reply_link_invalid", "This link doesn’t work"),
    ("/mail/unsubscribe/x", "unsubscribe_link_invalid", "This link doesn’t work"),
    ("/calendar/rsvp/", "no_such_operation", "Page not found"),
    ("/mail/unsubscribe", "no_such_operation", "Page not found"),
    ("/%3Cscript%3E", "no_such_operation", "Page not found"),
]


@pytest.mark.parametrize(("path", "code", "heading"), BROKEN)
def test_a_broken_link_is_a_page_in_a_browser_and_json_elsewhere(
    world: World, path: str, code: str, heading: str
) -> None:
    shown = world.get(path, headers=BROWSER).must(404)
    page = must_be_a_page(shown, heading)
    assert shown.headers["vary"].split(", ")[0] == "Accept"
    assert "mailto:help@example.com" in page
    assert "<script" not in page
    for headers in ({}, {"accept": "*/*"}, {"accept": "application/json"}):
        refused = world.get(path, headers=headers).must(404)
        assert refused.headers["content-type"] == "application/json"
        assert refused.error == code


def test_a_link_for_another_address_is_a_page_too(world: World) -> None:
    keyring = world.application.app_state.keyring
    ada = Id(str(cast.ada(world).id))
    token = subscriptions.unsubscribe_token(keyring, Subscription(ada, "event_invitation"))
    for method in ("GET", "POST"):
        path = f"/mail/unsubscribe/{token[:-1]}{'0' if token[-1] != '0' else '1'}"
        refused = world.send(method, path, headers=BROWSER).must(404)
        page = must_be_a_page(refused, "This link doesn’t work")
        assert "turn the e-mails off in your notification settings" in page


def test_a_refused_reply_is_a_page(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    event_id = create_event(world, root, inviteeEmails=[GUEST], maxCapacity=1)
    path = reply_path(world)
    reply(world, ada, event_id, "going").must(200)
    full = world.post(f"{path}?status=going", headers=BROWSER).must(409)
    must_be_a_page(full, "This event is full")
    unclear = world.post(path, headers=BROWSER).must(422)
    must_be_a_page(unclear, "Something is missing")


def test_past_the_rate_limit_a_page_says_to_wait(world: World) -> None:
    for _ in range(60):
        world.get("/mail/unsubscribe/x").must(404)
    limited = world.get("/mail/unsubscribe/x", headers=BROWSER).must(429)
    must_be_a_page(limited, "Too many requests")
    assert int(limited.headers["retry-after"]) > 0


def test_an_internal_error_is_a_page_with_the_request_id(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("out of paper")

    monkeypatch.setattr(html_pages, "event", fail)
    event_id = create_event(world, cast.root(world), visibility="public")
    failed = world.get(f"/events/{event_id}", headers=BROWSER).must(500)
    page = must_be_a_page(failed, "Something went wrong")
    assert f"quote the request ID {failed.headers['x-request-id']}." in page
    assert "out of paper" not in page


def test_the_api_answers_a_browser_in_json(world: World) -> None:
    assert world.get("/users/me", headers=BROWSER).must(401).error == "sign_in_needed"
    assert world.get(f"/jobs/{NOBODYS}", headers=BROWSER).must(401).error == "sign_in_needed"
    assert world.get("/blogs/none", headers=BROWSER).must(404).json["message"]


def test_every_page_has_the_stylesheet(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    public = create_event(world, root, visibility="public")
    private = create_event(world, root, visibility="private", inviteeEmails=[GUEST, ada.email])
    path = reply_path(world)
    unsubscribe = str(world.mail(GUEST)[-1]["List-Unsubscribe"]).strip("<>").partition(".com")[2]
    asked = "Unsubscribe from e-mails about event invitations?"
    for target, heading in (
        (f"/events/{public}", "Study club"),
        (f"/events/{private}", "Sign in to see this event"),
        (path, "Will you attend Study club?"),
        (unsubscribe, asked),
        ("/admin-invitation", "Set your master password"),
    ):
        must_be_a_page(world.get(target).must(200), heading)
    for target, heading in (
        (f"{path}?status=going", "You’re attending Study club"),
        (f"{path}?status=declined", "You’re not attending Study club"),
        (unsubscribe, "You have been unsubscribed"),
    ):
        must_be_a_page(world.post(target).must(200), heading)
    world.delete(f"/calendar/events/{private}", as_=root).must(200)
    must_be_a_page(world.get(path).must(200), "Study club has been cancelled")
