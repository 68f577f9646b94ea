"""Jobs and roles: the lists, and one posting with its applications and its matches."""

from typing import Any

import pytest
from playwright.sync_api import expect

from bridgework.areas.work.jobs.schemas import JobPostingRequest
from bridgework.areas.work.roles.schemas import AdminRolePostingRequest
from bridgework.demo import people
from tests.console.conftest import Console

PDF = b"%PDF-1.4\n%%EOF\n"


def _posting(console: Console, kind: str, title: str) -> dict[str, Any]:
    items = console.get(f"/admin/{kind}", limit=100)["items"]
    found: dict[str, Any] = next(item for item in items if item["roleNeeded"] == title)
    return found


def _member(console: Console, email: str) -> dict[str, str]:
    """The headers of a member of the demo."""
    body = {"email": email, "password": people.PASSWORD}
    session = console.api.post("/auth/login", json=body).raise_for_status().json()["data"]
    return {"authorization": f"Bearer {session['token']}"}


def _apply_with_cv(console: Console, job_id: str) -> str:
    headers = _member(console, people.CYRUS)
    upload = {"fileName": "cv.pdf", "contentType": "application/pdf", "fileSizeBytes": len(PDF)}
    response = console.api.post("/jobs/cv-upload-url", json=upload, headers=headers)
    ticket = response.raise_for_status().json()["data"]
    path = ticket["uploadUrl"].partition("://")[2].partition("/")[2]
    pdf_headers = {**headers, "content-type": "application/pdf"}
    console.api.put(f"/{path}", content=PDF, headers=pdf_headers).raise_for_status()
    stored = {"objectPath": ticket["objectPath"]}
    console.api.post("/assets/complete", json=stored, headers=headers).raise_for_status()
    body = {
        "firstName": "Cyrus",
        "lastName": "Daneshvar",
        "email": people.CYRUS,
        "cvObjectPath": ticket["objectPath"],
    }
    response = console.api.post(f"/jobs/{job_id}/applications", json=body, headers=headers)
    application_id: str = response.raise_for_status().json()["data"]["id"]
    return application_id


def test_jobs_are_filtered_by_their_state_in_the_address(console: Console) -> None:
    page = console.open("jobs", status="expired")
    expect(page.get_by_role("link", name="Oral surgeon for third molars")).to_be_visible()
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_label("Search").fill("nothing like this")
    expect(page.locator(".empty")).to_be_visible()
    assert "search=nothing" in page.url


def test_a_reviewer_is_warned_of_what_a_role_must_not_demand(console: Console) -> None:
    headers = _member(console, people.BEN)
    role = dict.fromkeys(("workingPreference", "timeline", "budgetRange"), "Some")
    role |= {"companyName": "Brine Dental", "contactPerson": "Ben", "contactEmail": people.BEN}
    role |= {"healthcareVertical": "Dental", "roleNeeded": "Female orthodontist wanted <b>"}
    role |= {"challenge": "Aligners."}
    posted = (
        console.api.post("/roles", json=role, headers=headers).raise_for_status().json()["data"]
    )
    page = console.open(f"roles/{posted['id']}")
    warning = page.get_by_role("note").filter(has_text="Employers must not demand this")
    expect(warning).to_contain_text("Female orthodontist wanted <b> (sex)")


def test_a_job_is_approved_and_its_history_says_so(console: Console) -> None:
    job = _posting(console, "jobs", "Orthodontist, one day a week")
    page = console.open("jobs", job["id"])
    page.get_by_role("button", name="Approve").click()
    expect(page.locator(".toast")).to_contain_text("Sends “Your job posting was approved” to ")
    expect(page.get_by_text("A decision is about to be sent.")).to_be_visible()
    console.pass_time()
    expect(page.locator(".facts").first).to_contain_text("Approved")
    page.get_by_role("link", name="History").click()
    expect(page.get_by_text("Job: approve")).to_be_visible()
    assert console.get(f"/jobs/{job['id']}")["status"] == "approved"


def test_a_job_is_rejected_with_a_reason(console: Console) -> None:
    job = _posting(console, "jobs", "Dental anesthesiologist on call")
    page = console.open("jobs", job["id"])
    page.get_by_role("button", name="Reject").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("State the days.")
    dialog.get_by_role("button", name="Reject").click()
    console.pass_time()
    expect(page.locator(".facts").first).to_contain_text("State the days.")
    assert console.get(f"/jobs/{job['id']}")["rejectionReason"] == "State the days."


