"""Jobs for clinics: what a clinic does first, posting and editing, applications and CVs."""

import re
from typing import Any

from playwright.sync_api import expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.looks import few_requests, must_be_accessible
from tests.site.members import HOSTILE, administrator, member, open_job, register

CARLA = "Carla Mendizábal"
PDF = b"%PDF-1.4\n%%EOF\n"


def apply_with_cv(site: SiteReader, job: dict[str, Any]) -> None:
    """Apply as the candidate of the demo, with a CV."""
    cyrus = member(site, people.CYRUS)
    file = {"fileName": "cv.pdf", "contentType": "application/pdf", "fileSizeBytes": len(PDF)}
    ticket = cyrus.send("POST", "/jobs/cv-upload-url", file)
    url = ticket["uploadUrl"].replace("localhost", "127.0.0.1")
    site.api.put(url, content=PDF, headers={"content-type": "application/pdf"}).raise_for_status()
    cyrus.send("POST", "/assets/complete", {"objectPath": ticket["objectPath"]})
    body = {"firstName": "Cyrus", "lastName": "Daneshvar", "email": people.CYRUS}
    body |= {"cvObjectPath": ticket["objectPath"]}
    cyrus.send("POST", f"/jobs/{job['id']}/applications", body)


def test_a_new_clinic_is_asked_to_describe_itself_first(site: SiteReader) -> None:
    email = "first.clinic@example.com"
    clinic = register(site, email, role="client", jobsRole="clinic_owner")
    site.sign_in_with(email)
    page = site.open("settings")  # the requests of the home are over
    with few_requests(page):
        site.open("jobs")
        expect(page.get_by_text("Describe your clinic first.")).to_be_visible()
    expect(page.get_by_role("heading", name="Find the right candidate")).to_be_visible()
    expect(page.get_by_role("link", name="Post your first job")).to_be_visible()
    page.get_by_role("link", name="Describe the clinic").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("linic")
    described = {"practiceName": "Tidewater Dental", "primaryLocation": "Reno, Nevada"}
    clinic.send("PATCH", "/jobs/me/clinic-profile", described)
    site.open("jobs")
    expect(page.get_by_text("Your clinic is being verified.")).to_be_visible()


def test_a_clinic_is_warned_of_what_it_must_not_demand(site: SiteReader) -> None:
    carla, open_one = member(site, people.CARLA), open_job(site)
    posted = {name: open_one[name] for name in ("companyName", "contactPerson", "contactEmail")}
    posted |= {"roleNeeded": "Hygienist", "challenge": "Two days a week. Nobody over 40."}
    job = carla.send("POST", "/jobs", posted)
    page = site.sign_in(CARLA)
    site.open(f"jobs/{job['id']}")
    warning = page.get_by_role("note").filter(has_text="Employers must not demand this")
    expect(warning.get_by_role("listitem")).to_have_text("Nobody over 40 (age)")
    warning.get_by_role("link", name="Change the text").click()
    page.get_by_label("What is it about?").fill("Two days a week.")
    page.get_by_role("link", name="Preview").click()
    page.get_by_role("button", name="Save the changes").click()
    expect(page.get_by_text("An administrator reviews this job.")).to_be_visible()
    expect(warning).to_have_count(0)


