"""The events for members: lists, replies, both time zones and a file for calendars."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.looks import must_be_accessible
from tests.site.members import administrator, member

HOSTILE = "<script>alert(1)</script>, \u05e9\u05dc; \u6f22\u6f22"


@pytest.fixture
def event(site: SiteReader) -> Iterator[dict[str, Any]]:
    """An event of an administrator with one place, which is cancelled afterwards."""
    root = administrator(site)
    start = datetime.now(UTC).replace(microsecond=0) + timedelta(days=2)
    sent = {
        "name": f"Evening {HOSTILE}",
        "description": f"First line\nhttps://elsewhere.example/x {HOSTILE}",
        "startAt": start.isoformat(),
        "endAt": (start + timedelta(hours=2)).isoformat(),
        "timezone": "America/New_York",
        "location": f"Room {HOSTILE}",
        "meetingUrl": "https://meet.example.com/evening",
        "maxCapacity": 1,
    }
    event: dict[str, Any] = root.send("POST", "/calendar/events", sent)["event"]
    yield event
    root.send("DELETE", f"/calendar/events/{event['id']}")


def test_a_member_replies_and_finds_the_reply_in_the_list(
    site: SiteReader, event: dict[str, Any]
) -> None:
    site.sign_in()
    page = site.open("events")
    card = page.locator(".events > li").filter(has_text="Evening <script>")
    expect(card.locator(".badge")).to_have_count(0)
    card.get_by_role("link").click()
    expect(page.get_by_role("heading", name="Evening")).to_be_visible()
    page.get_by_role("button", name="Going", exact=True).click()
    expect(page.get_by_role("button", name="Going", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    page.go_back()
    expect(card.locator(".badge")).to_have_text("Going")
    with site.other() as other:
        other.sign_in("Ben Achterberg")
        theirs = other.open(f"events/{event['id']}")
        theirs.get_by_role("button", name="Going", exact=True).click()
        expect(theirs.get_by_role("alert")).to_contain_text("All places are taken.")
        other.browser_page.allow("status of 409", "the browser reports the 409")
        page.go_forward()
        page.get_by_role("button", name="Not going").click()
        expect(page.get_by_text("You have declined.")).to_be_visible()
        theirs.get_by_role("button", name="Going", exact=True).click()
        expect(theirs.get_by_text("You are going.")).to_be_visible()


def test_an_event_is_shown_in_both_zones_and_saved_for_calendars(
    site: SiteReader, event: dict[str, Any]
) -> None:
    site.sign_in()
    page = site.open(f"events/{event['id']}")
    panel = page.locator(".panel")
    expect(panel).to_contain_text("Your time:")
    expect(panel).to_contain_text("UTC")
    assert panel.get_by_role("link", name="meet.example.com").get_attribute("href") == (
        "https://meet.example.com/evening"
    )
    expect(page.locator("main")).to_contain_text("<script>alert(1)</script>")
    with page.expect_download() as download:
        page.get_by_role("button", name="Add to your calendar").click()
    text = download.value.path().read_bytes().decode()
    assert max(len(line.encode()) for line in text.split("\r\n")) <= 75
    lines = text.replace("\r\n ", "").split("\r\n")
    assert f"UID:{event['id']}@localhost" in lines
    assert "SUMMARY:Evening <script>alert(1)</script>\\, \u05e9\u05dc\\; \u6f22\u6f22" in lines
    assert f"DTSTART:{re.sub(r'[-:]|[.]000', '', event['startAt'])}" in lines


def test_past_events_are_listed_newest_first_and_take_no_reply(site: SiteReader) -> None:
    site.sign_in()
    page = site.open("events")
    page.get_by_role("link", name="Past").click()
    shown = page.locator(".events > li h2")
    expect(shown.first).to_be_visible()
    now = datetime.now(UTC).isoformat().replace("+00:00", "Z")
    found = member(site, people.ADA).get("/calendar/events", endedBefore=now)["items"]
    assert shown.all_inner_texts() == [one["name"] for one in reversed(found)]
    page.locator(".events h2 a").first.click()
    expect(page.get_by_text("This event is over.")).to_be_visible()
    expect(page.get_by_role("button", name="Going", exact=True)).to_have_count(0)


def test_a_visitor_is_asked_to_sign_in_and_sees_no_meeting(site: SiteReader) -> None:
    page = site.open("events")
    page.locator(".events h2 a").first.click()
    expect(page.get_by_role("link", name="Sign in to reply")).to_be_visible()
    expect(page.get_by_role("button", name="Report this event")).to_have_count(0)
    expect(page.locator("main")).not_to_contain_text("meet.example.com")


def test_a_visitor_does_not_reply_to_a_past_event(site: SiteReader) -> None:
    root = administrator(site)
    start = datetime.now(UTC).replace(microsecond=0) - timedelta(days=2)
    sent = {"name": "Over", "startAt": start.isoformat(), "timezone": "UTC", "visibility": "public"}
    event = root.send("POST", "/calendar/events", sent)["event"]
    path = f"events/{event['id']}"
    page = site.open(path)
    for text in (page.locator("main").inner_text(), site.api.get(f"/app/{path}").text):
        assert "This event is over." in text
        assert "Sign in to reply" not in text
    root.send("DELETE", f"/calendar/events/{event['id']}")


def test_the_screens_are_accessible(site: SiteReader, event: dict[str, Any]) -> None:
    site.sign_in()
    must_be_accessible(site, "events", "events?when=past", f"events/{event['id']}")
