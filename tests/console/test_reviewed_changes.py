"""What an owner changed after a review: compared, confirmed and reversed."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from bridgework.demo import people
from tests.areas.roles.desk import POSTING
from tests.console.conftest import Console
from tests.console.test_accessibility import must_be_accessible
from tests.console.test_today import member

CHALLENGE = "We open a second practice."
LICENSES = [{"licenseNumber": "TX-D99999", "licensedState": "Texas"}]


def change_role(console: Console, name: str) -> str:
    """Post a role as a member, approve it, and change it as the member. Returns the ID."""
    with member(console, people.BEN) as ben:
        sent: dict[str, Any] = {**POSTING, "roleNeeded": name}
        role = str(ben.post("/roles", json=sent).raise_for_status().json()["data"]["id"])
        console.api.post(f"/admin/roles/{role}/approve", json={}).raise_for_status()
        edit = {"challenge": CHALLENGE, "tags": ["Implants"]}
        ben.patch(f"/roles/{role}", json=edit).raise_for_status()
    return role


def row_of(page: Page, member_name: str) -> Locator:
    return page.locator(".changes tbody tr", has=page.get_by_role("rowheader", name=member_name))


def keys(console: Console) -> list[tuple[str, str]]:
    """Return the changes that wait."""
    items = console.get("/admin/queue", kind="role_changed,identity_changed")["items"]
    return [(item["kind"], item["id"]) for item in items]


def must_wait_no_more(console: Console) -> None:
    """Wait until the screen says that the change was decided."""
    expect(console.page.get_by_text("No change of this record waits.")).to_be_visible()
    console.browser_page.allow("status of 404", "the browser reports the 404")


def test_a_changed_role_is_read_before_and_after_and_reversed(console: Console) -> None:
    role = change_role(console, "Advisor for aligners")
    page = console.open("changes", "role_changed", role)
    expect(row_of(page, "Challenge").locator("del")).to_have_text(str(POSTING["challenge"]))
    expect(row_of(page, "Challenge").locator("ins")).to_have_text(CHALLENGE)
    expect(row_of(page, "Tags").locator("del")).to_have_text(list(POSTING["tags"]))
    must_be_accessible(page)
    page.get_by_role("button", name="Reverse").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("This is another position.")
    dialog.get_by_role("button", name="Reverse").click()
    with page.expect_response("**/reverse") as reversed_:
        console.pass_time()
    assert reversed_.value.status == 200
    must_wait_no_more(console)
    assert console.get(f"/roles/{role}")["challenge"] == POSTING["challenge"]


def test_a_changed_role_is_confirmed_in_today(console: Console) -> None:
    role = change_role(console, "Advisor for implants")
    page = console.open("today", kind="role_changed")
    row = page.locator(".queue > li", has_text="Advisor for implants")
    row.get_by_role("button", name="Confirm").click()
    expect(row).to_have_count(0)
    with page.expect_response("**/confirm") as confirmed:
        console.pass_time()
    assert confirmed.value.status == 200
    assert ("role_changed", role) not in keys(console)
    assert console.get(f"/roles/{role}")["challenge"] == CHALLENGE


def test_a_changed_license_of_a_verified_person_is_reversed(console: Console) -> None:
    with member(console, people.CYRUS) as cyrus:
        profile = cyrus.get("/users/me/profile").raise_for_status().json()["data"]
        before = profile["profile"]["licenses"]
        edit = {"profile": {"licenses": LICENSES}}
        cyrus.patch("/users/me/profile", json=edit).raise_for_status()
    [account] = [each for kind, each in keys(console) if kind == "identity_changed"]
    page = console.open("changes", "identity_changed", account)
    expect(row_of(page, "Licenses").locator("ins")).to_have_text("TX-D99999, Texas")
    page.get_by_role("button", name="Reverse").click()
    page.get_by_role("dialog").get_by_role("button", name="Reverse").click()
    with page.expect_response("**/reverse") as reversed_:
        console.pass_time()
    assert reversed_.value.status == 200
    must_wait_no_more(console)
    assert ("identity_changed", account) not in keys(console)
    with member(console, people.CYRUS) as cyrus:
        profile = cyrus.get("/users/me/profile").raise_for_status().json()["data"]
    assert profile["profile"]["licenses"] == before


@pytest.mark.parametrize("width", [390, 1440])
def test_a_comparison_fits_every_width(console: Console, width: int) -> None:
    role = change_role(console, f"Advisor at {width}")
    console.page.set_viewport_size({"width": width, "height": 900})
    page = console.open("changes", "role_changed", role)
    for name in ("Challenge", "Tags"):
        for tag in ("del", "ins"):
            expect(row_of(page, name).locator(tag).first).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
