"""Keys of the console: what they decide, where they go, and how they are switched off."""

import re

from playwright.sync_api import expect

from tests.console.conftest import Console
from tests.console.test_decisions import record, row_of
from tests.console.test_today import post_job


def test_a_key_decides_the_row_that_has_the_focus(console: Console) -> None:
    titles = ("Assistant on Mondays", "Assistant on Tuesdays", "Assistant on Wednesdays")
    for title in titles:
        post_job(console, title)
    page = console.open("today", kind="job")
    third = row_of(console, titles[2])
    third.get_by_role("button", name="Reject").focus()
    expect(third).to_have_attribute("aria-current", "true")
    expect(record(console).get_by_role("heading", name=titles[2])).to_be_visible()
    page.keyboard.press("a")
    expect(page.locator(".toast")).to_contain_text(f"Approve: {titles[2]}.")
    page.keyboard.press("u")
    expect(third).to_be_focused()


def test_j_and_k_move_the_focus_between_the_rows(console: Console) -> None:
    page = console.open("today")
    rows = page.locator(".queue > li")
    page.keyboard.press("j")
    expect(rows.nth(1)).to_be_focused()
    page.keyboard.press("j")
    expect(rows.nth(2)).to_be_focused()
    expect(rows.nth(2)).to_have_attribute("aria-current", "true")
    page.keyboard.press("k")
    expect(rows.nth(1)).to_be_focused()


def test_a_key_decides_the_selection_in_place_of_the_row(console: Console) -> None:
    titles = [f"Hygienist in room {place}" for place in (1, 2, 3, 4)]
    for title in titles:
        post_job(console, title)
    page = console.open("today", kind="job")
    for title in titles[:3]:
        page.get_by_label(f"Select {title}").check()
    row_of(console, titles[3]).focus()
    page.keyboard.press("a")
    dialog = page.get_by_role("dialog", name="Approve: 3 items")
    dialog.get_by_role("button", name="Approve").click()
    expect(page.locator(".toast")).to_contain_text("Approve: 3 items.")
    expect(row_of(console, titles[3])).to_be_visible()
    expect(row_of(console, titles[0])).to_have_count(0)
    page.keyboard.press("u")
    expect(row_of(console, titles[0])).to_be_focused()


def test_a_selection_without_a_common_decision_is_not_decided_by_a_key(console: Console) -> None:
    post_job(console, "Technician for crowns")
    page = console.open("today")
    page.get_by_label("Select Technician for crowns").check()
    page.locator(".queue > li", has_text="Vendor").first.get_by_role("checkbox").check()
    page.keyboard.press("a")
    expect(page.locator(".toast")).to_contain_text("do not have the same decision")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_keys_are_switched_off_in_the_dialog_of_keys(console: Console) -> None:
    post_job(console, "Assistant without keys")
    page = console.open("today", kind="job")
    expect(page.locator(".key-hints")).to_be_visible()
    page.keyboard.press("?")
    page.get_by_role("checkbox", name="Single characters are keys").uncheck()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.reload()
    row = row_of(console, "Assistant without keys")
    row.focus()
    for key in ("a", "r", "x", "j", "?"):
        page.keyboard.press(key)
    expect(row).to_be_focused()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".toast")).to_have_count(0)
    expect(page.locator(".key-hints")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(record(console)).to_be_focused()
    page.get_by_role("button", name="Keys", exact=True).click()
    page.get_by_role("checkbox", name="Single characters are keys").check()
    page.keyboard.press("Escape")
    expect(page.locator(".key-hints")).to_be_visible()


def test_a_key_and_enter_at_the_row_move_to_the_record(console: Console) -> None:
    post_job(console, "Record by a key")
    page = console.open("today", kind="job")
    row = row_of(console, "Record by a key")
    for key in ("Enter", "o"):
        row.focus()
        with page.expect_response("**/claim") as claimed:
            page.keyboard.press(key)
        assert claimed.value.status == 200
        expect(record(console)).to_be_focused()
        expect(record(console).get_by_role("heading", name="Record by a key")).to_be_visible()
    expect(record(console)).to_be_focused()
    page.keyboard.press("k")
    expect(page.locator(".queue > li").first).to_be_visible()
    expect(record(console)).not_to_be_focused()
    page.set_viewport_size({"width": 800, "height": 900})
    row.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Record by a key", level=1)).to_be_focused()


def test_u_takes_back_a_decision_that_is_held(console: Console) -> None:
    page = console.open("today", kind="vendor")
    row = page.locator(".queue > li").first
    email = re.search(r"\S+@\S+", row.inner_text())
    assert email is not None

    def tier() -> str:
        (person,) = console.get("/admin/users", search=email[0])["items"]
        return str(person["vendorsVerificationTier"])

    row.get_by_role("button", name="Verify").click()
    undo = page.get_by_role("button", name="Undo: Verify")
    expect(undo).to_contain_text("u")
    assert tier() == "not-verified"
    page.keyboard.press("u")
    expect(undo).to_have_count(0)
    expect(row).to_contain_text(email[0])
    assert tier() == "not-verified"


def test_several_accounts_are_verified_and_taken_back(console: Console) -> None:
    page = console.open("today", kind="vendor")
    rows = page.locator(".queue > li")
    expect(rows.filter(has_not_text="Vendor")).to_have_count(0)
    count = rows.count()
    names = [rows.nth(place).get_by_role("link").inner_text() for place in (0, 1)]
    for name in names:
        page.get_by_label(f"Select {name}").check()
    page.keyboard.press("a")
    dialog = page.get_by_role("dialog", name="Verify: 2 items")
    dialog.get_by_role("button", name="Verify").click()
    expect(page.locator(".toast.held")).to_be_visible()
    page.keyboard.press("u")
    expect(rows).to_have_count(count)
    for name in names:
        page.get_by_label(f"Select {name}").check()
    page.keyboard.press("a")
    with page.expect_response("**/admin/queue/decide"):
        dialog.get_by_role("button", name="Verify").click()
        console.pass_time()
    expect(page.locator(".toast", has_text="Verify: 2 of 2 decided")).to_be_visible()
    expect(rows).to_have_count(count - 2)


def test_a_record_that_is_opened_from_the_queue_is_claimed(console: Console) -> None:
    post_job(console, "Claimed by a link")
    page = console.open("today", kind="job")
    with page.expect_response("**/claim") as claimed:
        page.get_by_role("link", name="Claimed by a link").click()
    assert claimed.value.status == 200
    [item] = [
        one
        for one in console.get("/admin/queue", kind="job", limit=100)["items"]
        if one["title"] == "Claimed by a link"
    ]
    assert item["claimedBy"]["name"] == "Robin Ashworth"


def test_no_key_decides_behind_a_dialog(console: Console) -> None:
    post_job(console, "Behind a dialog")
    page = console.open("today", kind="job")
    row = page.locator(".queue > li").filter(has_text="Behind a dialog")
    row.focus()
    page.keyboard.press("r")
    dialog = page.get_by_role("dialog")
    focused = dialog.locator("select:focus, input:focus, textarea:focus")
    expect(focused).to_have_count(1)
    dialog.locator("textarea").fill("pay missing")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    row.focus()
    page.keyboard.press("r")
    expect(dialog.get_by_role("button", name="Discard")).to_be_visible()
    expect(focused).to_have_count(1)
    dialog.get_by_role("button", name="Discard").press("Space")
    expect(focused).to_have_count(1)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("a")
    expect(page.locator(".toast")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(row).to_be_visible()
