"""The focus in the console, which never falls to the body; and what is held, which waits for it."""

import re

from playwright.sync_api import expect

from bridgework.demo import people
from tests.console.conftest import Console
from tests.console.test_decisions import must_become, row_of
from tests.console.test_today import post_job


def focused(console: Console) -> str:
    return str(console.page.evaluate("document.activeElement.tagName"))


def test_the_next_item_has_the_focus_after_a_decision(console: Console) -> None:
    titles = ("Locum in April", "Locum in May", "Locum in June")
    for title in titles:
        post_job(console, title)
    page = console.open("today", kind="job")
    row_of(console, titles[0]).get_by_role("button", name="Approve").click()
    expect(row_of(console, titles[1])).to_be_focused()
    row_of(console, titles[1]).get_by_role("button", name="Reject").click()
    dialog = page.get_by_role("dialog", name=f"Reject: {titles[1]}")
    dialog.get_by_role("button", name="Reject").click()
    expect(row_of(console, titles[2])).to_be_focused()
    page.get_by_role("button", name=f"Undo: Reject: {titles[1]}").click()
    expect(row_of(console, titles[1])).to_be_focused()
    page.get_by_role("button", name=f"Undo: Approve: {titles[0]}").press("Enter")
    expect(row_of(console, titles[0])).to_be_focused()


def test_the_heading_has_the_focus_after_the_last_decision(console: Console) -> None:
    page = console.open("today", kind="role")
    rows = page.locator(".queue > li")
    expect(rows).not_to_have_count(0)
    expect(rows.filter(has_not_text="Role")).to_have_count(0)
    console.stop_time()  # all decisions stay held
    for left in reversed(range(rows.count())):
        rows.first.focus()
        page.keyboard.press("a")
        expect(rows).to_have_count(left)
    console.browser_page.run_for(500)  # effects need frames
    expect(page.get_by_role("heading", name="Today")).to_be_focused()
    while page.locator(".toast").count() > 0:
        page.keyboard.press("u")
        console.browser_page.run_for(500)
    expect(rows.first).to_be_focused()


def test_the_focus_stays_when_the_time_of_a_held_decision_is_over(console: Console) -> None:
    job = post_job(console, "Locum in July")
    page = console.open("today", kind="job")
    row_of(console, "Locum in July").get_by_role("button", name="Approve").click()
    expect(page.locator(".toast.held")).to_be_visible()
    with page.expect_response("**/approve"):
        console.pass_time()
    must_become(console, job, "approved")
    expect(page.locator(".toast.held")).to_have_count(0)
    assert focused(console) == "LI"


def test_a_held_decision_waits_while_it_has_the_pointer_or_the_focus(console: Console) -> None:
    job = post_job(console, "Locum in August")
    page = console.open("today", kind="job")
    row_of(console, "Locum in August").get_by_role("button", name="Approve").click()
    toast = page.locator(".toast.held")
    toast.hover()
    console.browser_page.fast_forward(60_000)
    expect(toast).to_be_visible()
    toast.get_by_role("button", name="Undo").focus()
    page.mouse.move(1, 1)
    console.browser_page.fast_forward(60_000)
    expect(toast).to_be_visible()
    assert console.get(f"/jobs/{job}")["status"] == "pending"
    page.get_by_role("button", name="Refresh").focus()
    with page.expect_response("**/approve"):
        console.pass_time()
    must_become(console, job, "approved")


def test_the_button_of_the_last_page_keeps_the_focus(console: Console) -> None:
    total = console.get("/admin/users")["total"]
    page = console.open("people", page=str(-(-total // 20) - 1))
    following = page.get_by_role("button", name="Next")
    following.focus()
    page.keyboard.press("Enter")
    expect(following).to_be_disabled()
    expect(following).to_be_focused()
    address = page.url
    page.keyboard.press("Enter")
    assert page.url == address


def test_the_list_has_the_focus_after_an_item_was_deleted(console: Console) -> None:
    [cyrus, *_] = console.get("/admin/users", search=people.CYRUS)["items"]
    for text in ("The first note", "The second note"):
        body = {"subject": {"kind": "account", "id": cyrus["id"]}, "text": text}
        console.api.post("/admin/notes", json=body).raise_for_status()
    page = console.open("people", cyrus["id"], "record")
    notes = page.locator(".card", has=page.get_by_role("heading", name="Notes"))
    rows = notes.locator(".rows > li")
    before = rows.count()
    for left in range(before - 1, -1, -1):
        rows.first.get_by_role("button", name="Delete").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        expect(rows).to_have_count(left, timeout=10_000)
        target = rows.first if left else notes.get_by_role("heading", name="Notes")
        expect(target).to_be_focused()


def test_the_heading_has_the_focus_once_the_screen_is_there(console: Console) -> None:
    [cyrus, *_] = console.get("/admin/users", search=people.CYRUS)["items"]
    page = console.open("people", search=people.CYRUS)
    page.get_by_role("link", name=re.compile("^Cyrus")).click()
    expect(page.get_by_role("heading", level=1, name=re.compile("^Cyrus"))).to_be_focused()
    console.open("moderation")
    link = page.locator(".listing tbody a").first
    link.press("Enter")
    expect(page.get_by_role("heading", level=1, name=re.compile("^Reported "))).to_be_focused()
    assert cyrus["id"]
