"""Roles for experts: the list with its filters, the matches, and applying."""

import re

from playwright.sync_api import Page, expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.looks import few_requests, must_be_accessible
from tests.site.members import (
    HOSTILE,
    member,
    open_role,
)


def titles(page: Page) -> list[str]:
    return page.locator(".openings h2").all_inner_texts()


def test_open_roles_are_searched_and_filtered_by_the_address(site: SiteReader) -> None:
    ada = member(site, people.ADA)
    page = site.sign_in()
    with few_requests(page):
        site.open("roles")
        expect(page.locator(".openings > li").first).to_be_visible()
    page.get_by_label("Role, company or topic").fill("endodontist")
    expect(page).to_have_url(re.compile("search=endodontist"))
    found = ada.get("/roles?search=endodontist")["items"]
    expect(page.locator(".openings > li")).to_have_count(len(found))
    page.get_by_label("Location").fill("Reykjavik")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No open role matches all of this")).to_be_visible()
    page.get_by_role("link", name="Show all open roles").click()
    page.get_by_label("Tags").fill("Implant placement")
    page.keyboard.press("Enter")
    found = ada.get("/roles?tags=Implant%20placement")["items"]
    expect(page.locator(".openings > li")).to_have_count(len(found))
    assert titles(page) == [role["roleNeeded"] for role in found]
    page.get_by_role("link", name="Remove all filters").click()
    page.get_by_label("Field of healthcare").fill("Veterinary")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No open role matches all of this")).to_be_visible()


def test_roles_that_match_say_why_and_why_not(site: SiteReader) -> None:
    [first, *_] = member(site, people.ADA).get("/experts/me/matches")["items"]
    page = site.sign_in()
    page.goto(f"{site.browser_page.origin}/app/roles")
    page.get_by_role("link", name="Matching me").click()
    best = page.locator(".openings > li").first
    expect(best.locator("h2")).to_have_text(first["subject"]["roleNeeded"])
    expect(best.get_by_role("img")).to_have_accessible_name(
        re.compile(f": {first['matchScore']} of 100 points")
    )
    best.get_by_text("Why").click()
    for criterion in first["criteria"]:
        expect(best.get_by_text(criterion["evidence"]).first).to_be_visible()
    with few_requests(page):
        page.get_by_role("link", name="Pediatric dentist as product advisor").click()
        page.locator(".match summary").click()
    expect(page.get_by_text("Must-have, not met")).to_be_visible()
    specialty = page.locator(".criteria .not_met", has_text="Specialty")
    expect(specialty).to_contain_text("✗")
    expect(specialty).to_contain_text("0 of 30")
    expect(specialty).to_contain_text("Not found: pediatric dentist.")
    expect(page.locator(".criteria .penalty")).to_contain_text("capped at 40")


def test_an_expert_applies_once_and_no_word_is_lost(site: SiteReader) -> None:
    role = open_role(site, challenge=f"Forty cases. {HOSTILE}", hoursPerWeek="4")
    page = site.sign_in()
    site.open(f"roles/{role['id']}")
    expect(page.get_by_text(HOSTILE)).to_be_visible()
    expect(page.get_by_text("4 hours a week")).to_be_visible()
    expect(page.locator(".owner")).to_contain_text("Ben Achterberg")
    assert page.locator("main img").count() == 0
    page.get_by_role("link", name="Apply", exact=True).click()
    page.get_by_label("Message").fill("I have read such photographs for years.")
    page.reload()
    site.wait()
    expect(page.get_by_label("Message")).to_have_value("I have read such photographs for years.")
    page.get_by_role("button", name="Send the application").click()
    expect(page.get_by_text("Your application was sent.")).to_be_visible()
    expect(page.get_by_text("I have read such photographs for years.")).to_be_visible()
    site.open(f"roles/{role['id']}")
    expect(page.get_by_role("link", name="Apply", exact=True)).to_have_count(0)
    page.get_by_role("link", name="Your application").click()
    expect(page.locator(".progress [aria-current]")).to_have_text("Submitted")


def test_who_has_applied_in_another_tab_sees_the_application(site: SiteReader) -> None:
    role = open_role(site, roleNeeded="Orthodontist for two tabs")
    page = site.sign_in()
    site.open(f"roles/{role['id']}/apply")
    page.get_by_label("Message").fill("From the second tab.")
    sent = {"message": "From the first tab."}
    member(site, people.ADA).send("POST", f"/roles/{role['id']}/applications", sent)
    page.get_by_role("button", name="Send the application").click()
    page.get_by_role("link", name="Your application").click()
    expect(page.get_by_text("From the first tab.")).to_be_visible()
    site.browser_page.allow("status of 409", "the browser reports the 409")


def test_the_screens_of_roles_are_accessible(site: SiteReader) -> None:
    role = open_role(site, roleNeeded="شخص مناسب 漢字" + "w" * 80)
    site.sign_in()
    own = f"roles/{role['id']}"
    must_be_accessible(site, "roles", "roles/matching", own, f"{own}/apply")


def test_a_role_that_is_not_open_says_so(site: SiteReader) -> None:
    page = site.sign_in()
    site.open("roles/0194251f-9b80-76b0-8994-4772fc3d4c70")
    expect(page.get_by_role("heading", name="No longer open")).to_be_visible()
    page.get_by_role("link", name="Show open roles").click()
    expect(page.locator(".openings > li").first).to_be_visible()
    site.browser_page.allow("status of 404", "the browser reports the 404")
