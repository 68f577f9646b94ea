"""The profiles of members: overview, preview, two tabs, hostile texts and accessibility."""

import pytest
from playwright.sync_api import FilePayload, Page, Route, expect

from bridgework.demo import people
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
        page.get_by_label("Specialties (required)").fill("Periodontics")
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
        expect(page.get_by_role("alert")).to_contain_text("What you typed is kept")
        expect(page.get_by_label("Title")).to_have_value("Periodontist and teacher")
        page.get_by_role("button", name="Use this").click()
        expect(page.get_by_label("Title")).to_have_value("Implantologist")
        for reader in (site, other):
            reader.browser_page.allow("status of 412", "the form was changed in the other browser")
    profile = member(site, email).get("/users/me/profile")["profile"]
    expected = {"company": "North Clinic", "yearsExperience": 7, "title": "Implantologist"}
    assert expected.items() <= profile.items()


def test_a_change_elsewhere_keeps_what_is_typed_until_it_is_sent_again(site: SiteReader) -> None:
    email = site.join("expert", path="profile")
    named(site.page)
    go_on(site.page, "Specialties")
    elsewhere = member(site, email)
    elsewhere.send("PATCH", "/users/me/profile", {"onboardingStep": "complete"})
    page = site.open("profile/expert")
    elsewhere.send("PATCH", "/users/me/profile", {"profile": {"availability": "within 1 month"}})
    page.get_by_role("button", name="Change", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Kind of work").select_option(index=1)
    chosen = dialog.get_by_label("Kind of work").input_value()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_contain_text(
        "This was changed elsewhere after it was loaded here. This page was loaded again"
    )
    expect(dialog.get_by_label("Kind of work")).to_have_value(chosen)
    expect(page.locator(".panel .facts")).to_contain_text("Within 1 month")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your availability was changed.")).to_be_visible()
    profile = elsewhere.get("/users/me/profile")["profile"]
    expected = {"availability": "within 1 month", "engagementType": chosen}
    assert expected.items() <= profile.items()
    site.browser_page.allow("status of 412", "the browser reports the 412")


@pytest.mark.parametrize("kind", ["expert", "client"])
def test_the_last_step_is_finished_after_a_change_elsewhere(site: SiteReader, kind: str) -> None:
    email = site.join(kind, path="profile")
    named(site.page)
    go_on(site.page, "Specialties" if kind == "expert" else "Contact")
    page = site.open(f"profile/{kind}?step=contact")
    page.get_by_label("Phone number").fill("5125550100")
    elsewhere = member(site, email)
    elsewhere.send("PATCH", "/users/me/profile", {"profile": {"company": "North Clinic"}})
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_role("heading", name="Your profile is saved")).to_be_visible()
    elsewhere.send("PATCH", "/users/me/profile", {"profile": {"company": "South Clinic"}})
    page = site.open(f"profile/{kind}?step=contact")
    elsewhere.send("PATCH", "/users/me/profile", {"profile": {"company": "East Clinic"}})
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_role("link", name="Edit the profile")).to_be_visible()
    stored = elsewhere.get("/users/me/profile")
    assert stored["onboardingStep"] == "complete"
    assert stored["profile"]["phoneNumber"] == "5125550100"
    site.browser_page.allow("status of 412", "the browser reports each 412")


def test_the_late_answer_of_a_save_leaves_the_member_where_they_went(site: SiteReader) -> None:
    email = site.join("expert", path="profile")
    page = site.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    named(page)
    page.route("**/users/me/profile", hold)
    page.get_by_role("button", name="Save and continue").click()
    expect(page.locator(".step-status")).to_have_text("Saving…")
    page.get_by_role("link", name="Contact").click()
    expect(page.get_by_role("heading", name="Contact", level=2)).to_be_focused()
    held[0].continue_()
    expect(page.locator(".step-status")).to_have_text("Saved")
    assert len(held) == 1  # the step that was left is saved once
    expect(page.get_by_role("heading", name="Contact", level=2)).to_be_visible()
    page.get_by_role("button", name="Finish").click()
    expect(page.locator(".step-status")).to_have_text("Saving…")
    page.get_by_role("link", name="Feed").first.click()
    expect(page.get_by_role("heading", name="Feed")).to_be_visible()
    with page.expect_response("**/users/me/profile"):
        held[1].continue_()
    expect(page.get_by_role("heading", name="Feed")).to_be_visible()
    assert member(site, email).get("/users/me/profile")["onboardingStep"] == "complete"


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
    site.browser_page.allow("status of 422", "the education ends before it begins")
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
    contact = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="Contact"))
    expect(contact).to_contain_text("Nothing yet")
    profile = member(site, email).get("/users/me/profile")["profile"]
    assert profile["phoneNumber"] is None


