"""Applications: the board of a member, and one application for both sides."""

import re
from typing import Any

from playwright.sync_api import expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.looks import few_requests, must_be_accessible
from tests.site.members import (
    HOSTILE,
    member,
    open_job,
    open_role,
)

CYRUS = "Cyrus Daneshvar"


def applied_to_job(
    site: SiteReader, title: str = "Dentist for evenings", **members: object
) -> dict[str, Any]:
    """Return an application of the candidate of the demo to a new job."""
    job = open_job(site, roleNeeded=title, **members)
    body = {"firstName": "Cyrus", "lastName": "Daneshvar", "email": people.CYRUS}
    return dict(
        member(site, people.CYRUS).send("POST", f"/jobs/{job['id']}/applications", body), job=job
    )


def applied_to_role(site: SiteReader, message: str) -> dict[str, Any]:
    """Return an application of the expert of the demo to a new role."""
    role = open_role(site, roleNeeded="Reader of photographs")
    ada = member(site, people.ADA)
    return dict(ada.send("POST", f"/roles/{role['id']}/applications", {"message": message}))


def test_a_board_shows_both_kinds_by_state_and_what_has_ended(site: SiteReader) -> None:
    job_application = applied_to_job(site)
    decided = f"/jobs/applications/{job_application['id']}"
    member(site, people.CARLA).send("PATCH", decided, {"status": "reviewing"})
    job_id = job_application["jobId"]
    member(site, people.CARLA).send("PATCH", f"/jobs/{job_id}", {"roleNeeded": "Evening dentist"})
    page = site.sign_in(CYRUS)
    with few_requests(page):
        site.open("applications")
        expect(page.locator(".board li").first).to_be_visible()
    column = page.get_by_role("region", name=re.compile("^Reviewing"))
    card = column.locator("li", has_text="Dentist for evenings").first
    expect(card).to_contain_text("Orchard Gate Dental")
    card.get_by_role("link").click()
    expect(page.get_by_role("heading", name="Dentist for evenings")).to_be_visible()
    expect(page.locator(".progress [aria-current]")).to_have_text("Reviewing")
    page.get_by_role("button", name="Withdraw the application").click()
    page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    expect(page.locator(".progress [aria-current]")).to_have_text("Withdrawn")
    expect(page.get_by_role("button", name="Withdraw the application")).to_have_count(0)
    site.open("applications")
    page.get_by_role("button", name="Ended").click()
    ended = page.get_by_role("region", name="Withdrawn")
    expect(ended.get_by_text("Dentist for evenings").first).to_be_visible()
    page.reload()
    expect(ended.get_by_text("Dentist for evenings").first).to_be_visible()


def test_an_owner_decides_with_a_note_that_the_applicant_reads(site: SiteReader) -> None:
    application = applied_to_role(site, f"I have read them for years. {HOSTILE}")
    page = site.sign_in("Ben Achterberg")
    with few_requests(page):
        site.open(f"applications/{application['id']}")
        expect(page.get_by_role("heading", name="Ada Lindholm")).to_be_visible()
    expect(page.get_by_text(HOSTILE)).to_be_visible()
    expect(page.get_by_text("Orthodontics", exact=True)).to_be_visible()
    page.get_by_role("button", name="Shortlist").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("An e-mail tells Ada Lindholm")
    dialog.get_by_label("Note").fill("Three of four readers are chosen.")
    dialog.get_by_role("button", name="Shortlist").click()
    expect(page.locator(".progress [aria-current]")).to_have_text("Shortlisted")
    expect(page.locator("blockquote")).to_have_text("Three of four readers are chosen.")
    page.get_by_role("button", name="Accept").click()
    dialog.get_by_role("button", name="Accept").click()
    expect(page.locator(".progress [aria-current]")).to_have_text("Accepted")
    expect(page.get_by_role("button", name="Decline")).to_have_count(0)
    own = member(site, people.ADA).get(f"/roles/applications/{application['id']}")
    assert own["status"] == "accepted"


