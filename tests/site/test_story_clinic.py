"""The story of a clinic, from joining to the candidate whom it hires, in two browsers."""

from playwright.sync_api import FilePayload, Page, expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.members import administrator, member

EMAIL = "corvin.clinic@example.com"
JOB = "Associate dentist by the lake"
CV: FilePayload = {
    "name": "cv.pdf",
    "mimeType": "application/pdf",
    "buffer": b"%PDF-1.4\n%%EOF\n",
}


def post(site: SiteReader, page: Page) -> str:
    """Post the first job; returns its ID."""
    page.get_by_role("link", name="Post your first job").click()
    page.get_by_label("Position (required)").fill(JOB)
    page.get_by_label("What is it about? (required)").fill("Four chairs and a view.")
    page.get_by_role("link", name="Place and time").click()
    page.get_by_label("Place", exact=True).fill("Austin, Texas")
    page.get_by_role("link", name="Requirements").click()
    page.get_by_label("Licenses (must have)").fill("Texas")
    page.get_by_role("link", name="Company and contact").click()
    page.get_by_label("Company (required)").fill("Lakeside Dental")
    page.get_by_label("Contact person (required)").fill("Corvin Lake")
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Send for review").click()
    expect(page.get_by_text("An administrator reviews this job.")).to_be_visible()
    job_id: str = member(site, EMAIL).get("/jobs/mine")["items"][0]["id"]
    return job_id


def apply(cyrus: SiteReader, job_id: str) -> None:
    cyrus.sign_in("Cyrus Daneshvar")
    cyrus.open(f"jobs/{job_id}").get_by_role("link", name="Apply", exact=True).click()
    page = cyrus.page
    page.locator("input[type=file]").set_input_files(CV)
    expect(page.get_by_text("cv.pdf was uploaded.")).to_be_visible()
    page.get_by_role("button", name="Send the application").click()


def describe(page: Page) -> None:
    """Fill in what a clinic must say before it posts."""
    page.get_by_role("link", name="Describe the clinic").click()
    page.get_by_label("Practice name").fill("Lakeside Dental")
    page.get_by_label("Primary location").fill("Austin, Texas")
    page.get_by_role("button", name="Save and continue").click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()


def test_a_clinic_joins_posts_a_job_and_hires_a_candidate(site: SiteReader) -> None:
    site.join("clinic", EMAIL)
    page = site.page
    site.open("jobs")
    expect(page.get_by_text("Describe your clinic first.")).to_be_visible()
    describe(page)
    site.open("jobs")
    expect(page.get_by_text("Your clinic is being verified.")).to_be_visible()
    job_id = post(site, page)
    administrator(site).send("POST", f"/admin/jobs/{job_id}/approve")
    expect(page.locator(".badge")).to_have_text("Approved")
    page.get_by_role("link", name="Matches", exact=True).click()
    expect(page.locator(".ranking > li").first).to_be_visible()
    page.get_by_role("link", name="Applications", exact=True).last.click()
    expect(page.get_by_text("Nobody has applied yet.")).to_be_visible()
    with site.other() as cyrus:
        apply(cyrus, job_id)
        expect(page.get_by_role("link", name="Cyrus Daneshvar")).to_be_visible()
        expect(page.get_by_role("button", name="CV of Cyrus Daneshvar")).to_be_visible()
        [application] = member(site, people.CYRUS).get("/jobs/applications/mine?limit=1")["items"]
        cyrus.open(f"applications/{application['id']}")
        moves = ("Review", "Reviewing"), ("Interview",) * 2, ("Offer", "Offered"), ("Hire", "Hired")
        for button, state in moves:
            page.get_by_role("button", name=f"{button}: Cyrus Daneshvar").click()
            page.get_by_role("button", name=f"{button} and send the e-mail").click()
            progress = cyrus.page.get_by_label("State of the application")
            expect(progress.locator("[aria-current]")).to_have_text(state)
        expect(cyrus.page.locator("main")).to_contain_text("Corvin Lake")
