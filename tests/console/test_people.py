"""The list of people, and one person: account, profile, records and audit trail."""

import re
from typing import Any

import httpx2
from playwright.sync_api import expect

from bridgework.demo import people
from tests.console.conftest import Console

_CV = b"%PDF-1.4\n%%EOF\n"


def find_person(console: Console, email: str) -> dict[str, Any]:
    found: dict[str, Any] = console.get("/admin/users", search=email)["items"][0]
    return found


def test_a_person_is_found_as_one_types_and_the_tier_changed_and_taken_back(
    console: Console,
) -> None:
    ben = find_person(console, people.BEN)
    page = console.open("people", role="client")
    expect(page.locator("select[name=role]")).to_have_value("client")
    page.get_by_role("searchbox", name="Search").fill("ben achter")
    expect(page).to_have_url(re.compile(r"role=client.*search=ben\+achter"))
    expect(page.get_by_role("row")).to_have_count(2)
    page.get_by_role("link", name="Ben Achterberg").click()
    tiers = page.get_by_role("group", name="Tier on Matchmaker")
    pro = tiers.get_by_role("button", name="Pro")
    pro.click()
    expect(pro).to_have_attribute("aria-pressed", "true")
    assert find_person(console, people.BEN)["verificationTier"] == "pro"
    page.get_by_role("button", name="Undo").click()
    expect(pro).to_have_attribute("aria-pressed", "false")
    assert find_person(console, people.BEN)["verificationTier"] == ben["verificationTier"]


