"""The events that members propose, and the address of their calendar."""

import re

from playwright.sync_api import expect

from tests.site.conftest import SiteReader
from tests.site.looks import must_be_accessible
from tests.site.members import administrator

VERA = "Vera Stojanovi\u0107"
REASON = "Please say who speaks. <img src=x>"


def test_a_member_proposes_an_event_and_reads_the_decision(site: SiteReader) -> None:
    site.sign_in("Omar Belhadj")
    page = site.open("submissions")
    page.get_by_role("link", name="Propose an event").click()
    form = page.locator("form")
    form.get_by_label("Name", exact=False).first.fill("Evening <b>of</b> hygiene")
    form.get_by_label("Time zone").select_option("America/New_York")
    form.get_by_label("Starts").fill("2031-03-09T02:30")
    page.get_by_role("button", name="Propose the event").click()
    expect(form.get_by_label("Starts")).to_be_focused()
    expect(form.locator(".fault")).to_contain_text("The clocks of America/New York skip 02:30")
    form.get_by_label("Starts").fill("2031-03-09T18:30")
    form.get_by_label("Places").fill("0")
    form.get_by_role("button", name="Add ticket").click()
    ticket = form.locator(".entry-list")
    ticket.get_by_label("Name").fill("Early")
    ticket.get_by_label("Type").select_option("paid")
    ticket.get_by_label("Price").fill("25.5")
    page.get_by_role("button", name="Propose the event").click()
    expect(form.get_by_label("Places")).to_have_attribute("aria-invalid", "true")
    site.browser_page.allow("status of 422", "the browser reports the 422")
    form.get_by_label("Places").fill("40")
    page.get_by_role("button", name="Propose the event").click()
    expect(page.get_by_role("heading", name="Evening <b>of</b> hygiene")).to_be_visible()
    expect(page.locator(".panel")).to_contain_text("Sun, Mar 9, 2031, 6:30")
    expect(page.locator(".panel")).to_contain_text("Early · $25.5")
    reject(site, page.url.rpartition("/")[2])
    page.reload()
    expect(page.locator(".panel blockquote")).to_have_text(REASON)
    expect(page.get_by_role("button", name="Withdraw")).to_have_count(0)
    page.get_by_role("link", name="Change and propose it again").click()
    expect(form.get_by_label("Starts")).to_have_value("2031-03-09T18:30")
    expect(form.get_by_label("Places")).to_have_value("40")
    page.get_by_role("button", name="Propose the event").click()
    page.get_by_role("button", name="Withdraw").click()
    page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    expect(page.get_by_text("The event was withdrawn.")).to_be_visible()
    expect(page.locator(".events > li").filter(has_text="hygiene")).to_have_count(1)


def reject(site: SiteReader, request_id: str) -> None:
    path = f"/admin/calendar/submissions/{request_id}/reject"
    administrator(site).send("POST", path, {"reason": REASON})


def test_the_calendar_address_works_until_it_is_turned_off(site: SiteReader) -> None:
    site.sign_in(VERA)
    page = site.open("submissions")
    page.get_by_role("button", name="Get an address").click()
    page.get_by_role("dialog").get_by_role("button", name="Get the address").click()
    dialog = page.get_by_role("dialog", name="Your calendar address")
    url = dialog.get_by_label("Calendar address").input_value()
    for program in ("Google Calendar", "Apple Calendar", "Outlook"):
        expect(dialog).to_contain_text(program)
    path = re.sub("^https?://[^/]+", "", url)
    assert site.api.get(path).raise_for_status().text.startswith("BEGIN:VCALENDAR")
    dialog.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Turn the address off").click()
    page.get_by_role("dialog").get_by_role("button", name="Turn off").click()
    expect(page.get_by_text("The address no longer works.")).to_be_visible()
    assert site.api.get(path).status_code == 401


def test_the_screens_are_accessible(site: SiteReader) -> None:
    site.sign_in(VERA)
    page = site.open("submissions")
    rejected = page.locator(".events h2 a").last.get_attribute("href")
    assert rejected is not None
    must_be_accessible(site, "submissions", "submissions/new", rejected.removeprefix("/app/"))
