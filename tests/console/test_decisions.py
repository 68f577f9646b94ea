"""Decisions: one that sends an e-mail is held for ten seconds, and can be taken back."""

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from bridgework.demo import people
from tests.console.conftest import Console
from tests.console.test_today import member, post_job

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
    page.clock.fast_forward(8_000)
    expect(toast).to_contain_text(re.compile(r"\b[12] s"))
    assert console.get(f"/jobs/{job}")["status"] == "pending"
    with page.expect_response("**/approve"):
        page.clock.fast_forward(2_000)
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
    expect(page.locator(".toast")).to_have_count(3)
    page.keyboard.press("u")
    expect(row_of(console, titles[2])).to_have_attribute("aria-current", "true")
    first = page.locator(".toast", has_text=titles[0])
    first.get_by_role("button", name="Undo").click()
    expect(row_of(console, titles[0])).to_be_visible()
    expect(row_of(console, titles[1])).to_have_count(0)
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


def test_a_held_decision_stays_held_on_another_screen(console: Console) -> None:
    job = post_job(console, "Assistant for implants")
    page = console.open("today", kind="job")
    row_of(console, "Assistant for implants").get_by_role("button", name="Approve").click()
    page = console.open("jobs", job)
    expect(page.get_by_text("A decision is about to be sent.")).to_be_visible()
    expect(page.get_by_role("button", name="Approve")).to_have_count(0)
    page.keyboard.press("u")
    expect(page.get_by_role("button", name="Approve")).to_be_visible()
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
    expect(row).to_have_attribute("aria-current", "true")
    assert console.get(f"/jobs/{job}")["status"] == "pending"
    console.browser_page.complaints.clear()  # the browser reports the 503


def test_the_keys_name_undo(console: Console) -> None:
    page = console.open("today")
    page.get_by_role("button", name="Keys").click()
    row = page.get_by_role("row", name=re.compile("^u "))
    expect(row).to_contain_text("Takes back the newest decision")
