"""Events: the calendar, one event with its guests, and event requests."""

import base64
from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import FilePayload, Page, expect

from bridgework.demo import people
from tests.console.conftest import Console

PIXEL = FilePayload(
    name="cover.png",
    mimeType="image/png",
    buffer=base64.b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    ),
)
CHICAGO = "America/Chicago"


def create_event(console: Console, name: str, **members: object) -> dict[str, Any]:
    """Create an event that starts in forty days."""
    sent = {"name": name, **_span(), **members}
    response = console.api.post("/calendar/events", json=sent).raise_for_status()
    event: dict[str, Any] = response.json()["data"]["event"]
    return event


def test_the_calendar_shows_a_month_and_opens_an_event(console: Console) -> None:
    event = create_event(console, "Calendar evening")
    page = console.open("events", month=event["startAt"][:7])
    page.get_by_role("link", name="Calendar evening").click()
    expect(page.get_by_role("heading", name="Calendar evening", level=1)).to_be_visible()
    page.get_by_role("link", name="Events").first.click()
    page.get_by_role("link", name="Next").click()
    assert "month=" in page.url


def test_the_coming_and_the_past_events_are_lists(console: Console) -> None:
    event = create_event(console, "Listed evening")
    page = console.open("events", "upcoming", search="listed")
    expect(page.get_by_role("row")).to_have_count(2)
    page.get_by_role("link", name="Listed evening").click()
    assert page.url.partition("?")[0].endswith(event["id"])
    page = console.open("events", "past", search="listed")
    expect(page.locator(".empty")).to_contain_text("Past events appear here.")


def test_a_running_event_is_coming_and_not_past(console: Console) -> None:
    now = datetime.now(UTC)
    times = {"startAt": now - timedelta(hours=2), "endAt": now + timedelta(hours=2)}
    span = {name: time.isoformat() for name, time in times.items()}
    create_event(console, "Running evening", **span)
    create_event(console, "Running ended", startAt=(now - timedelta(hours=2)).isoformat())
    for part, name in (("upcoming", "Running evening"), ("past", "Running ended")):
        page = console.open("events", part, search="running")
        expect(page.locator("tbody tr")).to_have_count(1)
        expect(page.locator("tbody tr")).to_contain_text(name)


def test_an_event_of_several_days_is_on_each_of_them_in_both_months(console: Console) -> None:
    span = {"startAt": "2031-04-30T12:00:00Z", "endAt": "2031-05-02T12:00:00Z"}
    create_event(console, "Long conference", **span)
    for month, days in (("2031-04", {"30", "1", "2"}), ("2031-05", {"30", "1", "2"})):
        page = console.open("events", month=month)
        cells = page.locator("td", has_text="Long conference")
        shown = {cell.locator("b").inner_text() for cell in cells.all()}
        assert shown >= days & shown
        assert {"2031-04": "30", "2031-05": "1"}[month] in shown
        expect(cells.filter(has_text="continued").first).to_be_visible()


def test_untouched_times_of_a_repeated_hour_stay(console: Console) -> None:
    for timezone, start, end in (
        ("America/New_York", "2027-11-07T05:30:15.250Z", "2027-11-07T06:30:00.000Z"),
        ("Europe/Berlin", "2027-10-31T00:30:00.000Z", "2027-10-31T01:30:00.000Z"),
    ):
        times = {"startAt": start, "endAt": end}
        event = create_event(console, "Autumn night", timezone=timezone, **times)
        page = console.open("events", event["id"], "edit")
        page.get_by_label("Name").fill("Autumn night, renamed")
        with page.expect_response(lambda response: response.request.method == "PATCH") as sent:
            page.get_by_role("button", name="Save").click()
        assert sent.value.request.post_data_json == {"name": "Autumn night, renamed"}
        expect(page.get_by_role("heading", name="Autumn night, renamed", level=1)).to_be_visible()
        stored = console.get(f"/calendar/events/{event['id']}")
        assert {name: stored[name] for name in times} == times
    expect(console.page.locator(".facts")).to_contain_text("02:30 AM GMT+2")
    expect(console.page.locator(".facts")).to_contain_text("02:30 AM GMT+1")


def test_a_typed_time_is_the_first_of_two_and_one_that_clocks_skip_is_refused(
    console: Console,
) -> None:
    event = create_event(console, "Typed night", timezone="Europe/Berlin")
    page = console.open("events", event["id"], "edit")
    page.get_by_label("Starts").fill("2027-03-28T02:30")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Starts")).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".field .fault")).to_contain_text(
        "The clocks of Europe/Berlin skip 02:30 on this day."
    )
    page.get_by_label("Starts").fill("2027-10-31T02:30")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Cancel the event")).to_be_visible()
    stored = console.get(f"/calendar/events/{event['id']}")
    assert stored["startAt"] == "2027-10-31T00:30:00.000Z"


