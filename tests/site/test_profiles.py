"""The profiles of members: overview, preview, two tabs, hostile texts and accessibility."""

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.site.conftest import SiteReader
from tests.site.looks import must_be_accessible
from tests.site.members import administrator, member
from tests.site.test_onboarding import go_on

HOSTILE = '<img src=x onerror="document.title=1">'
SCREENS = {
    "Ada Lindholm": ("profile/expert", "profile/expert?step=education", "profile/kinds"),
    "Ben Achterberg": ("profile/client", "profile/client?step=about"),
    "Carla Mendizábal": ("profile/clinic", "profile/clinic?step=team"),
    "Cyrus Daneshvar": ("profile/jobs", "profile/jobs?step=cv"),
}


def named(page: Page) -> None:
    """Fill in the required members of the first step of an expert."""
    page.get_by_label("First name").fill("Mara")
    page.get_by_label("Last name").fill("Ó Súilleabháin")
    page.get_by_label("Title").fill("Periodontist")


@pytest.mark.parametrize("name", SCREENS)
def test_profiles_are_accessible_and_take_few_requests(site: SiteReader, name: str) -> None:
    site.sign_in(name)
    must_be_accessible(site, *SCREENS[name])


def test_two_tabs_change_different_members_and_lose_nothing(site: SiteReader) -> None:
    email = site.join("expert", path="profile")
    page = site.page
    named(page)
    go_on(page, "Specialties")
    with site.other() as other:
        other.sign_in_with(email, path="profile")
        second = other.open("profile/expert?step=about")
        second.get_by_label("Company").fill("North Clinic")
        page.get_by_label("Years of experience").fill("7")
        page.get_by_label("Periodontics", exact=True).check()
        go_on(page, "Skills")
        go_on(second, "Specialties")
        page = site.open("profile/expert?step=about")
        page.get_by_label("Title").fill("Periodontist and teacher")
        second = other.open("profile/expert?step=about")
        second.get_by_label("Title").fill("Implantologist")
        go_on(second, "Specialties")
        page.get_by_role("button", name="Save and continue").click()
        expect(page.locator(".conflict")).to_contain_text(
            "Title was changed elsewhere to Implantologist"
        )
        expect(page.get_by_label("Title")).to_have_value("Periodontist and teacher")
        page.get_by_role("button", name="Use this").click()
        expect(page.get_by_label("Title")).to_have_value("Implantologist")
        for reader in (site, other):
            reader.browser_page.complaints.clear()  # a refused request is one
    profile = member(site, email).get("/users/me/profile")["profile"]
    expected = {"company": "North Clinic", "yearsExperience": 7, "title": "Implantologist"}
    assert expected.items() <= profile.items()


def test_entries_are_added_ordered_and_removed_and_show_their_errors(site: SiteReader) -> None:
    email = site.join("expert", path="profile")
    named(site.page)
    go_on(site.page, "Specialties")
    page = site.open("profile/expert?step=education")
    education = page.get_by_role("group", name="Education")
    education.get_by_role("button", name="Add education").click()
    expect(page.get_by_label("School")).to_be_focused()
    for label, text in (("School", HOSTILE), ("Degree", "DDS"), ("Field of study", "Dentistry")):
        page.get_by_label(label).fill(text)
    page.get_by_label("Start year").fill("2015")
    page.get_by_label("End year").fill("2010")
    page.get_by_role("button", name="Save and continue").click()
    expect(page.get_by_label("End year")).to_be_focused()
    site.browser_page.complaints.clear()  # a refused request is one
    page.get_by_label("End year").fill("2019")
    education.get_by_role("button", name="Add education").click()
    for label, text in (("School", "Second"), ("Degree", "MS"), ("Field of study", "Surgery")):
        page.get_by_label(label).last.fill(text)
    page.get_by_role("button", name="Move Second, MS up").click()
    expect(education.locator("li summary").first).to_contain_text("Second, MS")
    page.get_by_role("button", name="Remove Second, MS").click()
    page.get_by_role("button", name="Undo").click()
    expect(education.locator("li")).to_have_count(2)
    go_on(page, "Availability")
    profile = member(site, email).get("/users/me/profile")["profile"]
    assert [one["school"] for one in profile["education"]] == ["Second", HOSTILE]
    page = site.open("profile/expert?view=preview")
    expect(page.get_by_text(HOSTILE).first).to_be_visible()
    assert page.title() != "1"


