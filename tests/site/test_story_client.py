"""The story of a client, from joining to the expert whom they accept, in two browsers."""

from playwright.sync_api import Page, expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.members import administrator, member, register

EMAIL = "clio.client@example.com"
ROLE = "Orthodontist for a library of photographs"


def post(site: SiteReader, page: Page) -> str:
    """Post the first role; returns its ID."""
    site.open("roles").get_by_role("link", name="Post your first role").click()
    steps = (
        {"Role": ROLE, "What is it about?": "Which photograph shows that an aligner fits?"},
        {"Kind of work": "Advisory, remote", "Start": "Immediately", "Budget": "200 an hour"},
        {"Company": "Tideline Imaging", "Field": "Dental", "Contact person": "Clio Marsh"},
    )
    for step in steps:
        for label, text in step.items():
            page.get_by_label(f"{label} (required)", exact=True).fill(text)
        page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Send for review").click()
    expect(page.get_by_text("An administrator reviews this role.")).to_be_visible()
    role_id: str = member(site, EMAIL).get("/roles/mine")["items"][0]["id"]
    return role_id


def test_a_client_joins_posts_a_role_and_accepts_an_expert(site: SiteReader) -> None:
    site.join("client", EMAIL)
    page = site.page
    role_id = post(site, page)
    administrator(site).send("POST", f"/admin/roles/{role_id}/approve")
    expect(page.locator(".badge")).to_have_text("Active")
    page.get_by_role("link", name="Matches", exact=True).click()
    expect(page.locator(".ranking > li").first).to_contain_text("rthodonti")
    page.get_by_role("link", name="Applications", exact=True).last.click()
    expect(page.get_by_text("Nobody has applied yet.")).to_be_visible()
    with site.other() as ada:
        ada.sign_in()
        ada.open(f"roles/{role_id}").get_by_role("link", name="Apply", exact=True).click()
        ada.page.get_by_label("Message").fill("I keep such a library since 2011.")
        ada.page.get_by_role("button", name="Send the application").click()
        expect(page.get_by_text("I keep such a library since 2011.")).to_be_visible()
        expect(page.get_by_role("link", name="Applications (1)")).to_be_visible()
        [application] = member(site, people.ADA).get("/roles/applications/mine?limit=1")["items"]
        ada.open(f"applications/{application['id']}")
        for button, state in (("Shortlist", "Shortlisted"), ("Accept", "Accepted")):
            page.get_by_role("button", name=f"{button}: Ada Lindholm").click()
            page.get_by_role("button", name=f"{button} and send the e-mail").click()
            progress = ada.page.get_by_label("State of the application")
            expect(progress.locator("[aria-current]")).to_have_text(state)
        expect(ada.page.locator("main")).to_contain_text(EMAIL)


def test_a_client_reads_the_role_of_another_one(site: SiteReader) -> None:
    roles = member(site, people.BEN).get("/roles/mine?status=active&limit=100")["items"]
    role = next(each for each in roles if each["roleNeeded"] == "Endodontist, two days a week")
    email = "other.client@example.com"
    register(site, email, role="client")
    page = site.sign_in_with(email, path=f"roles/{role['id']}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Endodontist, two days a week")
    expect(page.get_by_text("Experts can apply to this role.")).to_be_visible()
    expect(page.get_by_text("Applications (")).to_have_count(0)