def test_an_edit_sends_what_was_changed_and_marks_what_is_wrong(console: Console) -> None:
    job = _posting(console, "jobs", "Dentist")
    page = console.open("jobs", job["id"], "edit")
    page.get_by_label("Annual compensation from").fill("200000")
    page.get_by_label("Annual compensation to").fill("100000")
    page.get_by_label("Restorative basic").check()
    page.get_by_label("Who is wanted").select_option("Dentist")
    page.get_by_label("Required licenses").fill("Nevada")
    page.get_by_label("Required licenses").press("Enter")
    page.get_by_role("button", name="Save", exact=True).click()
    maximum = page.get_by_label("Annual compensation to")
    expect(maximum).to_have_attribute("aria-invalid", "true")
    maximum.fill("230000")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("$230,000")).to_be_visible()
    after = console.get(f"/jobs/{job['id']}")
    assert after["requiredLicenses"] == ["Texas", "Nevada"]
    assert "restorative-basic" in after["requiredProcedures"]
    changed = {"annualCompMin", "annualCompMax", "requiredLicenses", "requiredProcedures"}
    changed.add("profession")
    assert after["profession"] == "dentist"
    kept = {name for name in job if job[name] == after[name]}
    assert set(job) - kept == changed | {"updatedAt"}
    console.browser_page.allow("status of 422", "the browser reports the 422")


def test_an_application_moves_on_and_its_cv_opens(console: Console) -> None:
    job = _posting(console, "jobs", "Pediatric dentist")
    application_id = _apply_with_cv(console, job["id"])
    page = console.open("jobs", job["id"], "applications")
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="CV of Cyrus Daneshvar").click()
    opened.value.close()
    card = page.get_by_role("region", name="Submitted").get_by_role("listitem")
    card.get_by_role("button", name="Reviewing").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("Good cases.")
    dialog.get_by_role("button", name="Reviewing").click()
    expect(page.locator(".toast")).to_contain_text("“Reviewing” to Cyrus Daneshvar")
    console.pass_time()
    expect(page.get_by_role("region", name="Reviewing")).to_contain_text("Cyrus Daneshvar")
    after = console.get(f"/jobs/applications/{application_id}")
    assert (after["status"], after["reason"]) == ("reviewing", "Good cases.")
    entries = console.get("/admin/logs", target=application_id)["items"]
    assert "job_application.open_cv" in {entry["action"] for entry in entries}


def test_matches_show_their_evidence_and_two_people_side_by_side(console: Console) -> None:
    job = _posting(console, "jobs", "Associate dentist with a mentor")
    first, second = console.get(f"/jobs/{job['id']}/matches")["items"][:2]
    page = console.open("jobs", job["id"], "matches")
    criterion = first["criteria"][0]
    for match, shown in zip((first, second), page.locator(".matches > li").all()[:2], strict=True):
        met = [must_have["met"] for must_have in match["mustHaves"]]
        expect(shown.locator(".must", has_text="✓")).to_have_count(met.count(True))
        expect(shown.locator(".must", has_text="✗")).to_have_count(met.count(False))
    segment = page.locator(".matches > li").first.get_by_role("button").first
    segment.focus()
    expect(segment.get_by_role("tooltip")).to_contain_text(criterion["evidence"])
    for match in (first, second):
        name = f"{match['subject']['firstName']} {match['subject']['lastName']}"
        page.get_by_label(f"Compare {name}").check()
    comparison = page.locator(".comparison")
    expect(comparison.locator("thead a")).to_have_count(2)
    page.reload()
    row = comparison.get_by_role("row", name="Licences (must-have)")
    cells = row.get_by_role("cell")
    expect(cells).to_have_count(2)
    for match, cell in zip((first, second), cells.all(), strict=True):
        line = next(each for each in match["criteria"] if each["name"] == "licences")
        expect(cell).to_contain_text(line["evidence"])


def test_a_role_is_activated_closed_and_opened_again(console: Console) -> None:
    role = post_pending_role(console, "Prosthodontist in spring")
    page = console.open("roles", role)
    facts = page.locator(".facts").first
    page.get_by_role("button", name="Approve").click()
    console.pass_time()
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Close", exact=True).click()
    assert console.get(f"/roles/{role}")["status"] == "active"
    console.pass_time()
    expect(facts).to_contain_text("Closed")
    page.get_by_role("button", name="Activate").click()
    console.pass_time()
    expect(facts).to_contain_text("Active")
    assert console.get(f"/roles/{role}")["status"] == "active"


def post_pending_role(console: Console, name: str) -> str:
    """Post a role that waits for a decision. Returns the ID."""
    model = _posting(console, "roles", "Endodontist, two days a week")
    names = {field.alias for field in AdminRolePostingRequest.model_fields.values()}
    members = {name: value for name, value in model.items() if name in names and value is not None}
    body = {**members, "roleNeeded": name, "status": "pending"}
    response = console.api.post("/admin/roles", json=body)
    role_id: str = response.raise_for_status().json()["data"]["id"]
    return role_id


