"""The board of consultations, and one consultation."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from tests.console.conftest import Console


def _find(console: Console, role_title: str) -> dict[str, Any]:
    items = console.get("/admin/consultations", limit=100)["items"]
    found: dict[str, Any] = next(item for item in items if item["roleTitle"] == role_title)
    return found


def test_a_consultation_is_scheduled_on_the_board_with_a_note(console: Console) -> None:
    title = "Adviser on hiring specialists"
    page = console.open("consultations")
    requested = page.get_by_role("region", name="Requested")
    requested.get_by_role("button", name=f"Schedule: {title}").click()
    dialog = page.get_by_role("dialog", name=f"Schedule: {title}")
    dialog.get_by_label("Note").fill("By video.")
    dialog.get_by_role("button", name="Schedule").click()
    expect(dialog.get_by_label("Starts")).to_have_attribute("aria-invalid", "true")
    expect(dialog.get_by_label("Place")).to_have_attribute("aria-invalid", "true")
    dialog.get_by_label("Starts").fill("2031-05-06T09:00")
    dialog.get_by_label("Link of the call").fill("https://meet.example.com/hiring")
    dialog.get_by_role("button", name="Schedule").click()
    expect(page.locator(".toast")).to_contain_text("Sends “Your consultation is scheduled” to ")
    console.pass_time()
    scheduled = page.get_by_role("region", name="Scheduled")
    expect(scheduled.get_by_role("link", name=title)).to_be_visible()
    expect(requested.get_by_role("link", name=title)).to_have_count(0)
    after = _find(console, title)
    assert (after["status"], after["note"]) == ("scheduled", "By video.")
    assert after["meetingUrl"] == "https://meet.example.com/hiring"
    assert after["location"] is None
    zone = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    assert after["timezone"] == zone
    local = datetime.fromisoformat(after["startAt"]).astimezone(ZoneInfo(zone))
    assert f"{local:%Y-%m-%dT%H:%M}" == "2031-05-06T09:00"
    scheduled.get_by_role("link", name=title).click()
    expect(page.get_by_role("link", name="https://meet.example.com/hiring")).to_be_visible()
    expect(page.locator(".facts")).to_contain_text("May 6, 2031")


def test_a_consultation_is_declined_on_its_own_screen(console: Console) -> None:
    found = _find(console, "Adviser on a second location")
    page = console.open("consultations", found["id"])
    expect(page.get_by_role("heading", level=1)).to_have_text(found["roleTitle"])
    page.get_by_role("button", name="Decline").click()
    page.get_by_role("dialog").get_by_role("button", name="Decline").click()
    console.pass_time()
    expect(page.get_by_text("Consultation: decide")).to_be_visible()
    expect(page.get_by_text("status: Scheduled → Declined")).to_be_visible()
    assert _find(console, found["roleTitle"])["status"] == "declined"

    page = console.open("consultations", ended="yes", search="second location")
    declined = page.get_by_role("region", name="Declined")
    expect(declined.get_by_role("link", name=found["roleTitle"])).to_be_visible()
    expect(page.locator(".board li")).to_have_count(1)
