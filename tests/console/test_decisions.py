"""Decisions of Today: what is held, the record beside the list, and a second look."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Route, expect

from bridgework.demo import people
from tests.console.conftest import Console
from tests.console.test_accessibility import must_be_accessible
from tests.console.test_postings import post_pending_role
from tests.console.test_today import member, post_job, second_administrator

APPROVED = "Sends “Your job posting was approved” to Carla "


def row_of(console: Console, title: str) -> Locator:
    return console.page.locator(".queue > li", has_text=title)


def must_become(console: Console, job: str, status: str) -> None:
    """Wait until a job has a status for its owner."""
    with member(console, people.CARLA) as carla:
        for _ in range(50):
            found = carla.get(f"/jobs/{job}").raise_for_status().json()["data"]
            if found["status"] == status:
                return
            console.page.wait_for_timeout(100)
    pytest.fail(f"the job did not become {status}")


def test_a_decision_is_sent_after_ten_seconds(console: Console) -> None:
    job = post_job(console, "Denture maker")
    page = console.open("today", kind="job")
    row_of(console, "Denture maker").get_by_role("button", name="Approve").click()
    toast = page.locator(".toast")
    expect(toast).to_contain_text("Approve: Denture maker.")
    expect(toast).to_contain_text(APPROVED)
    expect(toast).to_contain_text(re.compile(r"\d+ s"))
    expect(row_of(console, "Denture maker")).to_have_count(0)
    console.browser_page.fast_forward(8_000)
    expect(toast).to_contain_text(re.compile(r"\b[12] s"))
    assert console.get(f"/jobs/{job}")["status"] == "pending"
    with page.expect_response("**/approve"):
        console.browser_page.fast_forward(2_000)
    expect(toast).to_have_count(0)
    assert console.get(f"/jobs/{job}")["status"] == "approved"
    expect(row_of(console, "Denture maker")).to_have_count(0)


def test_u_takes_the_newest_decision_back_and_the_button_its_own(console: Console) -> None:
    titles = ("Ceramist for bridges", "Hygienist on Mondays", "Night receptionist")
    jobs = [post_job(console, title) for title in titles]
    page = console.open("today", kind="job")
    sent: list[str] = []
    page.on("request", lambda each: sent.append(each.url) if each.method == "POST" else None)
    for title in titles:
        row_of(console, title).get_by_role("button", name="Approve").click()
        expect(row_of(console, title)).to_have_count(0)
    expect(page.locator(".toast")).to_have_count(1)
    expect(page.locator(".toast summary")).to_have_text("3 decisions are held")
    page.keyboard.press("u")
    expect(row_of(console, titles[2])).to_be_focused()
    expect(row_of(console, titles[2])).to_have_attribute("aria-current", "true")
    page.locator(".toast summary").click()
    page.get_by_role("button", name=f"Undo: Approve: {titles[0]}").click()
    expect(row_of(console, titles[0])).to_be_visible()
    expect(row_of(console, titles[1])).to_have_count(0)
    page.mouse.move(1, 1)  # time stands still while the pointer is at the message
    console.pass_time()
    must_become(console, jobs[1], "approved")
    approvals = [url for url in sent if url.endswith("/approve")]
    assert approvals == [f"{console.browser_page.origin}/admin/jobs/{jobs[1]}/approve"]
    assert {console.get(f"/jobs/{job}")["status"] for job in (jobs[0], jobs[2])} == {"pending"}


def test_what_is_typed_is_there_again_after_undo(console: Console) -> None:
    post_job(console, "Prosthetist by the sea")
    page = console.open("today", kind="job")
    reject = row_of(console, "Prosthetist by the sea").get_by_role("button", name="Reject")
    reject.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("State the pay.")
    dialog.get_by_role("button", name="Reject").click()
    expect(dialog).to_have_count(0)
    page.keyboard.press("u")
    console.browser_page.count_anew()  # the reader goes to the record again
    reject.click()
    expect(dialog.get_by_label("Reason")).to_have_value("State the pay.")


@pytest.mark.parametrize("leave", ["another page", "a reload", "the end of the session"])
def test_a_held_decision_is_sent_when_the_reader_leaves(console: Console, leave: str) -> None:
    title = f"Orthodontist before {leave}"
    job = post_job(console, title)
    page = console.open("today", kind="job")
    row_of(console, title).get_by_role("button", name="Approve").click()
    expect(page.locator(".toast")).to_contain_text(APPROVED)
    assert console.get(f"/jobs/{job}")["status"] == "pending"
    if leave == "another page":
        page.goto("about:blank")
    elif leave == "a reload":
        page.reload()
    else:
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("heading", name="Bridgework console")).to_be_visible()
    must_become(console, job, "approved")
    if leave == "the end of the session":
        why = "the next record may have been loading"
        console.browser_page.allow("status of 401", why, is_certain=False)


def test_a_held_decision_stays_held_on_another_screen(console: Console) -> None:
    job = post_job(console, "Assistant for implants")
    page = console.open("today", kind="job")
    row_of(console, "Assistant for implants").get_by_role("button", name="Approve").click()
    page = console.open("jobs", job)
    expect(page.get_by_text("A decision is about to be sent.")).to_be_visible()
    approve = page.locator("main").get_by_role("button", name="Approve")
    expect(approve).to_have_count(0)
    page.keyboard.press("u")
    expect(approve).to_be_visible()
    assert console.get(f"/jobs/{job}")["status"] == "pending"


def test_a_decision_that_fails_brings_its_item_back(console: Console) -> None:
    job = post_job(console, "Surgeon, two days")
    page = console.open("today", kind="job")

    def refuse(route: Route) -> None:
        body = {"error": "unavailable", "message": "The database is not available."}
        route.fulfill(status=503, json=body)

    page.route("**/approve", refuse)
    row = row_of(console, "Surgeon, two days")
    row.get_by_role("button", name="Approve").click()
    expect(row).to_have_count(0)
    console.pass_time()
    fault = page.locator(".toast.bad")
    expect(fault).to_contain_text(
        "Approve: Surgeon, two days: not sent. The database is not available."
    )
    expect(row).to_be_visible()
    expect(row).not_to_have_attribute("aria-current", "true")  # the reader was at another row
    console.browser_page.fast_forward(120_000)
    expect(fault).to_be_visible()
    fault.get_by_role("button", name="Close").click()
    expect(fault).to_have_count(0)
    assert console.get(f"/jobs/{job}")["status"] == "pending"
    console.browser_page.allow("status of 503", "the browser reports the 503")


def test_a_held_decision_about_a_text_that_its_owner_changed_is_made_anew(
    console: Console,
) -> None:
    job = post_job(console, "Periodontist on Fridays")
    page = console.open("today", kind="job")
    row = row_of(console, "Periodontist on Fridays")
    row.get_by_role("link", name="Periodontist on Fridays").click()
    page.get_by_role("button", name="Reject").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("State the pay.")
    dialog.get_by_role("button", name="Reject").click()
    expect(dialog).to_have_count(0)
    with member(console, people.CARLA) as carla:
        edit = {"roleNeeded": "Periodontist on Mondays"}
        carla.patch(f"/jobs/{job}", json=edit).raise_for_status()
    with page.expect_response("**/reject") as refused:
        console.pass_time()
    assert refused.value.status == 412
    expect(page.locator(".toast.bad")).to_contain_text("It was changed after you looked at it.")
    changes = page.locator(".changes tbody tr")
    expect(changes).to_have_count(1)
    expect(changes.locator("del")).to_have_text("Periodontist on Fridays")
    expect(changes.locator("ins")).to_have_text("Periodontist on Mondays")
    must_be_accessible(page)
    assert console.get(f"/jobs/{job}")["status"] == "pending"
    console.browser_page.allow("status of 412", "the browser reports the 412")
    page.get_by_role("button", name="Approve").click()
    with page.expect_response("**/approve") as approved:
        console.pass_time()
    assert approved.value.status == 200
    expect(page.locator(".changes")).to_have_count(0)


def test_what_several_decisions_did_not_approve_is_named(console: Console) -> None:
    job = post_job(console, "Anaesthetist in June")
    page = console.open("today", kind="job")
    with member(console, people.CARLA) as carla:
        edit = {"roleNeeded": "Anaesthetist in July"}
        carla.patch(f"/jobs/{job}", json=edit).raise_for_status()
    row_of(console, "Anaesthetist in June").get_by_role("checkbox").check()
    page.get_by_role("button", name="Approve 1").click()
    dialog = page.get_by_role("dialog", name="Approve: 1 item")
    dialog.get_by_role("button", name="Approve").click()
    expect(dialog).to_have_count(0)
    with page.expect_response("**/admin/queue/decide"):
        console.pass_time()
    fault = page.locator(".toast.bad")
    expect(fault).to_contain_text("Anaesthetist in June: It was changed after you looked at it.")
    assert console.get(f"/jobs/{job}")["status"] == "pending"


def test_the_second_administrator_reads_who_decided(console: Console, demo_folder: Path) -> None:
    job = post_job(console, "Radiographer at night")
    page = console.open("today", kind="job")
    row_of(console, "Radiographer at night").get_by_role("button", name="Approve").click()
    with second_administrator(console, demo_folder) as vera:
        vera.post(f"/admin/jobs/{job}/approve", json={}).raise_for_status()
        with page.expect_response("**/approve"):
            console.pass_time()
        said = re.compile(r"not sent\. Vera \S+ approved it ")
        expect(page.locator(".toast.bad")).to_contain_text(said)
    expect(row_of(console, "Radiographer at night")).to_have_count(0)
    console.browser_page.allow("status of 412", "the browser reports the 412")


def test_the_keys_name_undo(console: Console) -> None:
    page = console.open("today")
    page.get_by_role("button", name="Keys", exact=True).click()
    row = page.get_by_role("row", name=re.compile("^u "))
    expect(row).to_contain_text("Takes back the newest decision")


PRESS_J = """async times => {
  for (let pressed = 0; pressed < times; pressed += 1) {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
    await new Promise(resolve => setTimeout(resolve));
  }
}"""
"""Press the key faster than a test can do it from outside."""


def record(console: Console) -> Locator:
    """The record beside the list."""
    return console.page.get_by_role("region", name="Record")


def test_the_record_beside_the_list_follows_the_keys(console: Console) -> None:
    post_job(console, "Record keeper")
    console.open("people")
    page = console.open("today")
    vendor = page.locator(".queue > li", has_text="Vendor").first
    name = vendor.get_by_role("link").inner_text()
    expect(record(console).get_by_role("heading", name=name)).to_be_visible()
    for title in ("Completeness", "Documents", "Applications", "Reports by this person", "Notes"):
        expect(record(console).get_by_role("heading", name=title)).to_be_visible()
    current = page.locator(".queue > li[aria-current=true]")
    with page.expect_response("**/profile"):
        page.keyboard.press("j")
    expect(record(console).get_by_role("heading", name=name)).to_have_count(0)
    profiles: list[str] = []
    page.on("request", lambda each: profiles.append(each.url))
    page.evaluate(PRESS_J, page.locator(".queue > li").count())
    expect(current).to_contain_text("Record keeper")
    expect(record(console).get_by_role("heading", name="Record keeper")).to_be_visible()
    expect(record(console)).to_contain_text("There are no matches before")
    assert [url for url in profiles if url.endswith("/profile")] == []
    page.keyboard.press("k")
    expect(record(console).get_by_role("heading", name="Record keeper")).to_have_count(0)
    assert record(console).get_by_role("button", name="Approve").count() == 0


@pytest.mark.parametrize("kind", ["report", "event_request", "consultation", "role"])
def test_each_kind_has_its_record_beside_the_list(console: Console, kind: str) -> None:
    if kind == "role":
        post_pending_role(console, "Endodontist in March")  # another test approves that of the demo
    item = console.get("/admin/queue", kind=kind)["items"][0]
    page = console.open("today", kind=kind)
    expect(page.locator(".queue > li[aria-current=true]")).to_contain_text(item["title"])
    texts = {"report": item["subtitle"], "consultation": "Why they match"}
    expect(record(console)).to_contain_text(texts.get(kind, item["title"]))
    must_be_accessible(page)


def test_a_narrow_window_has_no_record_beside_the_list(console: Console) -> None:
    page = console.open("today")
    expect(record(console)).to_be_visible()
    page.set_viewport_size({"width": 900, "height": 900})
    expect(record(console)).to_be_visible()
    page.set_viewport_size({"width": 899, "height": 900})
    expect(record(console)).to_have_count(0)
    expect(page.get_by_role("heading", name="Activity")).to_be_visible()


def register(console: Console, name: str) -> str:
    """Register a vendor who has not verified the e-mail address. Returns the ID."""
    sent = {"email": f"{name}@example.com", "password": "ordinary secret", "role": "expert"}
    created = console.api.post("/auth/register", json=sent).raise_for_status()
    account = str(created.json()["data"]["user"]["id"])
    body = {"vendorsRole": "vendor"}
    console.api.patch(f"/admin/users/{account}", json=body).raise_for_status()
    return account


def test_a_vendor_without_a_verified_address_waits_in_no_queue_and_is_verified_with_a_warning(
    console: Console,
) -> None:
    account = register(console, "noemail")
    waiting = console.get("/admin/queue", kind="expert,vendor", limit=100)["items"]
    assert account not in {item["id"] for item in waiting}
    page = console.open("vendors", search="noemail")
    page.get_by_role("button", name="Change").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The e-mail address is not verified.")
    dialog.get_by_label("Tier").select_option("verified")
    dialog.get_by_label("Paid leads a month").fill("3")
    dialog.get_by_role("button", name="Save").click()
    assert console.get(f"/admin/users/{account}")["vendorsVerificationTier"] == "not-verified"
    console.pass_time()
    expect(page.get_by_role("row", name="noemail")).to_contain_text("Verified")
    assert console.get(f"/admin/users/{account}")["vendorsVerificationTier"] == "verified"
    page.get_by_role("button", name="Change").click()
    dialog.get_by_label("Tier").select_option("pro")
    dialog.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_contain_text("was changed.")
    assert console.get(f"/admin/users/{account}")["vendorsVerificationTier"] == "pro"


def test_an_account_that_changed_after_it_was_read_is_verified_anew(console: Console) -> None:
    account = register(console, "changing")
    console.api.patch(f"/admin/users/{account}", json={"isEmailVerified": True}).raise_for_status()
    page = console.open("people", account)
    tier = page.get_by_role("group", name="Tier on Matchmaker")
    expect(tier).to_be_visible()
    console.api.patch(f"/admin/users/{account}", json={"lastName": "Another"}).raise_for_status()
    with page.expect_response(f"**/admin/users/{account}") as refused:
        tier.get_by_role("button", name="Verified", exact=True).click()
        console.pass_time()
    assert refused.value.status == 412
    expect(page.locator(".changes tbody tr", has_text="Last name").locator("ins")).to_have_text(
        "Another"
    )
    must_be_accessible(page)
    console.browser_page.allow("status of 412", "the browser reports the 412")
    with page.expect_response(f"**/admin/users/{account}") as verified:
        tier.get_by_role("button", name="Verified", exact=True).click()
        console.pass_time()
    assert verified.value.status == 200
    expect(page.locator(".changes")).to_have_count(0)
    assert console.get(f"/admin/users/{account}")["verificationTier"] == "verified"
