"""Webhooks and their deliveries."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.console.conftest import Console
from tests.servers import receiver as receivers
from tests.servers.receiver import Receiver, Reply


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receivers.running() as running:
        yield running


def create(console: Console, receiver: Receiver) -> Any:
    """Create a webhook through the API, and return it."""
    body = {"url": receiver.url("/hook"), "types": ["job.closed"], "description": "Job board"}
    return console.api.post("/admin/webhooks", json=body).raise_for_status().json()["data"]


def webhook(console: Console, receiver: Receiver) -> Any:
    found = console.get("/admin/webhooks")
    return next(each for each in found if each["url"] == receiver.url("/hook"))


def wait_for_status(console: Console, page: Page, webhook_id: str, status: str) -> None:
    """Wait until the newest delivery has this status."""
    path = f"/admin/webhooks/{webhook_id}/deliveries"
    for _ in range(200):
        if [each["status"] for each in console.get(path)["items"][:1]] == [status]:
            return
        page.wait_for_timeout(100)
    pytest.fail(f"the delivery has not {status}")


def test_a_webhook_is_created_and_its_secret_shown_once(
    console: Console, receiver: Receiver
) -> None:
    page = console.open("access", "webhooks")
    page.get_by_role("button", name="Create a webhook").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("URL").fill(receiver.url("/hook"))
    dialog.get_by_label("Types of changes").fill("job.approved\njob.closed")
    dialog.get_by_label("Description").fill("Job board")
    dialog.get_by_role("button", name="Create").click()
    assert dialog.locator(".secret").inner_text().startswith("whsec_")
    dialog.get_by_role("button", name="Close").click()
    page.get_by_role("link", name=receiver.url("/hook")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Job board")
    assert webhook(console, receiver)["types"] == ["job.approved", "job.closed"]


def test_a_failed_test_is_sent_again(console: Console, receiver: Receiver) -> None:
    webhook_id = create(console, receiver)["id"]
    receiver.answers["/hook"] = [Reply(410, b"not any more")]
    page = console.open("access", "webhooks", webhook_id)
    page.get_by_role("button", name="Send a test").click()
    wait_for_status(console, page, webhook_id, "failed")
    page.reload()
    expect(page.get_by_text("the receiver responded 410 Gone")).to_be_visible()
    row = page.get_by_role("row", name="webhook.test")
    expect(row).to_contain_text("Failed")
    row.get_by_role("button", name="Show").click()
    expect(page.get_by_text("not any more")).to_be_visible()
    page.get_by_role("button", name="Enable").click()
    expect(page.locator(".page-head .badge")).to_have_text("Enabled")
    row.get_by_role("button", name="Send again").click()
    wait_for_status(console, page, webhook_id, "succeeded")
    assert [each.path for each in receiver.received] == ["/hook", "/hook"]


def test_a_webhook_is_changed_and_deleted(console: Console, receiver: Receiver) -> None:
    created = create(console, receiver)
    page = console.open("access", "webhooks", created["id"])
    dialog = page.get_by_role("dialog")
    page.get_by_role("button", name="Edit").click()
    dialog.get_by_label("Types of changes").fill("*")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The webhook was changed.")).to_be_visible()
    assert webhook(console, receiver)["types"] == ["*"]
    page.get_by_role("button", name="Rotate the secret").click()
    dialog.get_by_role("button", name="Rotate").click()
    expect(dialog.locator(".secret")).to_contain_text("whsec_")
    assert dialog.locator(".secret").inner_text() != created["secret"]
    dialog.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Delete").click()
    dialog.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("button", name="Create a webhook")).to_be_visible()
    expect(page.get_by_role("link", name=receiver.url("/hook"))).to_have_count(0)
