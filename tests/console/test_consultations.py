"""The board of consultations, and one consultation."""

from playwright.sync_api import expect

from tests.console.conftest import Console


def _find(console: Console, role_title: str) -> dict[str, str]:
    items = console.get("/admin/consultations", limit=100)["items"]
    found: dict[str, str] = next(item for item in items if item["roleTitle"] == role_title)
    return found


def test_a_consultation_is_scheduled_on_the_board_with_a_note(console: Console) -> None:
    title = "Adviser on hiring specialists"
    page = console.open("consultations")
    requested = page.get_by_role("region", name="Requested")
    requested.get_by_role("button", name=f"Schedule: {title}").click()
    dialog = page.get_by_role("dialog", name="Schedule the consultation")
    dialog.get_by_label("Note").fill("Tuesday at 9, by video.")
    dialog.get_by_role("button", name="Schedule").click()
    scheduled = page.get_by_role("region", name="Scheduled")
    expect(scheduled.get_by_role("link", name=title)).to_be_visible()
    expect(requested.get_by_role("link", name=title)).to_have_count(0)
    after = _find(console, title)
    assert (after["status"], after["note"]) == ("scheduled", "Tuesday at 9, by video.")


def test_a_consultation_is_declined_on_its_own_screen(console: Console) -> None:
    found = _find(console, "Adviser on a second location")
    page = console.open("consultations", found["id"])
    expect(page.get_by_role("heading", level=1)).to_have_text(found["roleTitle"])
    page.get_by_role("button", name="Decline").click()
    page.get_by_role("dialog").get_by_role("button", name="Decline").click()
    expect(page.get_by_text("Consultation: decide")).to_be_visible()
    expect(page.get_by_text("status: Scheduled → Declined")).to_be_visible()
    assert _find(console, found["roleTitle"])["status"] == "declined"

    page = console.open("consultations", ended="yes", search="second location")
    declined = page.get_by_role("region", name="Declined")
    expect(declined.get_by_role("link", name=found["roleTitle"])).to_be_visible()
    expect(page.locator(".board li")).to_have_count(1)
