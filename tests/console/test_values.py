"""No value of the browser or of a record hides more than its own cell."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from tests.browser import BrowserPage
from tests.console.conftest import Console
from tests.console.test_events import create_event

OLD_BROWSER = """
const Format = Intl.DateTimeFormat;
function checked(locale, options) {
  if (options?.timeZone === "America/Coyhaique") throw new RangeError("Invalid time zone");
  return new Format(locale, options);
}
Intl.DateTimeFormat = Object.assign(checked, { prototype: Format.prototype });
"""
UNKNOWN_ZONE = """
const { resolvedOptions } = Intl.DateTimeFormat.prototype;
Intl.DateTimeFormat.prototype.resolvedOptions = function () {
  return { ...resolvedOptions.call(this), timeZone: "Etc/Unknown" };
};
"""
LANGUAGE_C = 'Object.defineProperty(navigator, "language", { get: () => "c" });'
NO_STORAGE = """
const get = () => { throw new DOMException("Access is denied", "SecurityError"); };
Object.defineProperty(globalThis, "localStorage", { get });
"""
NO_LIST_OF_ZONES = "delete Intl.supportedValuesOf;"
SCREENS = ("today", "people", "roles", "jobs", "consultations", "events", "blog", "audit", "data")


def restart(console: Console, script: str) -> None:
    """Load the console again in a browser that first runs a script."""
    console.page.add_init_script(script)
    console.page.reload()


def set_zone(demo_folder: Path, table: str, record_id: str, name: str) -> None:
    """Store a time zone as an earlier version accepted it."""
    with sqlite3.connect(demo_folder / "bridgework.db", timeout=30) as database:
        database.execute(f"UPDATE {table} SET timezone = ? WHERE id = ?", (name, record_id))
    database.close()


@pytest.mark.parametrize(
    "script",
    [UNKNOWN_ZONE, LANGUAGE_C, NO_LIST_OF_ZONES, NO_STORAGE],
    ids=["zone", "language", "zones", "storage"],
)
def test_each_screen_works_in_an_unusual_browser(console: Console, script: str) -> None:
    restart(console, script)
    for screen in SCREENS:
        page = console.open(screen)
        expect(page.get_by_role("navigation", name="Screens")).to_be_visible()
        expect(page.get_by_text("cannot be shown", exact=False)).to_have_count(0)
    page = console.open("events", "new")
    page.get_by_label("Starts").fill("2031-03-14T08:30")
    expect(page.locator(".card").last).to_contain_text("08:30 AM UTC")


@pytest.mark.parametrize("name", ["localtime", "Nowhere/Atlantis", ""])
def test_an_event_with_an_unknown_zone_is_shown_in_utc(
    console: Console, demo_folder: Path, name: str
) -> None:
    event = create_event(console, f"Zone {name}", startAt="2031-06-01T12:00:00Z")
    set_zone(demo_folder, "calendar_events", event["id"], name)
    page = console.open("events", event["id"])
    expect(page.locator(".facts")).to_contain_text("12:00 PM UTC")
    page = console.open("events", event["id"], "edit")
    expect(page.get_by_label("Starts")).to_have_value("2031-06-01T12:00")
    page.get_by_label("Name").fill("Renamed")
    with page.expect_response(lambda response: response.request.method == "PATCH") as sent:
        page.get_by_role("button", name="Save").click()
    assert sent.value.request.post_data_json == {"name": "Renamed"}
    for place in ((), ("upcoming",)):
        page = console.open("events", *place, month="2031-06", search="Renamed")
        expect(page.get_by_text("Renamed").first).to_be_visible()


def test_a_request_with_an_unknown_zone_can_be_reviewed(
    console: Console, demo_folder: Path
) -> None:
    sent = {"name": "Odd zone", "startAt": "2031-06-01T12:00:00Z", "timezone": "UTC"}
    response = console.api.post("/calendar/submissions", json=sent).raise_for_status()
    request_id = response.json()["data"]["id"]
    set_zone(demo_folder, "calendar_requests", request_id, "Factory2")
    page = console.open("events", "requests", request_id)
    expect(page.get_by_text("This browser does not know Factory2")).to_be_visible()
    page.get_by_role("button", name="Approve").click()
    console.pass_time()
    expect(page.locator(".badge").get_by_text("Approved")).to_be_visible()


def test_a_zone_that_is_newer_than_the_browser_is_shown_in_utc(console: Console) -> None:
    members = {"timezone": "America/Coyhaique", "startAt": "2031-06-01T12:00:00Z"}
    event = create_event(console, "New zone", **members)
    restart(console, OLD_BROWSER)
    page = console.open("events", event["id"])
    expect(page.locator(".facts")).to_contain_text("12:00 PM UTC")
    page = console.open("events", event["id"], "edit")
    expect(page.get_by_text("does not know America/Coyhaique").first).to_be_visible()
    expect(page.get_by_label("Time zone")).to_have_value("America/Coyhaique")


def test_a_screen_that_fails_says_what_to_report_and_keeps_the_navigation(
    console: Console,
) -> None:
    event = create_event(console, "Broken evening")
    path = re.compile(f"/calendar/events/{event['id']}$")

    def spoil(route: Route) -> None:
        body = route.fetch().json()
        body["data"]["ticketDrafts"] = 5
        route.fulfill(json=body)

    console.page.route(path, spoil)
    page = console.open("events", event["id"])
    expect(page.get_by_role("heading", name="This screen cannot be shown")).to_be_visible()
    report = page.locator(".report")
    for text in ("TypeError: ", f"#/events/{event['id']}", "Browser: Mozilla"):
        expect(report).to_contain_text(text)
    page.get_by_role("link", name="People").click()
    expect(page.get_by_role("heading", name="People", level=1)).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="This screen cannot be shown")).to_be_visible()
    page.unroute(path)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Broken evening", level=1)).to_be_visible()
    console.browser_page.allow("TypeError", "the console reports the error")


def test_a_value_that_can_not_be_shown_hides_its_own_cell(console: Console) -> None:
    def spoil(route: Route) -> None:
        body = route.fetch().json()
        body["data"]["items"][0]["email"] = None
        route.fulfill(json=body)

    console.page.route(re.compile(r"/admin/users(\?|$)"), spoil)
    page = console.open("people")
    expect(page.get_by_text("Cannot be shown")).to_have_count(1)
    assert page.locator("tbody tr").count() > 5
    console.browser_page.allow("TypeError", "the console reports the error")


@pytest.mark.parametrize(
    ("address", "is_missing"),
    [
        ("#/events?month=soon", False),
        ("#/events?month=2031-13", False),
        ("#/people/%zz", True),
        ("#/events/%E0%A4%A", True),
    ],
)
def test_a_wrong_address_keeps_the_navigation(
    console: Console, address: str, *, is_missing: bool
) -> None:
    page = console.page
    page.goto("about:blank")
    page.goto(f"{console.browser_page.origin}/console/{address}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("navigation", name="Screens")).to_be_visible()
    if is_missing:
        console.browser_page.allow("status of 404", "there is no such record")


@pytest.mark.parametrize("stored", ["{", "7", '"text"', "[1"])
def test_a_stored_session_that_is_damaged_is_ignored(visitor: BrowserPage, stored: str) -> None:
    page: Page = visitor.page
    visitor.open(f"{visitor.origin}/console/")
    page.evaluate(f"sessionStorage.setItem('bridgework-console', {json.dumps(stored)})")
    page.reload()
    expect(page.get_by_role("heading", name="Bridgework console")).to_be_visible()
