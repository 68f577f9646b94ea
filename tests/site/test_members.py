"""What every member has: navigation, home, drafts, a lost connection and an expired session."""

import re

import pytest
from playwright.sync_api import Dialog, expect

from bridgework.demo import people
from tests.site.conftest import ADA, SiteReader
from tests.site.looks import (
    looks,
    must_be_accessible,
    must_be_accessible_now,
    must_fit,
    requests_of,
)
from tests.site.members import member

KEPT = "JSON.stringify(localStorage)"
FORM = """async ([draft, type]) => {
  const { render } = await import("preact");
  const { Form, html } = await import(new URL("site/ui.js", document.querySelector(
    "script[src*='site/main.js']").src.replace(/site\\/main.js.*/, "")).href);
  const fields = [{ name: "title" }, { name: "secret", type }];
  const element = document.createElement("div");
  document.querySelector("main").replaceChildren(element);
  render(html`<${Form} draft=${draft} fields=${fields} submit=${() => {}} />`, element);
}"""

WARNS = """() => {
  const leaving = new Event("beforeunload", { cancelable: true });
  dispatchEvent(leaving);
  return leaving.defaultPrevented;
}"""


def test_a_draft_is_restored_discarded_and_removed_with_the_session(site: SiteReader) -> None:
    page = site.sign_in()
    page.evaluate(FORM, ["note", "password"])
    page.get_by_label("Title").fill("Half a sen")
    page.get_by_label("Secret").fill("not to be kept")
    page.reload()
    site.wait()
    assert "not to be kept" not in page.evaluate(KEPT)
    page.evaluate(FORM, ["note", "password"])
    expect(page.get_by_label("Title")).to_have_value("Half a sen")
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_label("Title")).to_have_value("")
    assert "Half a" not in page.evaluate(KEPT)
    page.get_by_label("Title").fill("Sent")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Discard")).to_have_count(0)
    assert "Sent" not in page.evaluate(KEPT)
    page.get_by_label("Title").fill("Left behind")
    site.sign_out()
    expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    assert "Left behind" not in page.evaluate(KEPT)


def test_the_browser_warns_before_input_without_a_draft_is_lost(site: SiteReader) -> None:
    page = site.sign_in()
    kinds: list[str] = []

    def accept(dialog: Dialog) -> None:
        kinds.append(dialog.type)
        dialog.accept()

    page.on("dialog", accept)
    page.evaluate(FORM, [None, "text"])
    page.get_by_label("Title").fill("Half a sen")
    page.wait_for_function(WARNS)
    page.reload()
    site.wait()
    assert kinds == ["beforeunload"]
    page.reload()
    assert len(kinds) == 1


@pytest.mark.parametrize("name", ["<img src=x onerror=alert(1)>", "漢" * 60, "عبد الرحمن"])
def test_names_of_members_are_shown_as_text(site: SiteReader, name: str) -> None:
    omar = member(site, people.OMAR)
    former = omar.get("/users/me/profile")["firstName"]
    omar.send("PATCH", "/users/me/profile", {"firstName": name})
    page = site.sign_in("Omar Belhadj")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("main h1")).to_contain_text(name)
    must_fit(page)
    omar.send("PATCH", "/users/me/profile", {"firstName": former})


@pytest.mark.parametrize(
    ("name", "first", "title"),
    [
        ("Ada Lindholm", "Roles", "Roles that match you"),
        ("Ben Achterberg", "Roles", "Your roles"),
        ("Carla Mendizábal", "Jobs", "Your jobs"),
        ("Cyrus Daneshvar", "Jobs", "Jobs that match you"),
        ("Vera Stojanović", "Vendors", "Vendors and ambassadors"),
    ],
)
def test_each_kind_of_member_has_a_home_and_ways_of_its_own(
    site: SiteReader, name: str, first: str, title: str
) -> None:
    page = site.sign_in(name)
    site.open("articles")
    with requests_of(page, exempt=("/app/", "/notifications/stream", "/auth/refresh")) as sent:
        site.open()
        hello = f"Hello, {name.partition(' ')[0]}"
        expect(page.get_by_role("heading", name=hello)).to_be_visible()
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        expect(page.locator(".home .entries-of-home li").first).to_be_visible()
        ways = page.get_by_role("navigation", name="Site").get_by_role("link")
        expect(ways.first).to_have_text(re.compile(first))
    assert len(sent) <= 3, sent