def test_a_member_that_takes_no_empty_text_is_emptied(site: SiteReader) -> None:
    email = site.join("client", path="profile")
    page = site.page
    page.get_by_label("First name").fill("Lior")
    page.get_by_label("Last name").fill("ברק")
    go_on(page, "Contact")
    page.get_by_label("Phone number").fill("5125550100")
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_role("heading", name="Your profile is saved")).to_be_visible()
    page.get_by_role("link", name="Contact").click()
    page.get_by_label("Phone number").fill("")
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_role("link", name="Contact")).to_contain_text("Nothing yet")
    profile = member(site, email).get("/users/me/profile")["profile"]
    assert profile["phoneNumber"] is None


def test_a_candidate_uploads_a_cv_and_says_what_fits(site: SiteReader) -> None:
    email = site.join("candidate", path="profile")
    page = site.open("profile/jobs")
    page.get_by_label("First name").fill("Noor")
    page.get_by_label("Last name").fill("van den Berg")
    page.get_by_label("I am").select_option("Specialist")
    page.get_by_label("Endodontics", exact=True).check()
    go_on(page, "CV")
    cv = FilePayload(name="cv.pdf", mimeType="application/pdf", buffer=b"%PDF-1.4\n%%EOF\n")
    page.locator(".upload input").set_input_files(cv)
    expect(page.get_by_role("button", name="Open your CV")).to_be_visible()
    go_on(page, "What you look for")
    page.get_by_label("Are you looking for a position?").select_option("Actively looking")
    page.get_by_label("Do you look for a mentor?").select_option("Yes")
    go_on(page, "Experience")
    page.get_by_role("button", name="Add license").click()
    page.get_by_label("State", exact=False).first.fill("Texas")
    page.get_by_label("Number").fill("TX-1")
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_role("heading", name="Your profile is saved")).to_be_visible()
    jobs = member(site, email).get("/jobs/me")
    expected = {"credential": "specialist", "specialty": ["endodontics"], "lookingForMentor": True}
    assert expected.items() <= jobs.items()
    assert jobs["jobsOnboardingStep"] == "complete"
    profile = member(site, email).get("/users/me/profile")["profile"]
    assert profile["jobSeekerIntent"] == "actively_looking"
    assert profile["licenses"] == [{"licenseNumber": "TX-1", "licensedState": "Texas"}]


def test_a_verified_expert_is_in_the_directory_and_changes_the_availability_at_once(
    site: SiteReader,
) -> None:
    email = site.join("expert", path="profile")
    page = site.page
    named(page)
    for name in ("Specialties", "Skills"):
        if name == "Skills":
            page.get_by_label("Another specialty").fill("Sleep medicine")
            page.keyboard.press("Enter")
        go_on(page, name)
    profile = member(site, email).get("/users/me/profile")["profile"]
    assert profile["specialty"] == ["Sleep medicine"]
    account_id = member(site, email).get("/users/me")["id"]
    tier = {"verificationTier": "verified"}
    administrator(site).send("PATCH", f"/admin/users/{account_id}", tier)
    page = site.open("profile/expert?step=contact")
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_role("heading", name="In the directory")).to_be_visible()
    page.get_by_role("button", name="Change", exact=True).click()
    page.get_by_label("Availability").select_option("Immediately")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".panel")).to_contain_text("immediately")
    page.get_by_role("link", name="everybody can find you").click()
    expect(page.get_by_role("heading", name="Mara Ó Súilleabháin")).to_be_visible()
