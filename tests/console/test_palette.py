"""The palette finds people by their telephone number, and e-mails by their recipient."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from bridgework.demo import people
from tests.console.conftest import Console

DATE = r"[A-Z][a-z]{2} \d{1,2}, \d{4}"
SEARCHES = {"ada": "user", "aligner": "article", "dental": "job", "evening": "event"}


def find(page: Page, text: str) -> Locator:
    page.keyboard.press("Control+k")
    dialog = page.get_by_role("dialog", name="Find")
    dialog.locator("input").fill(text)
    return dialog.get_by_role("option")


def test_a_person_is_found_by_the_telephone_number(console: Console) -> None:
    [ada] = console.get("/admin/users", search=people.ADA)["items"]
    profile = json.dumps(console.get(f"/admin/users/{ada['id']}/profile"))
    (digits,) = set(re.findall(r'"phoneNumber": "(\d+)"', profile))
    page = console.open("system")
    results = find(page, f"({digits[:3]}) {digits[3:6]}-{digits[6:]}")
    expect(results).to_have_count(1)
    expect(results).to_contain_text(people.ADA)
    expect(results).to_contain_text(re.compile(rf"Verified · {DATE}"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(ada["id"]))


def test_emails_are_found_by_the_whole_address_of_the_recipient(console: Console) -> None:
    page = console.open("emails", "custom", to=people.BEN)
    page.get_by_label("Type").select_option("An invitation by the founders")
    page.get_by_label("Subject").fill("Dinner of the founders")
    page.get_by_label("Text").fill("Hello Ben,\n\nwill you come?")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".toast.held")).to_be_visible()
    with page.expect_response("**/admin/users/*/emails"):
        console.pass_time()
    email = console.get("/admin/emails", recipient=people.BEN)["items"][0]
    page = console.open("system")
    results = find(page, people.BEN)
    expect(results.first).to_contain_text("Ben Achterberg")
    results.filter(has_text="E-mail · ").first.click()
    expect(page).to_have_url(re.compile(email["id"]))


@pytest.mark.parametrize(("text", "kind"), SEARCHES.items())
def test_each_row_shows_the_state_and_the_date(console: Console, text: str, kind: str) -> None:
    found = console.get("/admin/search", q=text)["items"]
    assert kind in {one["kind"] for one in found}
    page = console.open("system")
    results = find(page, text)
    for one in found:
        state = one["state"].replace("-", " ").capitalize()
        rows = results.filter(has_text=one["title"])
        shown = re.compile(rf"{one['kind']} · .*{state} · {DATE}\s*$", re.IGNORECASE)
        expect(rows.filter(has_text=shown).first).to_be_visible()
