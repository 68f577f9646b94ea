"""The settings: name, e-mail address, password, devices, e-mails, data, and the end."""

import json
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Page, expect

from tests.site.conftest import PASSWORD, SiteReader, new_address
from tests.site.looks import few_requests, must_be_accessible
from tests.site.members import HOSTILE, member, register

SECTIONS = ("account", "email", "password", "sessions", "emails", "data")


def newcomer(site: SiteReader, section: str = "account") -> tuple[str, Page]:
    """Join, and open a section of the settings; returns the e-mail address and the page."""
    email = new_address("newcomer")
    register(site, email)
    page = site.sign_in_with(email, path=f"settings/{section}")
    page.get_by_role("navigation", name="Settings").wait_for()
    return email, site.wait()


def is_refused(site: SiteReader, email: str, password: str) -> bool:
    sent = {"email": email, "password": password}
    return site.api.post("/auth/login", json=sent).status_code == httpx2.codes.UNAUTHORIZED


def test_name_and_phone_are_changed_and_cleared(site: SiteReader) -> None:
    email, page = newcomer(site)
    page.get_by_label("First name").fill("Ngọc Ánh")
    page.get_by_label("Last name").fill(HOSTILE)
    page.get_by_label("Country code").fill("+84")
    page.get_by_label("Phone number").fill("912345678")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.get_by_label("Phone number").fill("12")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Phone number")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Phone number").fill("")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Phone number")).not_to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("Saved.")).to_have_count(2)
    stored = member(site, email).get("/users/me/profile")
    assert (stored["firstName"], stored["lastName"]) == ("Ngọc Ánh", HOSTILE)
    assert (stored["profile"]["countryCode"], stored["profile"]["phoneNumber"]) == ("+84", None)


def test_the_address_is_changed_by_a_code_also_after_a_reload(site: SiteReader) -> None:
    email, page = newcomer(site, "email")
    new = f"moved.{email}"
    page.get_by_label("New address").fill(new)
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Send the code").click()
    expect(page.get_by_text("A code was sent to")).to_be_visible()
    page.reload()
    page.get_by_label("Code").fill(site.code(new))
    page.get_by_role("button", name="Change the address").click()
    expect(page.get_by_text(f"Your address is {new}.")).to_be_visible()
    assert member(site, new).get("/users/me")["email"] == new


def test_the_password_is_changed(site: SiteReader) -> None:
    email, page = newcomer(site, "password")
    new = "seven-lamps-on-the-pier"
    page.get_by_label("Current password").fill("wrong")
    page.get_by_label("New password").fill(new)
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert page.get_by_label("New password").input_value() == new
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_text("Your password was changed.")).to_be_visible()
    expect(page.get_by_label("New password")).to_have_value("")
    assert is_refused(site, email, PASSWORD)
    member(site, email, new)
    site.browser_page.allow("status of 403", "the browser reports the 403")


def test_other_devices_are_signed_out(site: SiteReader) -> None:
    email, page = newcomer(site)
    others = [member(site, email, agent=agent) for agent in ("Clinic App", HOSTILE, "Third")]
    page = site.open("settings/sessions")
    expect(page.locator(".rows > li")).to_have_count(4 + 1)  # and that of the verification
    expect(page.locator(".rows > li").first).to_contain_text("This device")
    page.get_by_role("button", name="Sign out Clinic App").click()
    expect(page.get_by_text("Clinic App was signed out.")).to_be_visible()
    expect(page.locator(".rows > li")).to_have_count(4)
    page.get_by_role("button", name="Sign out all other devices").click()
    page.get_by_role("button", name="Sign them out").click()
    expect(page.locator(".rows > li")).to_have_count(1)
    for other in others:
        with pytest.raises(httpx2.HTTPStatusError, match="401"):
            other.get("/users/me")


def test_e_mails_are_chosen_by_keyboard(site: SiteReader) -> None:
    email, page = newcomer(site, "emails")
    switch = page.get_by_role("switch", name="Saved searches")
    expect(switch).to_be_checked()
    switch.focus()
    page.keyboard.press("Space")
    expect(page.get_by_text("Saved searches: off. Saved.")).to_be_visible()
    assert member(site, email).get("/users/me/notifications")["savedSearchAlert"] is False


def test_own_data_is_downloaded(site: SiteReader, tmp_path: Path) -> None:
    email, page = newcomer(site, "data")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Download my data").click()
    saving.value.save_as(tmp_path / "data.json")
    assert email in json.dumps(json.loads((tmp_path / "data.json").read_text())["tables"])
    expect(page.get_by_role("status").get_by_text("was saved.")).to_be_visible()


def test_an_account_is_erased_unless_its_owner_returns(site: SiteReader) -> None:
    email, page = newcomer(site, "data")
    page.get_by_role("button", name="Erase my account").click()
    dialog = page.get_by_role("dialog", name="Erase your account?")
    dialog.get_by_label("Your password").fill("wrong")
    dialog.get_by_role("button", name="Erase my account").click()
    expect(dialog.get_by_role("alert")).to_be_visible()
    dialog.get_by_label("Your password").fill(PASSWORD)
    dialog.get_by_role("button", name="Erase my account").click()
    shown = page.get_by_role("dialog", name="Your account will be erased")
    expect(shown).to_contain_text("To keep it, sign in before.")
    shown.get_by_role("button", name="Close").click()
    expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    assert member(site, email).get("/users/me")["email"] == email
    site.browser_page.allow("status of 403", "the browser reports the 403")


def test_every_section_is_accessible_and_takes_few_requests(site: SiteReader) -> None:
    site.sign_in()
    for section in SECTIONS:
        must_be_accessible(site, f"settings/{section}")
        if section == "account":
            with few_requests(site.page):
                site.open(f"settings/{section}")
    expect(site.open("settings/nothing").locator("h1")).to_have_text("Page not found")
