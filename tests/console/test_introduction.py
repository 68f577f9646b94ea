"""The introduction of a person who matches a posting to the owner of the posting."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bridgework.demo import people
from tests.console.conftest import Console

JOB = "Associate dentist with a mentor"
MISSING = {
    "Introducee: scheduling link": "https://meet.example.com/someone",
    "Sender: title": "Matchmaking",
    "Sender: organization": "Bridgework",
}
LINK = "https://network.example.com/in/someone"


def best_match(console: Console, kind: str, title: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a posting of the demo, and the person who matches it best."""
    items = console.get(f"/admin/{kind}", limit=100)["items"]
    posting = next(each for each in items if each["roleNeeded"] == title)
    match: dict[str, Any] = console.get(f"/{kind}/{posting['id']}/matches")["items"][0]
    return posting, match


def fill_in_what_is_missing(page: Page) -> None:
    for label, value in MISSING.items():
        page.get_by_label(label).fill(value)
    for name in ("Recipient", "Introducer", "Introducee"):
        field = page.get_by_label(f"{name}: profile")
        if not field.input_value():
            field.fill(LINK)
    company = page.get_by_label("Introducee: company")
    if not company.input_value():
        company.fill("Own practice")


@pytest.mark.parametrize(
    ("kind", "title"), [("jobs", JOB), ("roles", "Endodontist, two days a week")]
)
def test_a_match_becomes_an_introduction(console: Console, kind: str, title: str) -> None:
    posting, match = best_match(console, kind, title)
    subject = match["subject"]
    name = f"{subject['firstName']} {subject['lastName']}"
    owner = console.get(f"/admin/users/{posting['userId']}")
    person = console.get(f"/admin/users/{subject['id']}")
    page = console.open(kind, posting["id"], "matches")
    expect(page.get_by_text("Introduction sent")).to_have_count(0)
    page.get_by_role("link", name=f"Introduce {name}", exact=True).click()

    expect(page.get_by_label("Introducee: full name")).to_have_value(name)
    expect(page.get_by_label("Introducee: e-mail")).to_have_value(person["email"])
    expect(page.get_by_label("Introducer: e-mail")).to_have_value(owner["email"])
    both = f"{owner['firstName']} and {subject['firstName']}"
    expect(page.get_by_label("Recipient: first name")).to_have_value(both)
    reason = f"{title}, {posting['companyName']}. {match['matchInsights']}"[:500]
    expect(page.get_by_label("Why they should meet")).to_have_value(reason)
    expect(page.get_by_text("The profile does not state this.").first).to_be_visible()

    fill_in_what_is_missing(page)
    page.get_by_role("button", name="Preview").click()
    body = page.get_by_role("textbox", name="Text")
    expect(body).to_have_value(re.compile(f"^Hello {both},\n"))
    expect(page.get_by_text(f"The match has {match['matchScore']} of 100 points.")).to_be_visible()
    body.fill("Talk on <b>Monday</b>?")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".toast.held")).to_be_visible()
    with page.expect_response("**/admin/emails/intro") as sent:
        console.pass_time()
    request: Any = sent.value.request.post_data_json
    assert request["body"] == "Talk on <b>Monday</b>?"
    assert request["match"]["criteria"] == match["criteria"]
    first = page.locator(".matches > li").first
    expect(first.get_by_text("Introduction sent")).to_be_visible()
    expect(page.get_by_text("Introduction sent")).to_have_count(1)
    page.reload()
    expect(first.get_by_text("Introduction sent")).to_be_visible()
    emails = console.get("/admin/emails", kind="administration/introduction")["items"]
    assert {owner["email"], person["email"]} <= {email["to"] for email in emails}


def test_the_points_can_be_left_out(console: Console) -> None:
    posting, match = best_match(console, "jobs", JOB)
    pair = {"kind": "jobs", "posting": posting["id"], "person": match["subject"]["id"]}
    page = console.open("emails", "introduction", **pair)
    fill_in_what_is_missing(page)
    page.get_by_role("button", name="Preview").click()
    points = page.get_by_text(f"The match has {match['matchScore']} of 100 points.")
    expect(points).to_be_visible()
    page.get_by_label("Show the points of the match").uncheck()
    expect(points).to_have_count(0)
    page.get_by_label("Subject").fill("Two who like scanners")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".toast")).to_contain_text("Introduction. Sends the introduction to ")
    console.browser_page.count_anew()  # the posting was opened, and the introduction is again
    page.keyboard.press("u")
    expect(page.get_by_label("Subject")).to_have_value("Two who like scanners")
    expect(page.get_by_label("Show the points of the match")).not_to_be_checked()
    page.get_by_role("button", name="Send").click()
    with page.expect_response("**/admin/emails/intro") as sent:
        console.pass_time()
    request: Any = sent.value.request.post_data_json
    assert "match" not in request
    assert request["subject"] == "Two who like scanners"


def test_a_person_who_no_longer_matches_is_introduced_without_points(console: Console) -> None:
    posting, _ = best_match(console, "jobs", JOB)
    users = console.get("/admin/users", search=people.ROOT)["items"]
    pair = {"kind": "jobs", "posting": posting["id"], "person": users[0]["id"]}
    page = console.open("emails", "introduction", **pair)
    expect(page.get_by_label("Introducee: e-mail")).to_have_value(people.ROOT)
    page.get_by_label("Introducee: title").fill("Administrator")
    fill_in_what_is_missing(page)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("textbox", name="Text")).to_be_visible()
    expect(page.get_by_label("Show the points of the match")).to_have_count(0)


def test_the_owner_is_introduced_to_the_person_instead(console: Console) -> None:
    posting, match = best_match(console, "jobs", JOB)
    owner = console.get(f"/admin/users/{posting['userId']}")
    person = console.get(f"/admin/users/{match['subject']['id']}")
    ids = {"kind": "jobs", "posting": posting["id"], "person": person["id"]}
    page = console.open("emails", "introduction", **ids)
    expect(page.get_by_label("Introducee: e-mail")).to_have_value(person["email"])
    page.get_by_role("button", name=f"Introduce {owner['firstName']} to").click()
    expect(page.get_by_label("Introducee: e-mail")).to_have_value(owner["email"])
    expect(page.get_by_label("Introducer: e-mail")).to_have_value(person["email"])
    name = f"{owner['firstName']} {owner['lastName']}"
    expect(page.get_by_label("Introducee: full name")).to_have_value(name)
    both = f"{person['firstName']} and {owner['firstName']}"
    expect(page.get_by_label("Recipient: first name")).to_have_value(both)
    page.get_by_role("button", name=f"Introduce {person['firstName']} to").click()
    expect(page.get_by_label("Introducee: e-mail")).to_have_value(person["email"])
