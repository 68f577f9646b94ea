"""A new member goes through the steps of a profile, in one browser and then in another one."""

import re

from playwright.sync_api import Page, expect

from tests.site.conftest import SiteReader
from tests.site.members import member


def go_on(page: Page, name: str) -> None:
    """Save the present step; the next one is `name`."""
    page.get_by_role("button", name="Save and continue").click()
    expect(page.get_by_role("heading", name=name, level=2)).to_be_focused()


def test_an_expert_goes_on_in_another_browser_at_the_step_that_was_left(site: SiteReader) -> None:
    email = site.join("expert", path="profile")
    page = site.page
    expect(page).to_have_url(re.compile("/profile/expert"))
    page.get_by_role("button", name="Save and continue").click()
    expect(page.get_by_label("First name")).to_be_focused()
    expect(page.get_by_role("alert")).to_contain_text("First name is required.")
    page.get_by_label("First name").fill("Ines")
    page.get_by_label("Last name").fill("Okafor")
    page.get_by_label("Title").fill("Endodontist")
    go_on(page, "Specialties")
    assert member(site, email).get("/users/me/profile")["onboardingStep"] == "specialties"
    page.get_by_label("Specialties (required)").fill("Endodontics")
    with site.other() as other:
        second = other.sign_in_with(email, path="profile")
        expect(second.get_by_role("heading", name="Specialties", level=2)).to_be_visible()
        second.get_by_label("Specialties (required)").fill("Endodontics")
        for name in ("Skills", "Experience", "Education and licenses", "Availability", "Contact"):
            go_on(second, name)
        second.get_by_role("button", name="Finish").click()
        expect(second.get_by_role("heading", name="Your profile is saved")).to_be_visible()
        expect(second.locator(".panel")).to_contain_text("An administrator has not verified you")
    stored = member(site, email).get("/users/me/profile")
    assert stored["onboardingStep"] == "complete"
    page = site.open("profile/expert")
    expect(page.get_by_role("heading", name="Not in the directory yet")).to_be_visible()


def test_what_is_typed_survives_a_reload_and_can_be_discarded(site: SiteReader) -> None:
    site.join("client", path="profile")
    page = site.page
    page.get_by_label("First name").fill("Wen")
    page.reload()
    expect(page.get_by_label("First name")).to_have_value("Wen")
    page.get_by_role("button", name="Discard it").click()
    expect(page.get_by_label("First name")).to_have_value("")


def test_a_clinic_goes_back_and_forth_and_everything_is_saved(site: SiteReader) -> None:
    email = site.join("clinic", path="profile")
    page = site.open("profile/clinic")
    page.get_by_label("Practice name").fill("松本歯科 Practice")
    page.get_by_label("Number of locations").fill("2")
    go_on(page, "Team")
    page.get_by_label("Hygienists, Full time").fill("3")
    page.get_by_label("Do specialists work in house?").select_option("No")
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_label("Practice name")).to_have_value("松本歯科 Practice")
    expect(page.get_by_role("status").get_by_text("Saved", exact=True)).to_be_visible()
    page.go_back()
    expect(page.get_by_label("Hygienists, Full time")).to_have_value("3")
    profile = member(site, email).get("/jobs/me/clinic-profile")
    assert profile["numberOfLocations"] == 2
    assert profile["hasInHouseSpecialtyProgram"] is False
    assert profile["teamCounts"]["hygienists"] == {"fullTime": 3, "partTime": 0}


def test_a_member_takes_part_in_another_way(site: SiteReader) -> None:
    email = site.join("expert", path="profile")
    page = site.open("profile/kinds")
    page.get_by_role("button", name="Become a candidate").click()
    page.get_by_role("dialog").get_by_role("button", name="Continue").click()
    expect(page).to_have_url(re.compile("/profile/jobs"))
    expect(page.get_by_role("heading", name="Your profile as a candidate")).to_be_visible()
    assert member(site, email).get("/jobs/me")["jobsRole"] == "candidate"
    page = site.open("profile")
    expect(page.get_by_role("link", name="Candidate")).to_be_visible()
    expect(page.get_by_role("link", name="Expert", exact=True)).to_be_visible()


def test_the_steps_refuse_an_unknown_kind(site: SiteReader) -> None:
    site.join("client", path="profile")
    page = site.open("profile/toString")
    expect(page.get_by_role("heading", name="No such profile")).to_be_visible()
