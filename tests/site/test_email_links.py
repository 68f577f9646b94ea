"""The links of e-mails lead to the very thing, through the sign-in."""

from playwright.sync_api import Page, expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.members import administrator, member, open_job
from tests.site.test_consultations import ask


def follow(site: SiteReader, email: str, label: str, about: str) -> Page:
    """Open a link of the e-mail about something in a browser that is not signed in, and sign in."""
    url = site.link(email, label, about)
    page = site.page
    page.goto(url)
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    site.enter(email)
    expect(page).to_have_url(url)
    return site.wait()


def test_a_clinic_opens_the_application_of_the_email(site: SiteReader) -> None:
    job = open_job(site, roleNeeded="Dentist for Tuesdays")
    body = {"firstName": "Cyrus", "lastName": "Daneshvar", "email": people.CYRUS}
    member(site, people.CYRUS).send("POST", f"/jobs/{job['id']}/applications", body)
    page = follow(site, people.CARLA, "Open the application", "Dentist for Tuesdays")
    expect(page.get_by_role("heading", name="Cyrus Daneshvar")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Dentist for Tuesdays")


def test_a_member_opens_the_consultation_of_the_email(site: SiteReader) -> None:
    path = ask(member(site, people.BEN))
    decision = {"status": "declined", "note": "Nobody is free."}
    administrator(site).send("PATCH", f"/admin/{path}", decision)
    page = follow(site, people.BEN, "Open the consultation", "Nobody is free.")
    expect(page.locator("main")).to_contain_text("Nobody is free.")


def test_a_member_sees_the_devices_after_the_email_about_a_new_one(site: SiteReader) -> None:
    member(site, people.ADA)
    member(site, people.ADA, agent="Kiosk of the library")
    page = follow(site, people.ADA, "See where you are signed in", "Kiosk")
    expect(page.get_by_role("heading", name="Devices")).to_be_visible()
    expect(page.get_by_text("Kiosk of the library").first).to_be_visible()