def test_an_accepted_applicant_reads_the_contact(site: SiteReader) -> None:
    application = applied_to_role(site, "Gladly.")
    for status in ("shortlisted", "accepted"):
        path = f"/roles/applications/{application['id']}"
        member(site, people.BEN).send("PATCH", path, {"status": status, "reason": "Welcome!"})
    page = site.sign_in()
    with few_requests(page):
        site.open(f"applications/{application['id']}")
        expect(page.get_by_role("link", name=people.BEN)).to_be_visible()
    expect(page.get_by_text("Welcome!")).to_be_visible()
    member(site, people.BEN).send("POST", f"/roles/{application['roleId']}/close")
    page.reload()
    expect(page.get_by_role("link", name=people.BEN)).to_be_visible()
    expect(page.get_by_text("This role ended on")).to_have_count(0)


def test_an_offer_is_accepted_and_the_clinic_sees_it_at_once(site: SiteReader) -> None:
    application = applied_to_job(site, "Dentist on Fridays")
    carla = member(site, people.CARLA)
    for status in ("reviewing", "interview", "offered"):
        carla.send("PATCH", f"/jobs/applications/{application['id']}", {"status": status})
    page = site.sign_in(CYRUS)
    site.open(f"applications/{application['id']}")
    expect(page.get_by_text("Orchard Gate Dental has made you an offer.")).to_be_visible()
    with site.other() as clinic:
        clinic.sign_in("Carla Mendizábal")
        seen = clinic.open(f"applications/{application['id']}")
        expect(seen.get_by_role("button", name="Hire")).to_be_visible()
        page.get_by_role("button", name="Accept the offer").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("Orchard Gate Dental gets an e-mail. You can answer once.")
        dialog.get_by_label("Note").fill(f"From 4 March on. {HOSTILE}")
        dialog.get_by_role("button", name="Accept the offer").click()
        expect(page.get_by_text("You accepted the offer")).to_be_visible()
        expect(page.get_by_role("button", name="Decline the offer")).to_have_count(0)
        expect(seen.get_by_text("Cyrus Daneshvar accepted the offer")).to_be_visible()
        expect(seen.get_by_text(f"From 4 March on. {HOSTILE}")).to_be_visible()
        seen.get_by_role("button", name="Hire").click()
        seen.get_by_role("dialog").get_by_role("button", name="Hire").click()
        expect(seen.get_by_role("dialog")).to_contain_text("Close the job")
        expect(page.locator(".progress [aria-current]")).to_have_text("Hired")


def test_after_a_hire_the_others_are_answered_and_the_job_is_closed(site: SiteReader) -> None:
    application = applied_to_job(site, "Dentist on Mondays")
    job = application["jobId"]
    others = [
        member(site, email).send("POST", f"/jobs/{job}/applications", applicant)
        for email, applicant in (
            (people.ADA, {"firstName": "Ada", "lastName": HOSTILE, "email": people.ADA}),
            (people.OMAR, {"firstName": "Omar", "lastName": "Belhadj", "email": people.OMAR}),
        )
    ]
    for status in ("reviewing", "interview", "offered"):
        member(site, people.CARLA).send(
            "PATCH", f"/jobs/applications/{application['id']}", {"status": status}
        )
    page = site.sign_in("Carla Mendizábal")
    site.open(f"jobs/{job}/applications")
    page.get_by_role("button", name="Hire: Cyrus").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Hire").click()
    expect(dialog).to_contain_text("2 other applications without a final answer.")
    dialog.get_by_label("Ada").uncheck()
    dialog.get_by_label("Note").fill("We have filled the place.")
    dialog.get_by_role("button", name="Send the e-mails").click()
    expect(page.get_by_text("1 application declined. The job is closed.")).to_be_visible()
    carla = member(site, people.CARLA)
    statuses = [
        carla.send("GET", f"/jobs/applications/{each['id']}")["status"]
        for each in (application, *others)
    ]
    assert statuses == ["hired", "submitted", "declined"]
    assert carla.send("GET", f"/jobs/{job}")["status"] == "closed"


def test_several_applications_are_declined_at_once(site: SiteReader) -> None:
    application = applied_to_job(site, "Dentist on Tuesdays")
    job = application["jobId"]
    applicant = {"firstName": "Omar", "lastName": "Belhadj", "email": people.OMAR}
    member(site, people.OMAR).send("POST", f"/jobs/{job}/applications", applicant)
    page = site.sign_in("Carla Mendizábal")
    site.open(f"jobs/{job}/applications")
    page.get_by_role("button", name="Decline several").click()
    dialog = page.get_by_role("dialog")
    must_be_accessible(site)
    dialog.get_by_label("Cyrus Daneshvar").check()
    dialog.get_by_label("Omar Belhadj").check()
    dialog.get_by_role("button", name="Send the e-mails").click()
    expect(page.get_by_text("2 applications declined.")).to_be_visible()
    expect(page.get_by_role("button", name="Decline several")).to_have_count(0)


