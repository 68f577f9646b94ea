"""Templates: written under the e-mails, and offered where a text is written."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from bridgework.demo import people
from tests.areas.jobs import board
from tests.console.conftest import Console
from tests.console.test_people import find_person


@pytest.fixture
def templates(console: Console) -> Iterator[Console]:
    """The console of a server with two templates."""
    reason = "Hello {{firstName}}, {{title}} lacks a license. {{senderName}}"
    email = {"kind": "email", "subject": "A call, {{firstName}}?", "body": "{{lastName}}: Monday?"}
    _put(console, "license-missing", {"kind": "rejection", "body": reason})
    _put(console, "a-call", email)
    yield console
    for name in ("license-missing", "a-call"):
        console.api.delete(f"/admin/templates/{name}")


def _put(console: Console, name: str, body: dict[str, Any]) -> None:
    console.api.put(f"/admin/templates/{name}", json=body).raise_for_status()


def _post_job(console: Console) -> dict[str, Any]:
    """Post a job as Carla; other tests decide on those of the demo."""
    credentials = {"email": people.CARLA, "password": people.PASSWORD}
    session = console.api.post("/auth/login", json=credentials).raise_for_status().json()["data"]
    headers = {"authorization": f"Bearer {session['token']}"}
    created = console.api.post("/jobs", json=dict(board.REQUIRED), headers=headers)
    job: dict[str, Any] = created.raise_for_status().json()["data"]
    return job


def test_a_template_is_written_changed_and_deleted(console: Console) -> None:
    page = console.open("emails", "templates")
    page.get_by_role("button", name="Create a template").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("no-license")
    dialog.get_by_label("Text").fill("Hello {{nickName}}.")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text('"nickName" is not a variable.')).to_be_visible()
    dialog.get_by_label("Text").fill("Hello {{firstName}}, <b>a license</b> is missing.")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("<b>a license</b> is missing.")).to_be_visible()
    page.get_by_role("button", name="Edit no-license").click()
    dialog.get_by_label("Text").fill("Hello {{firstName}}!")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Hello {{firstName}}!")).to_be_visible()
    page.get_by_role("button", name="Delete no-license").click()
    dialog.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No templates yet.")).to_be_visible()
    assert console.get("/admin/templates")["total"] == 0
    console.browser_page.allow("status of 422", "the browser reports the 422")


def test_an_email_is_filled_in_from_a_template(templates: Console) -> None:
    omar = find_person(templates, people.OMAR)
    page = templates.open("people", omar["id"])
    page.get_by_role("button", name="Send an e-mail").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Template").select_option("a-call")
    expect(dialog.get_by_label("Subject")).to_have_value("A call, Omar?")
    expect(dialog.get_by_label("Text")).to_have_value("Belhadj: Monday?")
    with page.expect_response(lambda response: response.request.method == "POST") as sent:
        dialog.get_by_role("button", name="Send").click()
    body: Any = sent.value.request.post_data_json
    assert body["body"] == "Belhadj: Monday?"
    assert "template" not in body


def test_a_variable_without_a_value_is_not_sent(templates: Console) -> None:
    nameless = templates.api.post(
        "/auth/register", json={"email": "nameless@example.com", "password": "ordinary secret"}
    )
    page = templates.open("people", nameless.json()["data"]["user"]["id"])
    page.get_by_role("button", name="Send an e-mail").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Template").select_option("a-call")
    dialog.get_by_role("button", name="Send").click()
    expect(dialog.get_by_text("Replace {{firstName}} by a text.")).to_be_visible()


def test_the_reason_of_a_rejection_is_filled_in_from_a_template(templates: Console) -> None:
    pending = _post_job(templates)
    page = templates.open("jobs", pending["id"])
    page.get_by_role("button", name="Reject").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Template").select_option("license-missing")
    reason = f"Hello Carla, {pending['roleNeeded']} lacks a license. Robin Ashworth"
    expect(dialog.get_by_label("Reason")).to_have_value(reason)
    dialog.get_by_role("button", name="Reject").click()
    templates.pass_time()
    expect(page.locator(".facts").first).to_contain_text("Rejected")
    (rejected,) = [
        job
        for job in templates.get("/admin/jobs", limit=100)["items"]
        if job["id"] == pending["id"]
    ]
    assert rejected["rejectionReason"] == reason


def test_the_variables_of_a_reason_for_several_items_are_asked_for(templates: Console) -> None:
    jobs = [_post_job(templates)["id"] for _ in range(2)]
    page = templates.open("today", kind="job")
    for job in jobs:
        page.locator(f"[id='queue-job {job}']").get_by_role("checkbox").check()
    page.get_by_role("button", name="Reject 2").click()
    dialog = page.get_by_role("dialog", name="Reject: 2 items")
    dialog.get_by_label("Template").select_option("license-missing")
    dialog.get_by_label("First name").fill("colleague")
    expect(dialog.get_by_label("First name")).to_have_accessible_description(
        "Takes the place of {{firstName}}."
    )
    dialog.get_by_role("button", name="Reject").click()
    title = dialog.get_by_role("textbox", name="Title")
    expect(title).to_be_focused()
    expect(title).to_have_accessible_description(re.compile("This is required."))
    title.fill("your posting")
    dialog.get_by_role("button", name="Reject").click()
    with page.expect_response("**/admin/queue/decide"):
        templates.pass_time()
    reasons = {templates.get(f"/jobs/{job}")["rejectionReason"] for job in jobs}
    assert reasons == {"Hello colleague, your posting lacks a license. Robin Ashworth"}


def test_the_reason_of_a_declined_application_is_filled_in_from_a_template(
    templates: Console,
) -> None:
    jobs = templates.get("/admin/jobs", status="approved", limit=100)["items"]
    job = next(each for each in jobs if (each["applicationCounts"] or {}).get("submitted"))
    page = templates.open("jobs", job["id"], "applications")
    page.get_by_role("button", name="Decline").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Template").select_option("license-missing")
    expect(dialog.get_by_label("Reason")).to_have_value(re.compile(r"^Hello [^{}]+ lacks a "))
    with page.expect_response(lambda response: response.request.method == "PATCH") as sent:
        dialog.get_by_role("button", name="Decline").click()
        templates.pass_time()
    body: Any = sent.value.request.post_data_json
    assert body["status"] == "declined"
    assert body.keys() == {"status", "reason"}


def test_an_item_of_the_queue_is_rejected_with_a_template(templates: Console) -> None:
    title = _post_job(templates)["roleNeeded"]
    page = templates.open("today", kind="job")
    row = page.locator(".queue > li", has_text=title).last
    row.get_by_role("button", name="Reject").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Template").select_option("license-missing")
    reason = f"Hello Carla, {title} lacks a license. Robin Ashworth"
    expect(dialog.get_by_label("Reason")).to_have_value(reason)
    with page.expect_response("**/reject") as sent:
        dialog.get_by_role("button", name="Reject").click()
        templates.pass_time()
    assert sent.value.request.post_data_json == {"reason": reason}


def test_an_email_to_an_address_is_filled_in_from_a_template(templates: Console) -> None:
    page = templates.open("emails", "custom")
    page.get_by_label("Template").select_option("a-call")
    expect(page.locator(".prose")).to_have_text("{{lastName}}: Monday?")
    page.get_by_role("textbox", name="To").fill(people.OMAR)
    expect(page.locator(".prose")).to_have_text("Belhadj: Monday?")
    expect(page.locator(".facts")).to_contain_text("A call, Omar?")
    text = page.get_by_role("textbox", name="Text")
    text.fill("{{ firstName }} {{lastName}} <b>{{nickName}}</b>")
    expect(page.locator(".prose")).to_have_text("Omar Belhadj <b>{{nickName}}</b>")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Replace {{nickName}} by a text.")).to_be_visible()
    text.fill("{{firstName}}, Tuesday?")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".toast")).to_contain_text(f"Sends your text to {people.OMAR}.")
    with page.expect_response("**/admin/users/*/emails") as sent:
        templates.pass_time()
    assert sent.value.request.post_data_json == {
        "type": "admin_custom_connect_call",
        "subject": "A call, Omar?",
        "body": "Omar, Tuesday?",
    }


def test_several_items_are_rejected_with_one_template(templates: Console) -> None:
    reason = {"kind": "rejection", "body": "The pay is not stated."}
    _put(templates, "license-missing", reason)
    jobs = [_post_job(templates) for _ in range(2)]
    page = templates.open("today", kind="job")
    for job in jobs:
        page.locator(f'.queue > li:has(a[href$="{job["id"]}"])').get_by_role("checkbox").check()
    page.keyboard.press("r")
    dialog = page.get_by_role("dialog", name="Reject: 2 items")
    dialog.get_by_label("Template").select_option("license-missing")
    dialog.get_by_role("button", name="Reject").click()
    expect(page.locator(".toast.held")).to_be_visible()
    with page.expect_response("**/admin/queue/decide"):
        templates.pass_time()
    reasons = [templates.get(f"/jobs/{job['id']}")["rejectionReason"] for job in jobs]
    assert reasons == ["The pay is not stated."] * 2
