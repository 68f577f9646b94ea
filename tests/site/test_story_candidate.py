"""The story of a candidate: from joining to an offer of a clinic, which has another browser."""

import re

from playwright.sync_api import FilePayload, Page, expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.members import Member, administrator, member, open_job

EMAIL = "teo.halvorsen@example.com"
PASSWORD = "three-chairs-by-the-window"
NAME = "Teo Halvorsen"
CONTENT = b"%PDF-1.4\n%%EOF\n"
PDF: FilePayload = {
    "name": "teo.pdf",
    "mimeType": "application/pdf",
    "buffer": CONTENT,
}
PROFILE = {
    "title": "General dentist",
    "specialty": ["General Dentistry"],
    "location": "Austin, Texas",
    "yearsExperience": 4,
    "engagementType": "part-time",
}


def complete_profile(candidate: Member) -> None:
    """Fill what matches need, as the editor of the profile does."""
    candidate.send("PATCH", "/jobs/me", {"firstName": "Teo", "lastName": "Halvorsen"})
    candidate.send("PATCH", "/users/me/profile/details", PROFILE)


def verify(site: SiteReader, candidate: Member) -> None:
    account_id = candidate.get("/users/me")["id"]
    tier = {"jobsVerificationTier": "verified"}
    administrator(site).send("PATCH", f"/admin/users/{account_id}", tier)


def decide(page: Page, label: str, state: str) -> None:
    """Decide on the application that a clinic looks at."""
    page.get_by_role("button", name=label, exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=re.compile(f"^{label}")).click()
    expect(page.locator(".progress [aria-current]")).to_have_text(state)


def test_a_candidate_joins_applies_with_a_cv_and_gets_an_offer(site: SiteReader) -> None:
    site.join("candidate", EMAIL, PASSWORD)
    page = site.page
    candidate = member(site, EMAIL, PASSWORD)
    complete_profile(candidate)
    verify(site, candidate)
    job = open_job(site, roleNeeded="General dentist for Fridays", requiredLicenses=[])
    site.open("jobs/matching")
    page.get_by_role("link", name=job["roleNeeded"]).click()
    page.get_by_role("link", name="Apply", exact=True).click()
    expect(page.get_by_label("Last name")).to_have_value("Halvorsen")
    page.locator("input[type=file]").set_input_files(PDF)
    expect(page.get_by_text("teo.pdf was uploaded.")).to_be_visible()
    page.get_by_role("button", name="Send the application").click()
    expect(page.locator(".progress [aria-current]")).to_have_text("Submitted")
    with site.other() as clinic:
        clinic_page = clinic.sign_in("Carla Mendizábal")
        clinic.open(f"jobs/{job['id']}/applications")
        clinic_page.get_by_role("link", name=NAME).click()
        with clinic_page.expect_response("**/cv-url") as response:
            clinic_page.get_by_role("button", name="Open the CV").click()
        assert site.api.get(response.value.json()["data"]["url"]).content == CONTENT
        for label, state in (
            ("Review", "Reviewing"),
            ("Interview", "Interview"),
            ("Offer", "Offered"),
        ):
            decide(clinic_page, label, state)
            expect(page.locator(".progress [aria-current]")).to_have_text(state)
        expect(page.get_by_role("link", name=people.CARLA)).to_be_visible()
        page.get_by_role("button", name="Withdraw the application").click()
        page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
        expect(clinic_page.locator(".progress [aria-current]")).to_have_text("Withdrawn")
        expect(clinic_page.get_by_role("button", name="Open the CV")).to_have_count(0)
    site.open("applications?show=ended")
    expect(page.get_by_role("region", name="Withdrawn").get_by_role("link")).to_have_text(
        job["roleNeeded"]
    )