def test_an_accepted_expert_does_not_take_the_role(site: SiteReader) -> None:
    application = applied_to_role(site, "Perhaps.")
    for status in ("shortlisted", "accepted"):
        path = f"/roles/applications/{application['id']}"
        member(site, people.BEN).send("PATCH", path, {"status": status})
    page = site.sign_in()
    site.open(f"applications/{application['id']}")
    page.get_by_role("button", name="Do not take it").click()
    page.get_by_role("dialog").get_by_role("button", name="Do not take it").click()
    expect(page.get_by_text("You do not take the role")).to_be_visible()
    site.sign_out()
    site.sign_in("Ben Achterberg")
    site.open(f"roles/{application['roleId']}/applications")
    expect(page.get_by_text("Ada Lindholm does not take the role")).to_be_visible()


def test_an_applicant_reads_that_a_job_ended_and_keeps_its_contact(site: SiteReader) -> None:
    application = applied_to_job(site, "Dentist on Thursdays")
    carla = member(site, people.CARLA)
    for status in ("reviewing", "interview", "offered"):
        carla.send("PATCH", f"/jobs/applications/{application['id']}", {"status": status})
    site.sign_in(CYRUS)
    page = site.open(f"applications/{application['id']}")
    expect(page.get_by_role("link", name=people.CARLA)).to_be_visible()
    carla.send("POST", f"/jobs/{application['jobId']}/close")
    notice = page.get_by_text("This job ended on")  # the notification loads the screen again
    expect(notice).to_contain_text("You can withdraw it")
    expect(page.get_by_role("link", name=people.CARLA)).to_be_visible()
    site.open("applications")
    card = page.get_by_role("region", name=re.compile("^Offered")).locator("li").first
    expect(card).to_contain_text("This job ended on")
    card.get_by_role("link").click()
    notice.get_by_role("link", name="other jobs for you").click()
    expect(page.get_by_role("heading", name="Jobs", level=1)).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Withdraw the application").click()
    page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    expect(page.locator(".progress [aria-current]")).to_have_text("Withdrawn")
    expect(notice).to_have_count(0)


def test_an_owner_sees_that_applicants_of_a_closed_role_were_notified(site: SiteReader) -> None:
    application = applied_to_role(site, "Before it was closed.")
    page = site.sign_in("Ben Achterberg")
    site.open(f"roles/{application['roleId']}")
    page.get_by_role("button", name="Close").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("applicants who wait for your answer are told")
    dialog.get_by_role("button", name="Close the role").click()
    site.open(f"roles/{application['roleId']}/applications")
    expect(page.locator(".board li").first).to_contain_text("This role ended on")
    site.open(f"applications/{application['id']}")
    expect(page.get_by_text("The applicant was told.")).to_be_visible()


def test_a_link_of_a_notification_leads_to_either_kind(site: SiteReader) -> None:
    application = applied_to_role(site, "From a notification.")
    member(site, people.BEN).send(
        "PATCH", f"/roles/applications/{application['id']}", {"status": "shortlisted"}
    )
    [newest, *_] = member(site, people.ADA).get("/notifications")["items"]
    page = site.sign_in()
    site.open(newest["path"].removeprefix("/app/"))
    expect(page.get_by_text("From a notification.")).to_be_visible()
    site.open("applications/0194251f-9b80-76b0-8994-4772fc3d4c70")
    expect(page.get_by_role("heading", name="No such application")).to_be_visible()
    site.browser_page.allow("status of 404", "the browser reports the 404 of each kind")


def test_the_screens_of_applications_are_accessible(site: SiteReader) -> None:
    application = applied_to_job(site, "Dentist on Wednesdays", companyName="漢" * 60)
    site.sign_in(CYRUS)
    must_be_accessible(site, "applications", f"applications/{application['id']}?kind=job")
    site.sign_out()
    site.sign_in("Carla Mendizábal")
    must_be_accessible(site, f"applications/{application['id']}?kind=job")
