"""E-mails: the list with retry, the custom e-mails and the introduction."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from bridgework.demo import people
from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from tests.console.conftest import Console

INTRODUCTION = {
    "Recipient: first name": "Ada",
    "Recipient: profile": "https://network.example.com/in/ada-lindholm",
    "Introducer: first name": "Omar",
    "Introducer: e-mail": people.OMAR,
    "Introducer: profile": "https://network.example.com/in/omar",
    "Introducee: first name": "Vera",
    "Introducee: full name": "Vera Stojanović",
    "Introducee: title": "Founder",
    "Introducee: company": "Scanworks",
    "Introducee: e-mail": people.VERA,
    "Introducee: profile": "https://network.example.com/in/vera",
    "Introducee: scheduling link": "https://meet.example.com/vera",
    "Why they should meet": "Both compare scanners.",
    "Sender: title": "Matchmaking",
    "Sender: organization": "Bridgework",
}


def test_a_custom_email_is_previewed_sent_and_retried(console: Console, demo_folder: Path) -> None:
    page = console.open("emails", "custom", to="nobody.here@example.com")
    page.get_by_label("Type").select_option("An invitation by the founders")
    page.get_by_label("Subject").fill("Dinner of the founders")
    page.get_by_label("Text").fill("Hello Ben,\n\nwill you come?")
    expect(page.locator(".prose")).to_contain_text("will you come?")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_label("To")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("To").fill(people.BEN)
    kind = "administration/admin_custom_founder_invite"
    with _refused(demo_folder, kind):
        page.get_by_role("button", name="Send").click()
        toast = page.locator(".toast.held")
        expect(toast).to_contain_text(f"E-mail to Ben Achterberg. Sends your text to {people.BEN}.")
        page.keyboard.press("u")
        expect(page.get_by_label("Subject")).to_have_value("Dinner of the founders")
        expect(page.get_by_label("To")).to_have_value(people.BEN)
        console.browser_page.count_anew()  # each form asks for the templates once
        page.get_by_role("button", name="Send").click()
        expect(toast).to_be_visible()
        with page.expect_response("**/admin/users/*/emails"):
            console.pass_time()
    expect(page.get_by_label("Subject")).to_have_value("")
    assert page.get_by_label("To").input_value() == "nobody.here@example.com"

    email = _email(console, page, kind, "dead")
    assert email["to"] == people.BEN
    page = console.open("emails", state="dead", kind=kind)
    expect(page.get_by_text("550 mailbox unavailable")).to_be_visible()
    page.get_by_role("button", name="Retry").click()
    expect(page.locator(".toast").last).to_contain_text(f"Sends the e-mail again to {people.BEN}.")
    console.pass_time()
    expect(page.locator(".empty")).to_contain_text("No e-mail matches.")
    assert _email(console, page, kind, "sent")["id"] == email["id"]
    page = console.open("emails", email["id"])
    expect(page.get_by_role("heading", name="Dinner of the founders")).to_be_visible()
    expect(page.locator(".prose")).to_contain_text("will you come?")


def test_an_introduction_is_previewed_edited_and_sent(console: Console) -> None:
    page = console.open("emails", "introduction")
    assert page.get_by_label("Sender: name").input_value() == "Robin Ashworth"
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_label("Introducer: first name")).to_have_attribute("aria-invalid", "true")
    console.browser_page.allow("status of 422", "the browser reports the 422")
    for label, value in INTRODUCTION.items():
        page.get_by_label(label).fill(value)
    page.get_by_role("button", name="Preview").click()
    body = page.get_by_label("Text")
    expect(body).to_have_value(re.compile("Both compare scanners"))
    body.fill(f"{body.input_value()}\nSee you soon.")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("heading", name="E-mails", level=1)).to_be_visible()
    with page.expect_response("**/admin/emails/intro"):
        console.pass_time()
    sent = console.get("/admin/emails", kind="administration/introduction")["items"]
    assert {email["to"] for email in sent} >= {people.OMAR, people.VERA}


def _email(console: Console, page: Page, kind: str, state: str) -> dict[str, Any]:
    """Return the e-mail of a kind as soon as it has a state."""
    for _ in range(100):
        found = console.get("/admin/emails", kind=kind, state=state)["items"]
        if found:
            email: dict[str, Any] = found[0]
            return email
        page.wait_for_timeout(100)
    raise AssertionError(f"no e-mail of the kind {kind} is {state}")


@contextmanager
def _refused(folder: Path, kind: str) -> Iterator[None]:
    """Record each new e-mail of a kind as one that the recipient's server refused."""
    with closing(sqlite3.connect(folder / "bridgework.db", timeout=10)) as connection:
        connection.execute(
            f"create trigger refuse after insert on outbox_emails when new.name = '{kind}'"
            " begin update outbox_emails set state = 'dead', fault = '550 mailbox unavailable'"
            " where id = new.id; end"
        )
        try:
            yield
        finally:
            connection.execute("drop trigger refuse")