def test_an_event_is_created_with_a_cover_and_invitations(console: Console) -> None:
    page = console.open("events", "new")
    page.get_by_label("Name").fill("Implant breakfast")
    page.get_by_label("Starts").fill("2031-03-14T08:30")
    page.get_by_label("Time zone").select_option(CHICAGO)
    page.get_by_label("Description").fill("Bring one case.")
    page.get_by_label("Invite").fill(f"{people.ADA}, guest.breakfast@example.com")
    page.get_by_label("Cover", exact=True).set_input_files(PIXEL)
    expect(page.get_by_role("img", name="Cover")).to_be_visible()
    expect(page.locator(".card").last).to_contain_text("08:30 AM CDT")
    page.get_by_role("button", name="Create the event").click()
    expect(page.get_by_role("heading", name="Implant breakfast", level=1)).to_be_visible()
    expect(page.get_by_text("guest.breakfast@example.com")).to_be_visible()

    event = console.get(f"/calendar/events/{_id_of(page)}")
    assert event["startAt"] == "2031-03-14T13:30:00.000Z"
    assert (event["timezone"], event["endAt"]) == (CHICAGO, None)
    assert event["visibility"] == "members-only"
    assert console.api.get(event["coverUrl"]).content == PIXEL["buffer"]


def test_an_event_is_changed_and_faults_are_shown_at_their_fields(console: Console) -> None:
    event = create_event(console, "Draft evening", maxCapacity=5)
    page = console.open("events", event["id"], "edit")
    page.get_by_label("Name").fill("Final evening")
    page.get_by_label("Places").fill("0")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Places")).to_have_attribute("aria-invalid", "true")
    console.browser_page.allow("status of 422", "the browser reports the 422")
    page.get_by_label("Places").fill("")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Draft evening")).to_have_count(0)
    expect(page.get_by_role("heading", name="Final evening", level=1)).to_be_visible()
    changed = console.get(f"/calendar/events/{event['id']}")
    assert (changed["name"], changed["maxCapacity"]) == ("Final evening", None)
    assert changed["startAt"] == event["startAt"]


def test_pasted_addresses_are_invited(console: Console) -> None:
    event = create_event(console, "Guest evening")
    page = console.open("events", event["id"])
    page.get_by_role("button", name="Invite").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("E-mail addresses").fill(
        f"Ada <{people.ADA}>; {people.BEN}\nnew.guest@example.com"
    )
    with page.expect_response("**/guests") as sent:
        dialog.get_by_role("button", name="Invite").click()
    assert sent.value.request.post_data_json == {
        "inviteeEmails": [people.ADA, people.BEN, "new.guest@example.com"]
    }
    expect(page.locator(".guests li")).to_have_count(3)
    guests = console.get(f"/calendar/events/{event['id']}/guests")["items"]
    emails = {guest["email"] for guest in guests}
    assert emails == {people.ADA, people.BEN, "new.guest@example.com"}

    page.get_by_role("button", name="Invite").click()
    dialog.get_by_label("E-mail addresses").fill(f"{people.ADA}, other.guest@example.com")
    dialog.get_by_role("button", name="Invite").click()
    outcome = page.get_by_role("dialog", name="Not invited")
    expect(outcome).to_contain_text("Invited before:")
    expect(outcome.locator("li")).to_have_text([people.ADA])
    page.get_by_role("button", name="Close", exact=True).last.click()
    expect(page.locator(".guests li")).to_have_count(4)


def test_an_event_is_cancelled(console: Console) -> None:
    event = create_event(console, "Cancelled evening")
    page = console.open("events", event["id"])
    page.get_by_role("button", name="Cancel the event").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel the event").click()
    expect(page.locator(".toast")).to_contain_text("Sends the cancellation to its guests.")
    console.pass_time()
    expect(page.get_by_role("heading", name="Events", level=1)).to_be_visible()
    assert console.api.get(f"/calendar/events/{event['id']}").status_code == 404


def test_event_requests_are_seen_approved_and_rejected(console: Console) -> None:
    approved, rejected = (_submit(console, name) for name in ("Good proposal", "Poor proposal"))
    page = console.open("events", "requests", status="pending")
    page.get_by_role("link", name="Good proposal").click()
    expect(page.get_by_role("heading", name="What would be published")).to_be_visible()
    page.get_by_role("button", name="Approve").click()
    console.pass_time()
    expect(page.locator(".badge").get_by_text("Approved")).to_be_visible()

    page = console.open("events", "requests", rejected)
    page.get_by_role("button", name="Reject").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("This is an advertisement.")
    page.get_by_role("dialog").get_by_role("button", name="Reject").click()
    console.pass_time()
    expect(page.get_by_text("This is an advertisement.")).to_be_visible()
    found = console.get("/admin/calendar/submissions", limit=100)["items"]
    states = {request["id"]: request["status"] for request in found}
    assert (states[approved], states[rejected]) == ("approved", "rejected")


def _submit(console: Console, name: str) -> str:
    sent = {"name": name, "visibility": "public", **_span()}
    response = console.api.post("/calendar/submissions", json=sent).raise_for_status()
    request_id: str = response.json()["data"]["id"]
    return request_id


def _span() -> dict[str, str]:
    start = datetime.now(UTC).replace(hour=12, minute=0, second=0, microsecond=0)
    return {"startAt": (start + timedelta(days=40)).isoformat(), "timezone": CHICAGO}


def _id_of(page: Page) -> str:
    return page.url.partition("?")[0].rpartition("/")[2]