def test_a_rejected_job_is_mended_and_reviewed_again(site: SiteReader) -> None:
    carla, root = member(site, people.CARLA), administrator(site)
    open_one = open_job(site)
    posted = {
        name: open_one[name]
        for name in ("companyName", "contactPerson", "contactEmail", "challenge", "location")
    }
    job = carla.send("POST", "/jobs", {**posted, "roleNeeded": "Dentist for a night clinic"})
    page = site.sign_in(CARLA)
    site.open(f"jobs/{job['id']}")
    expect(page.get_by_text("An administrator reviews this job.")).to_be_visible()
    root.send("POST", f"/admin/jobs/{job['id']}/reject", {"reason": f"{HOSTILE} Say the hours."})
    expect(page.get_by_text(f"{HOSTILE} Say the hours.")).to_be_visible()
    site.open("jobs")
    row = page.locator(".postings > ul > li", has_text="Dentist for a night clinic")
    expect(row).to_contain_text("Say the hours.")
    row.get_by_role("link", name="Edit it to post it again").click()
    page.get_by_role("link", name="Position", exact=False).first.click()
    page.get_by_label("Who is wanted").select_option("Front desk")
    page.get_by_role("link", name="Place and time").click()
    page.get_by_label("Days and hours").fill("Friday, 8 to midnight")
    page.get_by_role("link", name="Pay (").click()
    page.get_by_label("Pay a year, from").fill("90000")
    page.get_by_role("link", name="Requirements").click()
    page.get_by_label("This experience is a").select_option("Must have")
    page.get_by_role("checkbox", name="Endo molar").check()
    page.get_by_role("link", name="Preview").click()
    for text in ("Front desk", "From $90,000 a year", "required", "Endo molar", "an offer"):
        expect(page.locator(".preview")).to_contain_text(text)
    page.get_by_role("button", name="Save the changes").click()
    expect(page.locator(".badge")).to_have_text("Pending")
    after = carla.get(f"/jobs/{job['id']}")
    assert after["requiredDaysHours"] == "Friday, 8 to midnight"
    assert (after["annualCompMin"], after["experienceLevel"]) == (90_000, "required")
    assert after["requiredProcedures"] == ["endo-molar"]
    assert after["profession"] == "front_desk"


def test_a_clinic_is_warned_before_an_open_job_goes_offline(site: SiteReader) -> None:
    job = open_job(site, roleNeeded="Hygienist on Fridays", annualCompMin=70_000)
    page = site.sign_in(CARLA)
    site.open(f"jobs/{job['id']}/edit?step=pay")
    expect(page.get_by_text("After an edit it is offline")).to_be_visible()
    page.get_by_label("Pay a year, from").fill("")
    page.get_by_role("link", name="Preview").click()
    page.get_by_role("button", name="Save the changes").click()
    expect(page.get_by_label("Pay a year, from")).to_have_attribute("aria-invalid", "true")
    assert member(site, people.CARLA).get(f"/jobs/{job['id']}")["status"] == "approved"


def test_an_applicant_is_moved_with_a_cv_and_the_job_closed(site: SiteReader) -> None:
    job = open_job(site, roleNeeded="Associate dentist in a small town")
    page = site.sign_in(CARLA)
    site.open(f"jobs/{job['id']}/applications")
    expect(page.get_by_text("Nobody has applied yet.")).to_be_visible()
    apply_with_cv(site, job)  # appears without a reload
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="CV of Cyrus Daneshvar").click()
    opened.value.close()
    for button, state in (("Review", "Reviewing"), ("Interview", "Interview")):
        page.get_by_role("button", name=f"{button}: Cyrus Daneshvar").click()
        page.get_by_role("button", name=f"{button} and send the e-mail").click()
        expect(page.get_by_role("region", name=state, exact=True)).to_contain_text("Daneshvar")
    page.locator("main").get_by_role("button", name="Close").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("1 application without a final answer.")
    dialog.get_by_role("button", name="Close the job").click()
    expect(page.locator(".badge").first).to_have_text("Closed")


