"""Two members are introduced: the question, the answer, and the contact of each."""

import re

import pytest
from playwright.sync_api import expect

from tests.site.conftest import SiteReader, new_address
from tests.site.looks import must_be_accessible, must_be_accessible_now
from tests.site.members import member, register

pytestmark = pytest.mark.slow("a browser")

NOTE = "We open a clear aligner service.\nMay I ask you for an hour?"


def expert_of_demo(site: SiteReader) -> tuple[str, str]:
    """Return the address and the ID of Ada, whom every test asks by a client of its own."""
    ada = member(site, "ada.expert@example.com")
    return "ada.expert@example.com", str(ada.get("/users/me")["id"])


def test_a_client_asks_an_expert_who_accepts_and_both_see_a_contact(site: SiteReader) -> None:
    address, ada = expert_of_demo(site)
    client = new_address("client")
    register(site, client, role="client").send(
        "PATCH", "/users/me", {"firstName": "Wim", "lastName": "Castelein"}
    )
    page = site.sign_in_with(client)
    site.open(f"experts/{ada}")
    page.get_by_role("button", name="Ask for an introduction").click()
    dialog = page.get_by_role("dialog")
    note = dialog.get_by_label("Your note")
    expect(note).to_be_focused()
    note.fill(NOTE)
    expect(dialog).to_contain_text(f"{len(NOTE)} of 500 letters")
    must_be_accessible_now(page)
    dialog.get_by_role("button", name="Send").click()
    expect(dialog).to_have_count(0)
    site.open("introductions?box=out")
    sent = page.get_by_role("listitem").filter(has_text="Ada Lindholm")
    expect(sent).to_contain_text("Pending")
    expect(sent).not_to_contain_text(address)
    with site.other() as other:
        theirs = other.sign_in_with(address)
        theirs.get_by_role("link", name=re.compile("would like to meet you")).click()
        card = theirs.locator("li.box").filter(has_text="Wim Castelein")
        expect(card.locator(".prose")).to_have_text(NOTE)
        expect(card).not_to_contain_text(client)
        must_be_accessible(other, "introductions")
        card.get_by_role("button", name="Accept the introduction of Wim Castelein").click()
        expect(card).to_contain_text(client)
    site.open("introductions?box=out")
    expect(sent).to_contain_text(address)
    expect(sent.get_by_role("button")).to_have_count(0)


def test_the_owner_of_a_role_invites_an_expert_who_declines_and_blocks(site: SiteReader) -> None:
    _, ada = expert_of_demo(site)
    page = site.sign_in("Ben Achterberg")
    site.open(f"experts/{ada}")
    page.get_by_role("button", name="Invite to apply").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Which role?")).to_be_visible()
    dialog.get_by_label("Your note").fill(NOTE)
    dialog.get_by_role("button", name="Invite").click()
    expect(dialog).to_have_count(0)
    with site.other() as other:
        theirs = other.sign_in_with("ada.expert@example.com", path="introductions")
        card = theirs.locator("li.box").filter(has_text="Ben Achterberg")
        expect(card.get_by_role("link", name="See the posting and apply")).to_be_visible()
        card.get_by_role("button", name="Decline the introduction of Ben Achterberg").click()
        theirs.get_by_role("dialog").get_by_role("button", name="Decline").click()
        expect(card).to_contain_text("Declined")
        card.get_by_role("button", name="Block Ben Achterberg").click()
        theirs.get_by_role("dialog").get_by_role("button", name="Block").click()
        expect(card).to_have_count(0)
        other.open("settings/contact")
        blocked = theirs.get_by_role("listitem").filter(has_text="Ben Achterberg")
        must_be_accessible(other, "settings/contact")
        blocked.get_by_role("button", name="Unblock Ben Achterberg").click()
        expect(theirs.get_by_text("You have blocked nobody.")).to_be_visible()
        theirs.get_by_label("Who may ask you for an introduction?").select_option("verified")
        theirs.get_by_role("button", name="Save").click()
        expect(theirs.get_by_text("Saved.")).to_be_visible()
        ada_at_api = member(site, "ada.expert@example.com")
        assert ada_at_api.get("/users/me/contact")["introductions"] == "verified"
        ada_at_api.send("PATCH", "/users/me/contact", {"introductions": "everybody"})
    site.open("introductions?box=out")
    expect(page.locator("li.box").filter(has_text="Ada Lindholm").first).to_contain_text("Pending")


def test_a_member_without_introductions_reads_what_to_do(site: SiteReader) -> None:
    site.join("client")
    page = site.open("introductions")
    expect(page.locator(".empty")).to_contain_text("Members find you by your profile")
    must_be_accessible(site, "introductions")
    page.get_by_role("link", name="Asked for").click()
    expect(page.get_by_role("link", name="Find an expert")).to_be_visible()
    must_be_accessible(site, "introductions?box=out")