def test_home_menu_and_notifications_are_accessible(site: SiteReader) -> None:
    page = site.sign_in()
    must_be_accessible(site, "", "notifications")
    for _ in looks(page):
        site.open("notifications")
        page.locator(".account").click()
        must_be_accessible_now(page)


def test_the_menu_is_used_by_keyboard_and_holds_what_a_phone_folds(site: SiteReader) -> None:
    page = site.sign_in()
    page.set_viewport_size({"width": 390, "height": 844})
    bar = page.get_by_role("navigation", name="Main pages")
    bar.get_by_role("link", name="Feed").click()
    expect(bar.get_by_role("link", name="Feed")).to_have_attribute("aria-current", "page")
    expect(page.locator("main h1")).to_be_focused()
    page.locator(".account").focus()
    page.keyboard.press("Enter")
    menu = page.get_by_role("navigation", name="Account")
    expect(menu.get_by_role("link", name="Events", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Events", exact=True)).to_be_visible()
    expect(menu).to_be_hidden()


def test_a_notification_is_read_when_it_is_opened(site: SiteReader) -> None:
    member(site, people.BEN)  # a new device
    page = site.sign_in("Ben Achterberg")
    site.open("notifications?show=unread")
    unread = page.locator(".notices .unread")
    expect(unread.first).to_be_visible()
    number = unread.count()
    page.locator(".notices .unread").filter(has_text="new device").locator("a").first.click()
    expect(page).to_have_url(re.compile("/app/settings/sessions$"))
    page.go_back()
    expect(unread).to_have_count(number - 1)
    site.open("notifications")
    page.get_by_role("button", name="Mark as unread").first.click()
    expect(unread).to_have_count(number)
    page.get_by_role("button", name="Mark all as read").click()
    expect(unread).to_have_count(0)
    expect(page).to_have_title(re.compile("^Notifications"))


def test_a_new_member_is_led_to_the_profile(site: SiteReader) -> None:
    email = "first.steps@example.com"
    site.join("clinic", email, "three-chairs-by-the-window")
    page = site.page
    expect(page).to_have_url(re.compile("/app/profile/clinic$"))
    site.open()
    expect(page.get_by_role("heading", name="Complete your profile")).to_be_visible()
    expect(page.get_by_text("You have not posted a job yet.")).to_be_visible()


def test_a_sign_in_leads_to_the_very_address_that_was_opened(site: SiteReader) -> None:
    page = site.page
    page.goto(f"{site.browser_page.origin}/app/notifications?show=unread")
    site.enter(ADA)
    expect(page.get_by_role("heading", name="Notifications")).to_be_visible()
    assert page.url.endswith("/app/notifications?show=unread")


def test_a_lost_connection_is_shown_and_reads_are_repeated_when_it_is_back(
    site: SiteReader,
) -> None:
    page = site.sign_in()
    page.get_by_role("link", name="Feed", exact=True).first.click()
    site.wait()
    page.locator(".brand").click()
    site.wait()
    page.context.set_offline(True)
    expect(page.get_by_text("The connection is lost.")).to_be_visible()
    page.get_by_role("link", name="Feed", exact=True).first.click()
    expect(page.get_by_role("alert")).to_be_visible()
    must_be_accessible_now(page)
    page.context.set_offline(False)
    expect(page.get_by_text("The connection is lost.")).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)
    site.wait()
    site.browser_page.allow("net::ERR_", "the browser reports the lost connection")
