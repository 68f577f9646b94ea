"""What members write cannot make a screen slow, and cannot make it send requests elsewhere."""

import http.server
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2
import pytest
from playwright.sync_api import expect

from bridgework.demo import people
from tests.console.conftest import Console

HOSTILE = {
    "emphasis": "**a" * 3_333,
    "quotes": ">" * 10_000,
    "lists": "- " * 5_000,
    "brackets": "[" * 10_000,
    "images": "![" * 5_000,
    "backticks": "".join("e" + "`" * length for length in range(140)),
    "a table": "a|" * 2_000 + "\n" + "-|" * 2_000 + "\n" + "a\n" * 900,
}
MOST_SECONDS = 5.0
"""For a screen to be shown and to take input: far more than an idle machine needs."""


@dataclass
class Elsewhere:
    """Another server, and the paths that were requested from it."""

    url: str
    requested: list[str] = field(default_factory=list)


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    """A server that counts requests."""
    requested: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            requested.append(self.path)
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - of the base class
            """Print nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield Elsewhere(f"http://127.0.0.1:{server.server_port}", requested)
        server.shutdown()


@pytest.fixture
def ada(console: Console) -> Iterator[httpx2.Client]:
    """A client of the member who writes."""
    with _signed_in(console, people.ADA) as client:
        yield client


@pytest.fixture
def carla(console: Console) -> Iterator[httpx2.Client]:
    """A client of the member who reports."""
    with _signed_in(console, people.CARLA) as client:
        yield client


@contextmanager
def responsive(console: Console) -> Iterator[None]:
    """Check that a screen is shown in time, and that it then responds in time."""
    started = time.monotonic()
    yield
    console.page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    assert time.monotonic() - started < MOST_SECONDS


def submit(client: httpx2.Client, name: str, **members: str) -> str:
    sent = {"name": name, "startAt": "2031-06-01T12:00:00Z", "timezone": "UTC", **members}
    response = client.post("/calendar/submissions", json=sent).raise_for_status()
    return str(response.json()["data"]["id"])


def report(client: httpx2.Client, kind: str, target_id: str) -> str:
    sent = {"kind": kind, "targetId": target_id, "reason": "Look at this."}
    return str(client.post("/reports", json=sent).raise_for_status().json()["data"]["id"])


@pytest.mark.parametrize("name", HOSTILE)
def test_no_description_of_an_event_slows_a_screen(
    console: Console, ada: httpx2.Client, carla: httpx2.Client, name: str
) -> None:
    text = HOSTILE[name]
    request_id = submit(ada, f"Hostile {name}", description=text)
    with responsive(console):
        page = console.open("events", "requests", request_id)
        expect(page.locator(".prose")).to_have_text(text.strip())
    console.api.post(f"/admin/calendar/submissions/{request_id}/approve").raise_for_status()
    (event,) = console.get("/calendar/events", search=f"Hostile {name}")["items"]
    for path in ([], ["edit"]):
        with responsive(console):
            page = console.open("events", event["id"], *path)
            expect(page.locator(".rendered[aria-busy=false], [role=alert]")).to_have_count(1)
    with responsive(console):
        page = console.open("moderation", report(carla, "event", event["id"]))
        expect(page.locator(".prose")).to_have_text(text.strip())
    why = "a text that takes long to render is refused"
    console.browser_page.allow("status of 422", why, is_certain=False)
    console.api.delete(f"/calendar/events/{event['id']}").raise_for_status()


def test_the_description_of_a_request_is_shown_as_it_was_written(
    console: Console, ada: httpx2.Client
) -> None:
    text = "A *short* talk.\n\n# Bring <b>cases</b>"
    page = console.open("events", "requests", submit(ada, "As written", description=text))
    expect(page.locator(".prose")).to_have_text(text, use_inner_text=True)
    expect(page.locator(".prose *")).to_have_count(0)


def test_nothing_of_a_member_makes_a_screen_send_requests_elsewhere(
    console: Console, ada: httpx2.Client, carla: httpx2.Client, elsewhere: Elsewhere
) -> None:
    image = f"{elsewhere.url}/image.png"
    text = f"![x]({image}) <img src={image}> [![y]({image})]({elsewhere.url}/link)"
    former = ada.patch("/users/me", json={"avatarUrl": image}).raise_for_status()
    ada_id = former.json()["data"]["id"]
    post = ada.post("/feed/posts", json={"content": text}).raise_for_status().json()["data"]
    ada.patch(f"/feed/posts/{post['id']}", json={"imageUrl": image}).raise_for_status()
    request_id = submit(ada, "Tracked", description=text, coverUrl=image)
    page = console.open("events", "requests", request_id)
    expect(page.get_by_text("(not loaded)")).to_be_visible()
    console.api.post(f"/admin/calendar/submissions/{request_id}/approve").raise_for_status()
    (event,) = console.get("/calendar/events", search="Tracked")["items"]
    for path in ([], ["edit"]):
        page = console.open("events", event["id"], *path)
        expect(page.locator(".markdown").get_by_text("not loaded").first).to_be_visible()
        expect(page.locator(".not-loaded").first).to_be_visible()
    page = console.open("moderation", report(carla, "post", post["id"]))
    expect(page.get_by_role("link", name="Image on 127.0.0.1")).to_be_visible()
    page = console.open("moderation", report(carla, "profile", ada_id))
    expect(page.get_by_role("link", name="Image on 127.0.0.1")).to_be_visible()
    page = console.open("people", ada_id)
    expect(page.locator(".avatar")).to_have_text("AL")
    for path in (["people", ada_id, "profile"], ["people"], ["today"], ["events"], ["moderation"]):
        console.open(*path)
    assert page.locator("img:not(.brand img)").count() == 0
    page.wait_for_timeout(300)
    assert elsewhere.requested == []
    ada.patch("/users/me", json={"avatarUrl": ""}).raise_for_status()


def test_the_policy_refuses_an_image_elsewhere(console: Console, elsewhere: Elsewhere) -> None:
    page = console.open("today")
    load = """url => new Promise((done) => {
      const image = new Image();
      image.onload = () => done("loaded");
      image.onerror = () => done("refused");
      image.src = url;
    })"""
    assert page.evaluate(load, f"{elsewhere.url}/image.png") == "refused"
    assert elsewhere.requested == []
    console.browser_page.allow("Content Security Policy", "it refuses the image")
    console.browser_page.allow(f"a request to {elsewhere.url}", "the policy refuses it")


def test_a_picture_that_is_missing_is_no_broken_image(console: Console, ada: httpx2.Client) -> None:
    missing = f"{console.browser_page.origin}/files/avatars/missing.png"
    ada_id = ada.patch("/users/me", json={"avatarUrl": missing}).json()["data"]["id"]
    page = console.open("people", ada_id)
    expect(page.locator("span.avatar")).to_have_text("AL")
    console.browser_page.allow("status of 404", "the browser reports the 404")
    ada.patch("/users/me", json={"avatarUrl": ""}).raise_for_status()


@contextmanager
def _signed_in(console: Console, email: str) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=console.api.base_url) as client:
        sent = {"email": email, "password": people.PASSWORD}
        session = client.post("/auth/login", json=sent).raise_for_status().json()["data"]
        client.headers["authorization"] = f"Bearer {session['token']}"
        yield client
