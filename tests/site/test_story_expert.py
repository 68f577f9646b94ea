"""The story of an expert: from joining to the acceptance by a client, who has another browser."""

import re

from playwright.sync_api import Page, expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.members import Member, administrator, member, open_role

EMAIL = "ines.okonkwo@example.com"
PASSWORD = "three-chairs-by-the-window"
NAME = "Ines Okonkwo"
PROFILE = {
    "title": "Orthodontist, aligners from photographs",
    "specialty": ["Orthodontics"],
    "availability": "within 1 month",
    "engagementType": "advisory",
    "location": "Denver, Colorado",
    "yearsExperience": 12,
}


def complete_profile(expert: Member) -> None:
    """Fill what the directory needs, as the editor of the profile does."""
    expert.send("PATCH", "/users/me", {"firstName": "Ines", "lastName": "Okonkwo"})
    expert.send("PATCH", "/users/me/profile/details", PROFILE)


def verify(site: SiteReader, expert: Member) -> str:
    """Let an administrator verify the expert; returns the ID of the account."""
    account_id: str = expert.get("/users/me")["id"]
    tier = {"verificationTier": "verified"}
    administrator(site).send("PATCH", f"/admin/users/{account_id}", tier)
    return account_id


def must_be_listed(page: Page, site: SiteReader) -> None:
    site.open("experts?search=okonkwo")
    expect(page.get_by_role("link", name=NAME)).to_be_visible()


def test_an_expert_joins_is_listed_applies_and_is_accepted(site: SiteReader) -> None:
    site.join("expert", EMAIL, PASSWORD)
    page = site.page
    site.open("roles/matching")
    expect(page.get_by_role("main").get_by_text("profile").first).to_be_visible()
    expert = member(site, EMAIL, PASSWORD)
    complete_profile(expert)
    verify(site, expert)
    must_be_listed(page, site)
    role = open_role(site, roleNeeded="Second reader for aligner photographs")
    site.open("roles/matching")
    page.get_by_role("link", name=role["roleNeeded"]).click()
    expect(page.locator(".match-score")).to_be_visible()
    page.get_by_role("link", name="Apply", exact=True).click()
    page.get_by_label("Message").fill("I have read aligner photographs for twelve years.")
    page.get_by_role("button", name="Send the application").click()
    expect(page.locator(".progress [aria-current]")).to_have_text("Submitted")
    with site.other() as client:
        client_page = client.sign_in("Ben Achterberg")
        client.open(f"roles/{role['id']}/applications")
        client_page.get_by_role("link", name=NAME).click()
        expect(client_page.get_by_text("I have read aligner photographs")).to_be_visible()
        decide(client_page, "Shortlist", "You are one of two.")
        expect(page.locator(".progress [aria-current]")).to_have_text("Shortlisted")
        expect(page.get_by_text("You are one of two.")).to_be_visible()
        decide(client_page, "Accept", "Welcome!")
        dialog = client_page.get_by_role("dialog")
        dialog.get_by_label("Mark the role as filled").check()
        dialog.get_by_role("button", name="Mark the role as filled").click()
        expect(dialog).to_have_count(0)
        expect(page.locator(".progress [aria-current]")).to_have_text("Accepted")
        expect(page.get_by_role("link", name=people.BEN)).to_be_visible()
    site.open("applications")
    column = page.get_by_role("region", name=re.compile("^Accepted"))
    expect(column.get_by_text(role["roleNeeded"])).to_be_visible()


def decide(page: Page, label: str, note: str) -> None:
    """Decide on the application that a client looks at."""
    page.get_by_role("button", name=label, exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Note").fill(note)
    send = dialog.get_by_role("button", name=f"{label} and send the e-mail")
    send.click()
    expect(send).to_have_count(0)
