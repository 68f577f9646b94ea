"""What an administrator asks a member to change, on the home screen and in the profile."""

import re

import pytest
from playwright.sync_api import expect

from tests.site.conftest import SiteReader, new_address
from tests.site.looks import must_be_accessible
from tests.site.members import administrator, register

pytestmark = pytest.mark.slow("a browser")

MESSAGE = "Your license is missing.\nAdd its number."
AGAIN = "Your change is saved. The administrators look at your profile again."
ASKED = "An administrator asks you to change this."


def asked_candidate(site: SiteReader, *members: str) -> str:
    """Let a new candidate complete the profile, and ask for changes. Returns the e-mail address."""
    email = new_address("candidate")
    candidate = register(site, email, role="client", jobsRole="candidate")
    complete = {"credential": "associate-dentist", "jobsOnboardingStep": "complete"}
    names = {"firstName": "Teo", "lastName": "Halvorsen"}
    candidate.send("PATCH", "/jobs/me", {**complete, **names})
    account = candidate.get("/users/me")["id"]
    body = {"message": MESSAGE, "members": list(members)}
    administrator(site).send("POST", f"/admin/users/{account}/ask-for-changes", body)
    return email


def test_a_candidate_reads_the_request_changes_the_profile_and_reads_that_it_is_looked_at(
    site: SiteReader,
) -> None:
    page = site.sign_in_with(asked_candidate(site, "bio", "cvObjectPath"))
    notice = page.get_by_role("region", name="An administrator asks you to change your profile")
    expect(notice.locator(".prose")).to_have_text(MESSAGE)
    must_be_accessible(site, "")
    notice.get_by_role("link", name="Change your profile").click()
    expect(page).to_have_url(re.compile("/profile/jobs$"))
    expect(notice.get_by_role("link")).to_have_text(["About you", "CV"])
    expect(notice.get_by_role("status")).to_contain_text("As soon as you save a change")
    notice.get_by_role("link", name="CV").click()
    expect(page.get_by_text(f"CV: {ASKED}")).to_be_visible()
    notice.get_by_role("link", name="About you").click()
    bio = page.get_by_label("About you", exact=True)
    expect(bio).to_be_focused()
    expect(bio).to_have_accessible_description(re.compile(ASKED))
    must_be_accessible(site, "profile/jobs?step=experience")
    bio.fill("I am licensed in Ohio.")
    page.get_by_role("button", name="Finish").click()
    expect(notice.get_by_role("status")).to_have_text(AGAIN)
    site.open("")
    expect(notice.get_by_role("status")).to_have_text(AGAIN)


def test_the_link_of_the_e_mail_opens_the_field_of_the_member(site: SiteReader) -> None:
    page = site.sign_in_with(asked_candidate(site, "location"))
    site.open("profile?member=location")
    expect(page).to_have_url(re.compile("/profile/jobs.*step=preferences"))
    place = page.locator("[name=location]")
    expect(place).to_be_focused()
    expect(place).to_have_accessible_description(re.compile(ASKED))