def test_a_candidate_uploads_a_cv_and_says_what_fits(site: SiteReader) -> None:
    email = site.join("candidate", path="profile")
    page = site.open("profile/jobs")
    page.get_by_label("First name").fill("Noor")
    page.get_by_label("Last name").fill("van den Berg")
    page.get_by_label("I am").select_option("Specialist")
    page.get_by_label("Your profession").select_option("Specialist")
    page.get_by_label("Endodontics", exact=True).check()
    go_on(page, "CV")
    cv = FilePayload(name="cv.pdf", mimeType="application/pdf", buffer=b"%PDF-1.4\n%%EOF\n")
    page.locator(".upload input").set_input_files(cv)
    expect(page.get_by_role("button", name="Open your CV")).to_be_visible()
    go_on(page, "What you look for")
    page.get_by_label("Are you looking for a position?").select_option("Actively looking")
    page.get_by_label("Do you look for a mentor?").select_option("Yes")
    expect(page.get_by_label("Do you look for a mentor?").locator("option")).to_have_count(3)
    go_on(page, "Experience")
    page.get_by_role("button", name="Add license").click()
    page.get_by_label("State", exact=False).first.fill("Texas")
    page.get_by_label("Number").fill("TX-1")
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_role("heading", name="Your profile is saved")).to_be_visible()
    jobs = member(site, email).get("/jobs/me")
    expected = {"credential": "specialist", "specialty": ["endodontics"], "lookingForMentor": True}
    assert expected.items() <= jobs.items()
    assert jobs["profession"] == "specialist"
    assert jobs["jobsOnboardingStep"] == "complete"
    profile = member(site, email).get("/users/me/profile")["profile"]
    assert profile["jobSeekerIntent"] == "actively_looking"
    page = site.open("profile/jobs?step=preferences")
    mentor = page.get_by_label("Do you look for a mentor?")
    assert mentor.locator("option").all_inner_texts() == ["Yes", "No"]  # it is not taken back
    mentor.select_option("No")
    page.get_by_label("Are you looking for a position?").select_option("–")
    go_on(page, "Experience")
    assert member(site, email).get("/jobs/me")["lookingForMentor"] is False
    assert member(site, email).get("/users/me/profile")["profile"]["jobSeekerIntent"] is None
    assert profile["licenses"] == [{"licenseNumber": "TX-1", "licensedState": "Texas"}]


def test_a_verified_expert_is_in_the_directory_and_changes_the_availability_at_once(
    site: SiteReader,
) -> None:
    email = site.join("expert", path="profile")
    page = site.page
    named(page)
    for name in ("Specialties", "Skills"):
        if name == "Skills":
            page.get_by_role("combobox", name="Specialties (required)").fill("Sleep medicine")
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
    expect(page.locator(".panel")).to_contain_text("Immediately")
    page.get_by_role("link", name="everybody can find you").click()
    expect(page.get_by_role("heading", name="Mara Ó Súilleabháin")).to_be_visible()


def test_a_day_is_the_same_day_in_every_zone(site: SiteReader) -> None:
    ada = member(site, people.ADA)
    path = "/users/me/profile/details"
    former = ada.get("/users/me/profile")["profile"]["availabilityDate"]
    ada.send("PATCH", path, {"availabilityDate": "2031-03-09"})
    [expert, *_] = site.get("/experts", search="lindholm")
    for zone in ("America/Los_Angeles", "Pacific/Auckland"):
        with site.other(timezone_id=zone) as other:
            page = other.open(f"experts/{expert['id']}")
            expect(page.locator(".panel")).to_contain_text("Mar 9, 2031")
    ada.send("PATCH", path, {"availabilityDate": former or ""})