def test_an_account_is_disabled_with_a_reason_and_enabled(console: Console) -> None:
    carla = find_person(console, people.CARLA)
    page = console.open("people", carla["id"])
    page.get_by_role("button", name="Disable", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Disable").click()
    expect(dialog.get_by_label("Reason")).to_have_attribute("aria-invalid", "true")
    dialog.get_by_label("Reason").fill("Asked for a pause.")
    dialog.get_by_role("button", name="Disable").click()
    held = page.locator(".toast.held")
    expect(held).to_contain_text(f"Sends “Your account was disabled” to {people.CARLA}.")
    assert find_person(console, people.CARLA)["disabledAt"] is None
    held.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Disable", exact=True).click()
    expect(dialog.get_by_label("Reason")).to_have_value("Asked for a pause.")
    dialog.get_by_role("button", name="Disable").click()
    console.pass_time()
    expect(page.get_by_text("Asked for a pause.")).to_be_visible()
    assert find_person(console, people.CARLA)["disabledReason"] == "Asked for a pause."
    page.get_by_role("button", name="Enable", exact=True).click()
    console.pass_time()
    expect(page.get_by_role("button", name="Disable", exact=True)).to_be_visible()
    assert find_person(console, people.CARLA)["disabledAt"] is None


def test_an_account_is_erased_in_14_days_unless_its_owner_signs_in(console: Console) -> None:
    omar = find_person(console, people.OMAR)
    page = console.open("people", omar["id"])
    page.get_by_role("button", name="Erase", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Kept without the person")).to_be_visible()
    preview = console.get(f"/admin/users/{omar['id']}/erase")
    account = next(row for row in preview["tables"] if row["table"] == "accounts")
    expect(dialog).to_contain_text(f"The account: {account['reason']}")
    expect(dialog.locator(".erasure > p").last).to_contain_text(re.compile(r"\bProfiles\b"))
    tables = dialog.get_by_text("Accounts: 1 row, blank")
    expect(tables).to_be_hidden()
    dialog.get_by_text("Tables of the database").click()
    expect(tables).to_be_visible()
    expect(dialog.get_by_role("heading", name="Deleted")).to_be_visible()
    dialog.get_by_label("Reason").fill("You asked for it by telephone.")
    dialog.get_by_role("button", name="Erase").click()
    expect(page.get_by_text("The account will be erased on").first).to_be_visible()
    expect(page.get_by_role("button", name="Erase", exact=True)).to_have_count(0)
    sent = {"email": people.OMAR, "password": people.PASSWORD}
    console.api.post("/auth/login", json=sent).raise_for_status()
    page.reload()
    page.get_by_role("button", name="Erase", exact=True).wait_for()
    assert find_person(console, people.OMAR)["erasesAt"] is None


def test_an_administrator_cancels_the_erasure_of_an_account(console: Console) -> None:
    vera = find_person(console, people.VERA)
    asked = {"reason": "You asked for it by telephone."}
    console.api.post(f"/admin/users/{vera['id']}/erase", json=asked).raise_for_status()
    page = console.open("people", vera["id"])
    page.get_by_role("button", name="Cancel the erasure").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The account was to be erased on")
    dialog.get_by_role("button", name="Cancel the erasure").click()
    expect(page.locator(".toast")).to_contain_text("The account is not erased.")
    expect(page.get_by_role("button", name="Erase", exact=True)).to_be_visible()
    assert find_person(console, people.VERA)["erasesAt"] is None


def test_only_the_edited_members_are_sent_and_a_role_is_taken_back(console: Console) -> None:
    cyrus = find_person(console, people.CYRUS)
    page = console.open("people", cyrus["id"], "edit")
    page.get_by_label("First name").fill("")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("First name")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("First name").fill("Kyros")
    page.get_by_label("Consultation cap").fill("7")
    with page.expect_response(lambda response: response.request.method == "PATCH") as sent:
        page.get_by_role("button", name="Save").click()
    assert sent.value.request.post_data_json == {"firstName": "Kyros", "consultationRequestCap": 7}
    expect(page.get_by_role("heading", level=1)).to_contain_text("Kyros")

    page.get_by_role("button", name="Assign a role").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Role").select_option("rpo")
    dialog.get_by_role("button", name="Assign").click()
    expect(page.locator(".toast").last).to_contain_text("Assign the role Rpo: Kyros")
    assert find_person(console, people.CYRUS)["role"] == "rpo"
    badge = page.locator(".page-head .badge").first
    expect(badge).to_have_text("Rpo")
    page.get_by_role("button", name="Undo").click()
    expect(badge).not_to_have_text("Rpo")
    assert find_person(console, people.CYRUS)["role"] == cyrus["role"]
    console.browser_page.allow("status of 422", "the browser reports the 422")


def test_a_person_gets_an_email_and_has_a_profile_a_timeline_and_a_trail(console: Console) -> None:
    ada, ben = find_person(console, people.ADA), find_person(console, people.BEN)
    page = console.open("people", ada["id"], "profile")
    expect(page.get_by_text("Denver, Colorado")).to_be_visible()
    page.get_by_role("button", name="Send an e-mail").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Subject").fill("A short call?")
    dialog.get_by_label("Text").fill("Hello!")
    dialog.get_by_role("button", name="Send").click()
    expect(page.locator(".toast")).to_contain_text(f"Sends your text to {people.ADA}.")
    page.keyboard.press("u")
    page.get_by_role("button", name="Send an e-mail").click()
    expect(dialog.get_by_label("Subject")).to_have_value("A short call?")
    dialog.get_by_role("button", name="Send").click()
    with page.expect_response("**/admin/users/*/emails"):
        console.pass_time()

    page = console.open("people", ada["id"], "audit", by="target")
    expect(page.get_by_role("row", name="email.send_custom")).to_have_count(1)
    page = console.open("people", ada["id"], "timeline")
    expect(page.get_by_role("row", name="admin custom connect call").first).to_be_visible()
    expect(page.get_by_role("row", name="email.send_custom")).to_have_count(1)
    page = console.open("people", ben["id"], "timeline")
    roles = console.get("/admin/roles", limit=100)["items"]
    [newest, *_] = [role for role in roles if role["userId"] == ben["id"]]
    page.get_by_role("link", name=newest["roleNeeded"]).first.click()
    expect(page.get_by_role("heading", name=newest["roleNeeded"], level=1)).to_be_visible()

    page = console.open("people", "01941f38-0000-7000-8000-000000000000")
    expect(page.get_by_role("alert")).to_be_visible()
    console.browser_page.allow("status of 404", "the browser reports the 404")


def test_the_whole_profile_is_shown_and_a_document_of_it_opened(console: Console) -> None:
    cyrus = find_person(console, people.CYRUS)
    _add_cv(console)
    page = console.open("people", cyrus["id"], "record")
    expect(page.get_by_text("TX-D33907")).to_be_visible()
    expect(page.get_by_label("Professional profile: ")).to_be_visible()
    documents = page.locator(".card", has=page.get_by_role("heading", name="Documents"))
    expect(documents.get_by_role("listitem")).to_have_count(1)
    with page.expect_response(lambda response: response.request.method == "POST") as sent:
        documents.get_by_role("button", name="Open Cyrus Daneshvar.pdf").click()
    assert sent.value.url.endswith("/assets/download-url")
    profile = console.get(f"/admin/users/{cyrus['id']}/profile")
    (entry, *_) = console.get("/admin/logs", action="asset.open")["items"]
    assert entry["target"] == profile["documents"][0]["id"]
    applications = page.locator(".card", has=page.get_by_role("heading", name="Applications"))
    expect(applications.get_by_role("listitem")).to_have_count(profile["applications"]["total"])


def test_the_profile_says_that_an_address_is_not_verified(console: Console) -> None:
    mallory = find_person(console, people.MALLORY)
    page = console.open("people", mallory["id"], "record")
    expect(page.get_by_text("The e-mail address is not verified.")).to_be_visible()
    expect(page.get_by_text("Nothing is stated.")).to_be_visible()


def test_a_person_without_a_verified_address_is_verified_after_a_second_look(
    console: Console,
) -> None:
    mallory = find_person(console, people.MALLORY)
    page = console.open("people", mallory["id"])
    tiers = page.get_by_role("group", name="Tier on Matchmaker")
    tiers.get_by_role("button", name="Verified", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert find_person(console, people.MALLORY)["verificationTier"] == "not-verified"
    tiers.get_by_role("button", name="Verified", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Verify anyway").click()
    held = page.locator(".toast.held")
    expect(held).to_contain_text(f"Sends “Your profile was verified” to {people.MALLORY}.")
    pressed = tiers.get_by_role("button", name="Verified", exact=True)
    held.get_by_role("button", name="Undo").click()
    expect(pressed).to_have_attribute("aria-pressed", "false")
    pressed.click()
    page.get_by_role("dialog").get_by_role("button", name="Verify anyway").click()
    console.pass_time()
    expect(pressed).to_have_attribute("aria-pressed", "true")
    tiers.get_by_role("button", name="Not verified").click()
    console.pass_time()
    expect(pressed).to_have_attribute("aria-pressed", "false")
    assert find_person(console, people.MALLORY)["verificationTier"] == "not-verified"


def test_a_note_is_added_as_text_and_deleted(console: Console) -> None:
    ada = find_person(console, people.ADA)
    page = console.open("people", ada["id"], "record")
    notes = page.locator(".card", has=page.get_by_role("heading", name="Notes"))
    text = "<b>Called</b> about the license.\nThe number is right."
    notes.get_by_label("New note").fill(text)
    notes.get_by_role("button", name="Add").click()
    row = notes.get_by_role("listitem")
    expect(row.get_by_text("<b>Called</b>")).to_be_visible()
    expect(row.get_by_text("Robin Ashworth")).to_be_visible()
    expect(notes.get_by_label("New note")).to_have_value("")
    (note,) = console.get("/admin/notes", subject=ada["id"])["items"]
    assert note["text"] == text
    row.get_by_role("button", name="Delete the note").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(notes.get_by_text("No notes yet.")).to_be_visible()
    assert console.get("/admin/notes", subject=ada["id"])["items"] == []


def test_a_posting_has_notes(console: Console) -> None:
    job = console.get("/admin/jobs", limit=1)["items"][0]
    page = console.open("jobs", job["id"], "notes")
    page.get_by_label("New note").fill("Asked for the license numbers.")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("listitem").get_by_text("Asked for")).to_be_visible()
    (note,) = console.get("/admin/notes", subject=job["id"])["items"]
    assert note["subject"] == {"kind": "job", "id": job["id"]}


def _add_cv(console: Console) -> None:
    """Upload the CV of the candidate Cyrus."""
    with httpx2.Client(base_url=console.api.base_url) as client:

        def send(method: str, path: str, body: object) -> Any:
            return client.request(method, path, json=body).raise_for_status().json()["data"]

        credentials = {"email": people.CYRUS, "password": people.PASSWORD}
        session = send("POST", "/auth/login", credentials)
        client.headers["authorization"] = f"Bearer {session['token']}"
        pdf = "application/pdf"
        file = {"contentType": pdf, "fileName": "Cyrus Daneshvar.pdf", "fileSizeBytes": len(_CV)}
        ticket = send("POST", "/jobs/cv-upload-url", file)
        path = ticket["uploadUrl"].partition("/uploads/")[2]
        client.put(f"/uploads/{path}", content=_CV, headers={"content-type": pdf})
        cv = {"objectPath": ticket["objectPath"]}
        send("POST", "/assets/complete", cv)
        send("PATCH", "/jobs/me", {"cvObjectPath": cv["objectPath"]})