def test_a_match_of_a_job_leads_to_the_candidate_and_the_application(site: SiteReader) -> None:
    job = open_job(site, roleNeeded="Associate dentist by the river")
    carla, page = member(site, people.CARLA), site.sign_in(CARLA)
    path = f"/jobs/{job['id']}/matches"
    others = [one for one in carla.get(path)["items"] if one["subject"]["firstName"] != "Cyrus"]
    with few_requests(page):
        site.open(f"jobs/{job['id']}/matches")
    row = page.locator(".ranking > li", has_text="Cyrus Daneshvar")
    expect(row.locator(".applied")).to_have_count(0)
    with few_requests(page):
        row.get_by_role("link", name="Cyrus Daneshvar").click()
        expect(page.get_by_role("heading", name="Match with the job")).to_be_visible()
    expect(page.locator(".criteria")).to_contain_text("Place")
    expect(page.get_by_text("has reviewed this profile.")).to_be_visible()
    assert people.CYRUS not in page.locator("main").inner_text()
    apply_with_cv(site, job)
    page.reload()
    site.wait()
    expect(page.locator(".applied")).to_contain_text("Submitted")
    page.get_by_role("checkbox", name="Compare Cyrus Daneshvar").check()
    page.get_by_role("link", name="Applied").click()
    score = page.get_by_role("link", name=re.compile(r"Match \d+ of 100"))
    points = score.inner_text()
    page.get_by_role("link", name="All applications to this job").click()
    expect(page.locator(".board").get_by_role("link", name=points)).to_be_visible()
    site.open(f"jobs/{job['id']}/matches")
    other = others[0]["subject"]
    name = f"{other['firstName']} {other['lastName']}"
    page.get_by_role("checkbox", name=f"Compare {name}").check()
    page.get_by_role("link", name="Compare 2").click()
    table = page.get_by_role("table")
    expect(table.get_by_role("columnheader", name=name)).to_be_visible()
    expect(table.get_by_role("columnheader", name="Cyrus")).to_contain_text("Applied")
    site.sign_out()
    assert other["lastName"] not in page.evaluate("JSON.stringify(sessionStorage)")


def test_the_screens_of_a_clinic_are_accessible(site: SiteReader) -> None:
    site.sign_in(CARLA)
    own = f"jobs/{job_with_a_mentor(site)}"
    must_be_accessible(site, "jobs", own, f"{own}/applications", "jobs/new?step=requirements")


def test_the_screens_of_candidates_are_accessible(site: SiteReader) -> None:
    site.sign_in(CARLA)
    job = job_with_a_mentor(site)
    best = member(site, people.CARLA).get(f"/jobs/{job}/matches?limit=2")["items"]
    ids = [one["subject"]["id"] for one in best]
    screens = (f"candidates/{ids[0]}?job={job}", f"compare?ids={'+'.join(ids)}&job={job}")
    must_be_accessible(site, f"jobs/{job}/matches", *screens)


def job_with_a_mentor(site: SiteReader) -> str:
    """Return the ID of the job of the demo to which several candidates have applied."""
    jobs = member(site, people.CARLA).get("/jobs/mine?status=approved&limit=100")["items"]
    found = next(each for each in jobs if each["roleNeeded"] == "Associate dentist with a mentor")
    return str(found["id"])


def test_a_job_without_pay_states_none(site: SiteReader) -> None:
    site.sign_in(CARLA)
    page = site.open("jobs/new?step=pay")
    page.get_by_label("Pay a year, from").fill("60000")
    page.get_by_label("Pay a year, from").fill("")
    page.get_by_role("link", name="Preview").click()
    expect(page.locator(".preview")).to_be_visible()
    expect(page.locator(".preview")).not_to_contain_text("$")


def test_a_step_in_which_nothing_was_entered_is_not_complete(site: SiteReader) -> None:
    page = site.sign_in("Carla Mendizábal")
    for step in ("pay", "requirements", "office", "pay"):
        site.open(f"jobs/new?step={step}")
    steps = page.get_by_role("navigation", name="Steps of the job")
    expect(steps.get_by_role("link", name="Pay (not complete)")).to_be_visible()
    expect(steps.get_by_role("link", name="Requirements (not complete)")).to_be_visible()
    page.get_by_label("Tiered commission").check()
    expect(steps.get_by_role("link", name="Pay (complete)")).to_be_visible()
    page.get_by_label("Tiered commission").uncheck()
    expect(steps.get_by_role("link", name="Pay (not complete)")).to_be_visible()
