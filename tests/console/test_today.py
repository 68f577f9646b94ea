"""Today: decisions that ask for a reason, and their undo."""

import re

import httpx2
from playwright.sync_api import expect

from bridgework.demo import people
from tests.console.conftest import Console


def test_an_account_that_was_disabled_in_the_queue_is_enabled_by_undo(console: Console) -> None:
    page = console.open("today")
    queue = page.locator(".queue > li")
    count = queue.count()
    email = re.search(r"\S+@\S+", queue.first.inner_text())
    assert email is not None
    page.keyboard.press("r")
    dialog = page.get_by_role("dialog", name=re.compile("^Disable: "))
    dialog.get_by_label("Reason").fill("A duplicate.")
    dialog.get_by_role("button", name="Disable").click()
    expect(queue).to_have_count(count - 1)
    (person,) = console.get("/admin/users", search=email[0])["items"]
    assert person["disabledReason"] == "A duplicate."
    page.get_by_role("button", name="Undo").click()
    expect(queue).to_have_count(count)
    (person,) = console.get("/admin/users", search=email[0])["items"]
    assert person["disabledAt"] is None


def test_a_cancelled_decision_changes_nothing(console: Console) -> None:
    page = console.open("today")
    queue = page.locator(".queue > li")
    count = queue.count()
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(queue).to_have_count(count)


def test_a_new_request_appears_without_a_refresh(console: Console) -> None:
    page = console.open("today")
    queue = page.locator(".queue > li")
    count = queue.count()
    with page.expect_request("**/changes/stream"):
        page = console.open("people")
        page = console.open("today")
    sent = {"name": "Evening of scanners", "startAt": "2031-05-06T18:00:00Z", "timezone": "UTC"}
    page.wait_for_timeout(1000)  # the stream starts with the changes from now on
    with httpx2.Client(base_url=console.browser_page.origin) as member:
        body = {"email": people.BEN, "password": people.PASSWORD}
        token = member.post("/auth/login", json=body).raise_for_status().json()["data"]["token"]
        headers = {"authorization": f"Bearer {token}"}
        member.post("/calendar/submissions", json=sent, headers=headers).raise_for_status()
    expect(page.get_by_role("link", name="Evening of scanners")).to_be_visible(timeout=10_000)
    expect(queue).to_have_count(count + 1)
