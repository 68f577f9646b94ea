"""Jobs for visitors: found, read, and applied to after joining or signing in."""

import re

from playwright.sync_api import Page, expect

from bridgework.demo import people
from tests.site.conftest import PASSWORD, SiteReader, new_address
from tests.site.looks import few_requests, must_be_accessible, requests_of
from tests.site.members import HOSTILE, open_job


def must_be_at_the_form(page: Page, job_id: str) -> None:
    """Check that the form to apply for a job is open."""
    expect(page.get_by_role("button", name="Send the application")).to_be_visible()
    expect(page).to_have_url(re.compile(f"/app/jobs/{job_id}/apply$"))


def test_a_visitor_finds_a_job_joins_and_comes_back_to_the_form(site: SiteReader) -> None:
    job = open_job(site, roleNeeded="Dentist who likes early mornings", challenge=HOSTILE)
    page = site.open()
    page.get_by_role("link", name="Jobs", exact=True).first.click()
    page.get_by_label("Position, practice or procedure").fill("early mornings")
    expect(page.locator(".openings > li")).to_have_count(1)
    with few_requests(page):
        page.get_by_role("link", name=job["roleNeeded"]).click()
        expect(page.get_by_text(HOSTILE)).to_be_visible()
    for text in (people.CARLA, "Carla", "Posted by"):
        assert text not in page.locator("main").inner_text()
    page.get_by_role("link", name="Join to apply").click()
    purpose = page.get_by_role("complementary", name="What you sign in for")
    expect(purpose).to_contain_text(job["roleNeeded"])
    expect(page.get_by_label("I join as")).to_have_value("candidate")
    site.browser_page.count_anew()  # each screen of the wall shows the job
    site.join_here(new_address("early"), PASSWORD)
    must_be_at_the_form(page, job["id"])


def test_a_visitor_signs_in_to_apply(site: SiteReader) -> None:
    job = open_job(site, roleNeeded="Dentist who likes late evenings")
    path = f"jobs/{job['id']}"
    with requests_of(site.page, exempt=("/app/",)) as sent:
        page = site.open(path)
    assert sent == []
    page.get_by_role("link", name="Sign in to apply").click()
    purpose = page.get_by_role("complementary", name="What you sign in for")
    expect(purpose).to_contain_text(job["roleNeeded"])
    purpose.get_by_role("link", name=job["roleNeeded"]).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(job["roleNeeded"])
    site.browser_page.count_anew()  # each screen of the wall shows the job
    page.go_back()
    page.get_by_role("link", name="Join", exact=True).last.click()
    expect(page.get_by_label("I join as")).to_have_value("candidate")
    expect(purpose).to_contain_text(job["roleNeeded"])
    page.get_by_role("link", name="Sign in", exact=True).last.click()
    site.browser_page.count_anew()
    site.enter(people.CYRUS)
    must_be_at_the_form(page, job["id"])
    site.open(path)  # the page came with what visitors see
    expect(page.get_by_role("link", name="Apply", exact=True)).to_be_visible()
    expect(page.get_by_text("Posted by")).to_be_visible()


def test_the_wall_says_why_also_for_other_addresses(site: SiteReader) -> None:
    [expert, *_] = site.get("/experts", search="lindholm")
    page = site.open(f"consultations/ask/{expert['id']}")
    expect(page.get_by_text("To ask Ada Lindholm for a consultation.")).to_be_visible()
    page.get_by_role("link", name="Join", exact=True).last.click()
    expect(page.get_by_label("I join as")).to_have_value("client")
    for path in ("jobs/matching", "jobs/new"):
        site.open(path)
        expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_a_verified_clinic_is_marked(site: SiteReader) -> None:
    job = open_job(site, roleNeeded="Dentist for a verified clinic")
    page = site.open(f"jobs/{job['id']}")
    meaning = page.get_by_text("has reviewed this clinic.")
    expect(meaning).to_have_count(int(site.get(f"/jobs/{job['id']}")["isOwnerVerified"]))


def test_the_jobs_of_visitors_are_accessible(site: SiteReader) -> None:
    job = open_job(site, roleNeeded="طبيب أسنان 牙醫 " + "w" * 80)
    own = f"jobs/{job['id']}"
    wall = f"next={own}/apply"
    must_be_accessible(site, "jobs", own, f"sign-in?{wall}", f"join?{wall}", "compare")
