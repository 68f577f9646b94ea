"""Saved searches: saving the filters of a list, and seeing what is new."""

import re

from playwright.sync_api import expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.looks import few_requests, must_be_accessible
from tests.site.members import HOSTILE, member, open_job


def test_the_filters_of_the_directory_are_saved_changed_and_deleted(site: SiteReader) -> None:
    page = site.sign_in()
    site.open("experts?search=aligner&skills=Clear+aligners")
    page.get_by_role("button", name="Save this search").click()
    dialog = page.get_by_role("dialog", name="Save this search")
    expect(dialog.get_by_label("Name")).to_have_value("aligner · Skills: Clear aligners")
    dialog.get_by_label("Name").fill(HOSTILE)
    dialog.get_by_label("E-mails about new results").select_option("weekly")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    site.open("searches")
    page.get_by_role("link", name=HOSTILE).click()
    expect(page.get_by_role("heading", name=HOSTILE)).to_be_visible()
    expect(page.get_by_text("E-mails once a week")).to_be_visible()
    page.get_by_role("button", name="Edit").click()
    page.get_by_role("dialog").get_by_label("Name").fill("Aligners")
    page.get_by_role("dialog").get_by_label("E-mails").select_option("off")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Aligners")).to_be_visible()
    page.get_by_role("link", name="Open with filters").click()
    expect(page).to_have_url(re.compile(r"experts\?search=aligner&skills=Clear\+aligners"))
    page.go_back()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", name="Saved searches")).to_be_visible()
    expect(page.get_by_role("link", name="Aligners")).to_have_count(0)


def test_new_results_are_marked_until_they_are_seen(site: SiteReader) -> None:
    cyrus = member(site, people.CYRUS)
    query = {"search": "zygomatic", "minComp": "50000", "openToMentoring": "true"}
    sent = {"name": "Zygomatic", "kind": "jobs", "frequency": "off", "query": query}
    saved = cyrus.send("POST", "/searches", sent)
    page = site.sign_in("Cyrus Daneshvar")
    site.open(f"searches/{saved['id']}")
    expect(page.get_by_text("Nothing is found now.")).to_be_visible()
    open_job(site, roleNeeded="Surgeon for zygomatic implants", openToMentoring=True)
    with few_requests(page):
        site.open(f"searches/{saved['id']}")
    row = page.locator(".people > li").filter(has_text="Surgeon for zygomatic implants")
    expect(row.get_by_text("New", exact=True)).to_be_visible()
    must_be_accessible(site, f"searches/{saved['id']}")
    page.get_by_role("button", name="Mark all as seen").click()
    expect(row).to_be_visible()
    expect(row.get_by_text("New", exact=True)).to_have_count(0)
    must_be_accessible(site, "searches")
    cyrus.send("DELETE", f"/searches/{saved['id']}")
    expect(site.open(f"searches/{saved['id']}").locator("h1")).to_have_text("No longer available")
    site.browser_page.allow("status of 404", "the browser reports the 404")


def test_who_has_no_searches_learns_how_to_save_one(site: SiteReader) -> None:
    site.sign_in("Vera Stojanović")
    page = site.open("searches")
    expect(page.get_by_text("You have no saved searches yet.")).to_be_visible()
    page.get_by_role("link", name="Search experts").click()
    expect(page.get_by_role("button", name="Save this search")).to_be_visible()
