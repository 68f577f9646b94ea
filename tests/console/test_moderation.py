"""Moderation: reports with the reported content, its author, and the decisions."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Locator, Page, expect

from bridgework.demo import people
from tests.console.conftest import Console
from tests.console.test_events import create_event


@pytest.fixture
def ada(console: Console) -> Iterator[httpx2.Client]:
    """A client of the author of what is reported."""
    with _signed_in(console, people.ADA) as client:
        yield client


@pytest.fixture
def ben(console: Console) -> Iterator[httpx2.Client]:
    """A client of the member who reports."""
    with _signed_in(console, people.BEN) as client:
        yield client


@pytest.fixture
def vera(console: Console) -> Iterator[httpx2.Client]:
    """A client of another member who reports: each reports the same content once."""
    with _signed_in(console, people.VERA) as client:
        yield client


def test_a_reported_post_is_hidden_and_restored(
    console: Console, ada: httpx2.Client, ben: httpx2.Client
) -> None:
    post = _send(ada, "/feed/posts", content="Buy my loupes, no questions asked.")
    report = _report(ben, "post", post["id"], "An offer of goods.")
    page = console.open("moderation", kind="post")
    row = page.get_by_role("row", name="Buy my loupes, no questions asked.")
    expect(row).to_contain_text("Ada Lindholm")
    page.get_by_role("link", name="Buy my loupes").first.click()
    expect(page.get_by_role("heading", name="Reported post")).to_be_visible()
    page = console.open("moderation", report)
    expect(page.get_by_text("Buy my loupes")).to_be_visible()
    expect(page.get_by_role("link", name="Ada Lindholm").first).to_be_visible()
    expect(page.get_by_text(people.ADA)).to_be_visible()
    expect(page.get_by_role("link", name="Ben Achterberg")).to_be_visible()
    expect(page.locator(".facts", has_text="Reports of it before").first).to_contain_text("0")

    _decide(page, "Hide")
    sent = "Sends “Your post in the feed has been hidden” to Ada Lindholm."
    expect(page.locator(".toast")).to_contain_text(sent)
    console.pass_time()
    expect(page.locator(".badge").get_by_text("Hidden").first).to_be_visible()
    expect(page.get_by_text("Buy my loupes")).to_be_visible()
    assert ben.get(f"/feed/posts/{post['id']}").status_code == 404
    _decide(page, "Restore")
    console.pass_time()
    expect(page.get_by_text("Buy my loupes")).to_be_visible()
    expect(page.get_by_text("Report: restore")).to_be_visible()
    expect(page.locator(".badge").get_by_text("Hidden")).to_have_count(0)
    assert ben.get(f"/feed/posts/{post['id']}").status_code == 200
    decided = _report_of(console, report)
    assert (decided["decision"], decided["status"]) == ("restore", "decided")


def test_a_reported_comment_is_kept(
    console: Console, ada: httpx2.Client, ben: httpx2.Client
) -> None:
    post = _send(ada, "/feed/posts", content="Which composite do you use?")
    comment = _send(ada, f"/feed/posts/{post['id']}/comments", content="Not yours, Ben.")
    report = _report(ben, "comment", comment["id"], "It is rude.")
    page = console.open("moderation", report)
    expect(page.get_by_text("Not yours, Ben.")).to_be_visible()
    expect(page.get_by_text("Which composite do you use?")).to_be_visible()
    _decide(page, "Keep")
    expect(page.locator(".badge").get_by_text("Keep")).to_be_visible()
    assert _report_of(console, report)["decisionReason"] == "A good reason."


def test_a_reason_is_required(console: Console, ada: httpx2.Client, ben: httpx2.Client) -> None:
    post = _send(ada, "/feed/posts", content="A harmless post.")
    page = console.open("moderation", _report(ben, "post", post["id"], "No reason."))
    page.get_by_role("button", name="Keep").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Keep").click()
    expect(dialog.get_by_label("Reason")).to_have_attribute("aria-invalid", "true")


def test_reported_events_and_profiles_are_shown(
    console: Console, ada: httpx2.Client, ben: httpx2.Client
) -> None:
    event = create_event(console, "Reported evening", description="A *dubious* talk.")
    page = console.open("moderation", _report(ben, "event", event["id"], "A sales event."))
    expect(page.get_by_role("heading", name="Reported evening")).to_be_visible()
    expect(page.get_by_text("A *dubious* talk.")).to_be_visible()

    ada_id = ada.get("/users/me").json()["data"]["id"]
    page = console.open("moderation", _report(ben, "profile", ada_id, "Not a real person."))
    expect(page.get_by_role("link", name="Ada Lindholm").first).to_be_visible()
    expect(page.get_by_role("heading", name="Professional profile")).to_be_visible()
    expect(page.get_by_role("link", name="Open", exact=True)).to_have_attribute(
        "href", f"#/people/{ada_id}"
    )
    page.get_by_role("link", name="Next open report").click()
    expect(page.get_by_role("heading", name="Reported event", level=1)).to_be_visible()


def test_a_reported_job_is_shown(console: Console, ben: httpx2.Client) -> None:
    job = console.get("/admin/jobs", status="approved", limit=1)["items"][0]
    page = console.open("moderation", _report(ben, "job", job["id"], "It was filled long ago."))
    expect(page.get_by_role("heading", name=job["roleNeeded"])).to_be_visible()
    expect(page.get_by_text(job["companyName"]).first).to_be_visible()
    expect(page.locator(".prose").first).to_contain_text(job["challenge"])


def test_a_hidden_profile_is_shown_with_the_reason_and_restored(
    console: Console, ada: httpx2.Client, vera: httpx2.Client
) -> None:
    ada_id = ada.get("/users/me").json()["data"]["id"]
    report = _report(vera, "profile", ada_id, "Another person.")
    page = console.open("moderation", report)
    _decide(page, "Hide")
    console.pass_time()
    expect(page.locator(".badge").get_by_text("Hidden").first).to_be_visible()
    assert vera.get(f"/experts/{ada_id}").status_code == 404
    expect(page.get_by_role("link", name="Open", exact=True)).to_have_attribute(
        "href", f"#/people/{ada_id}"
    )
    profile = console.open("people", ada_id, "profile")
    notice = profile.locator(".notice", has_text="Hidden from members since")
    expect(notice).to_contain_text("A good reason.")
    page = console.open("moderation", report)
    _decide(page, "Restore")
    console.pass_time()
    expect(page.get_by_text("Report: restore")).to_be_visible()
    profile = console.open("people", ada_id, "profile")
    expect(profile.get_by_role("heading", name="As an expert in the directory")).to_be_visible()
    expect(notice).to_have_count(0)


def test_a_hidden_job_is_opened_from_its_report(console: Console, vera: httpx2.Client) -> None:
    job = console.get("/admin/jobs", status="approved", limit=1)["items"][0]
    report = _report(vera, "job", job["id"], "It was never real.")
    page = console.open("moderation", report)
    _decide(page, "Hide")
    console.pass_time()
    expect(page.locator(".badge").get_by_text("Hidden").first).to_be_visible()
    page.get_by_role("link", name="Open", exact=True).click()
    expect(page.get_by_role("heading", name=job["roleNeeded"], level=1)).to_be_visible()
    page = console.open("moderation", report)
    _decide(page, "Restore")
    console.pass_time()
    expect(page.get_by_text("Report: restore")).to_be_visible()


@contextmanager
def _signed_in(console: Console, email: str) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=console.api.base_url) as client:
        sent = {"email": email, "password": people.PASSWORD}
        session = client.post("/auth/login", json=sent).raise_for_status().json()["data"]
        client.headers["authorization"] = f"Bearer {session['token']}"
        yield client


def _send(client: httpx2.Client, path: str, **body: str) -> dict[str, Any]:
    data: dict[str, Any] = client.post(path, json=body).raise_for_status().json()["data"]
    return data


def _report(client: httpx2.Client, kind: str, target_id: str, reason: str) -> str:
    report_id: str = _send(client, "/reports", kind=kind, targetId=target_id, reason=reason)["id"]
    return report_id


def _report_of(console: Console, report_id: str) -> dict[str, Any]:
    reports = console.get("/admin/reports", limit=100)["items"]
    found: dict[str, Any] = next(one for one in reports if one["id"] == report_id)
    return found


def _decide(page: Page, decision: str) -> None:
    page.get_by_role("button", name=decision, exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("A good reason.")
    dialog.get_by_role("button", name=decision).click()
    expect(dialog).to_have_count(0)


def test_reports_of_the_same_content_are_one_with_their_number(
    console: Console, ada: httpx2.Client, ben: httpx2.Client, vera: httpx2.Client
) -> None:
    post = _send(ada, "/feed/posts", content="Crowns for nothing, ask me.")
    first = _report(ben, "post", post["id"], "Too cheap.")
    _report(vera, "post", post["id"], "It cannot be true.")
    page = console.open("moderation", kind="post")
    row = page.get_by_role("row", name="Crowns for nothing, ask me.")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("2 people, Vera Stojanović last")
    page = console.open("today", kind="report")
    item = page.locator(f'.queue > li:has(a[href$="{first}"])')
    expect(item).to_contain_text("2 people")
    expect(page.locator(".queue > li", has_text="It cannot be true.")).to_have_count(0)
    _decide_in_row(page, item, "Hide")
    with page.expect_response("**/decide"):
        console.pass_time()
    opened = console.get("/admin/reports", targetId=post["id"], status="open")["items"]
    assert opened == []


def _decide_in_row(page: Page, item: Locator, label: str) -> None:
    item.get_by_role("button", name=label).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("Advertising.")
    dialog.get_by_role("button", name=label).click()
    expect(page.locator(".toast.held")).to_be_visible()