def post_pending_job(console: Console, name: str) -> str:
    """Post a job that waits for a decision. Returns the ID."""
    model = _posting(console, "jobs", "Pediatric dentist")
    names = {field.alias for field in JobPostingRequest.model_fields.values()}
    members = {name: value for name, value in model.items() if name in names and value is not None}
    body = {**members, "roleNeeded": name}
    headers = _member(console, people.CARLA)
    response = console.api.post("/jobs", json=body, headers=headers)
    job_id: str = response.raise_for_status().json()["data"]["id"]
    return job_id


def decide(console: Console, kind: str, posting: str, decision: str, **body: str) -> None:
    path = f"/admin/{kind}s/{posting}/{decision}"
    console.api.post(path, json=body).raise_for_status()


def test_a_pending_role_is_rejected_with_a_reason(console: Console) -> None:
    role_id = post_pending_role(console, "Endodontist on call")
    page = console.open("roles", role_id)
    page.get_by_role("button", name="Reject").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("State the days.")
    dialog.get_by_role("button", name="Reject").click()
    console.pass_time()
    expect(page.locator(".facts").first).to_contain_text("Closed")
    assert console.get(f"/roles/{role_id}")["status"] == "closed"


@pytest.mark.parametrize("kind", ["job", "role"])
def test_a_rejected_posting_says_why_members_do_not_see_it_and_goes_back_to_pending(
    console: Console, kind: str
) -> None:
    post = post_pending_role if kind == "role" else post_pending_job
    posting = post(console, "Dentist for the evenings")
    page = console.open(f"{kind}s", posting)
    why = page.get_by_role("note")
    expect(why).to_contain_text(f"Members do not see this {kind}: it waits for a decision.")
    decide(console, kind, posting, "reject", reason="State the days.")
    page.reload()
    expect(why).to_contain_text(f"Members do not see this {kind}: it was rejected.")
    expect(why).to_contain_text("Put it back to pending")
    expect(page.locator(".facts").first).to_contain_text("State the days.")
    page.get_by_role("button", name="Back to pending").click()
    expect(page.locator(".toast")).to_contain_text("is reviewed again” to ")
    console.pass_time()
    expect(why).to_contain_text("it waits for a decision.")
    assert console.get(f"/{kind}s/{posting}")["status"] == "pending"
    decide(console, kind, posting, "approve")
    page.reload()
    expect(page.get_by_text(f"Members see this {kind}.")).to_be_visible()


def test_a_role_shows_its_applications_and_its_experts(console: Console) -> None:
    role = _posting(console, "roles", "Endodontist, two days a week")
    page = console.open("roles", role["id"], "applications")
    expect(page.get_by_role("region", name="Shortlisted").get_by_role("listitem")).to_have_count(1)
    page.get_by_role("link", name="Matches").click()
    best = console.get(f"/roles/{role['id']}/matches", limit=1)["items"][0]
    expect(page.locator(".matches > li").first).to_contain_text(str(best["matchScore"]))


def test_a_role_is_created_for_a_client_and_deleted(console: Console) -> None:
    page = console.open("roles", "new", search="achterberg")
    page.get_by_role("link", name="Ben Achterberg").click()
    expect(page.get_by_label("Contact e-mail address")).to_have_value(people.BEN)
    page.get_by_label("Role needed").fill("Implant planner for one quarter")
    page.get_by_label("Company name").fill("Tidegauge Dental Software")
    page.get_by_label("Healthcare vertical").fill("Dental")
    page.get_by_label("Challenge").fill("Plan forty cases.")
    page.get_by_label("Working preference").fill("Remote")
    page.get_by_label("Timeline").fill("Within 1 month")
    page.get_by_label("Budget range").fill("200 an hour")
    page.get_by_label("Location").fill("philly")
    expect(page.get_by_role("option", name="Philadelphia, Pennsylvania")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.get_by_label("Tags").fill("Implants, Planning")
    page.get_by_role("button", name="Create").click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Implant planner for one quarter")
    role = _posting(console, "roles", "Implant planner for one quarter")
    assert (role["status"], role["tags"]) == ("active", ["Implants", "Planning"])
    assert role["location"] == "Philadelphia, Pennsylvania"
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator(".toast").last).to_contain_text("to its applicants")
    console.pass_time()
    expect(heading).to_have_text("Roles")
    assert console.api.get(f"/roles/{role['id']}").status_code == 404


def test_a_job_that_is_only_looked_at_sends_few_requests(console: Console) -> None:
    job = console.get("/admin/jobs", status="approved")["items"][0]
    page = console.open("today")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.evaluate("id => { location.hash = `#/jobs/${id}` }", job["id"])
    expect(page.get_by_role("link", name="Matches")).to_be_visible()
    page.get_by_role("link", name="Matches").click()
    page.wait_for_timeout(12_000)
    assert 0 < len(sent) <= 12, sent
