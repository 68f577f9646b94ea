"""The page of an administrator's invitation in a browser, from the e-mail to the sign-in."""

import email
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from email import policy
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Page, expect

from bridgework.settings import Settings
from tests import cast, process
from tests.browser import BrowserPage, open_browser
from tests.world import Person, World

pytestmark = [
    pytest.mark.parametrize("database_url", ["sqlite"], indirect=True),
    pytest.mark.slow("a browser"),
]

NEW_MASTER = "a master password of Ben's"
_MAILED_WITHIN = 20.0
"""Seconds; the server's own worker sends the e-mail in the background."""


@dataclass
class Invited:
    """Ben, a new administrator, with a browser."""

    browser_page: BrowserPage
    ben: Person
    mail: Path

    def link(self) -> str:
        """Return the link in the e-mail once it was sent."""
        deadline = time.monotonic() + _MAILED_WITHIN
        while time.monotonic() < deadline:
            for file in self.mail.glob("*.eml"):
                message = email.message_from_bytes(file.read_bytes(), policy=policy.default)
                body = message.get_body(("plain",))
                match = re.search(r"^http\S+#token=\S+$", body.get_content() if body else "", re.M)
                if match:
                    return match[0]
            time.sleep(0.05)
        raise TimeoutError("the invitation was not sent")


@pytest.fixture
def invited(world: World, settings: Settings) -> Iterator[Invited]:
    root, ben = cast.root(world), cast.ben(world)
    with process.run_server(settings.data_dir, database_url=settings.database_address) as served:
        signed_in = {"email": root.email, "masterPassword": cast.MASTER_PASSWORD}
        with httpx2.Client(base_url=served.url) as client:
            token = client.post("/auth/admin/login", json=signed_in).json()["data"]["token"]
            headers = {"authorization": f"Bearer {token}"}
            body = {"id": ben.id, "role": "admin"}
            client.post("/admin/users/assign-role", json=body, headers=headers).raise_for_status()
        with open_browser(served.url, viewport={"width": 1000, "height": 900}) as browser_page:
            yield Invited(browser_page, ben, settings.mail_dir)


def fill_in(
    page: Page, password: str, master: str = NEW_MASTER, repeated: str | None = None
) -> None:
    page.get_by_label("Your account’s password").fill(password)
    page.get_by_label("New master password").fill(master)
    page.get_by_label("Repeat the master password").fill(repeated or master)
    page.get_by_role("button", name="Set master password").click()


def test_an_invited_administrator_sets_a_master_password(invited: Invited, tmp_path: Path) -> None:
    browser_page, page = invited.browser_page, invited.browser_page.page
    link = invited.link()
    page.emulate_media(color_scheme="light")
    page.goto(link)
    expect(page.get_by_role("heading")).to_have_text("Set your master password")
    assert (
        page.url == f"{browser_page.origin}/admin-invitation"
    )  # the token was removed from the address bar
    page.screenshot(path=tmp_path / "light.png", full_page=True)
    account = page.get_by_label("Your e-mail address")
    expect(account).to_have_value(invited.ben.email)
    expect(account).to_have_attribute("autocomplete", "username")
    expect(account).not_to_be_editable()
    page.emulate_media(color_scheme="dark")
    page.screenshot(path=tmp_path / "dark.png", full_page=True)
    fill_in(page, cast.PASSWORD)
    expect(page.get_by_role("heading")).to_have_text("Your master password is set")
    expect(page.get_by_role("heading")).to_be_focused()
    page.screenshot(path=tmp_path / "done.png", full_page=True)
    console = page.get_by_role("link", name="Open the console")
    expect(console).to_have_attribute("href", f"{browser_page.origin}/console/")
    body = {"email": invited.ben.email, "masterPassword": NEW_MASTER}
    assert httpx2.post(f"{browser_page.origin}/auth/admin/login", json=body).status_code == 200
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("Open the link in the e-mail again")
    expect(page.locator("form")).to_be_hidden()


def test_a_refused_invitation_explains_what_to_do(invited: Invited, tmp_path: Path) -> None:
    browser_page, page = invited.browser_page, invited.browser_page.page
    link = invited.link()
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(link)
    fill_in(page, cast.PASSWORD, repeated="something else entirely")
    expect(page.locator("#repeated-error")).to_have_text("The two master passwords differ.")
    fill_in(page, cast.PASSWORD, "too short")
    expect(page.locator("#master-password-error")).to_contain_text("at least 12 characters")
    fill_in(page, "not the right one")
    expect(page.locator("#password-error")).to_contain_text("not your account’s password")
    expect(page.get_by_label("Your account’s password")).to_be_focused()
    page.screenshot(path=tmp_path / "narrow.png", full_page=True)
    is_too_wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not is_too_wide, "the page is wider than a small phone"
    page.goto(
        f"{browser_page.origin}/admin-invitation#token=guessed"
    )  # the same page with another fragment, as of an e-mail without the address
    expect(page.get_by_label("Your e-mail address")).to_be_hidden()
    fill_in(page, cast.PASSWORD)
    expect(page.get_by_role("heading")).to_have_text("This invitation can’t be used")
    expect(page.get_by_role("alert")).to_contain_text("Ask another administrator")
    expect(page.locator("form")).to_be_hidden()
    page.screenshot(path=tmp_path / "refused.png", full_page=True)
    browser_page.allow("status of 40", "the server refuses the password and the token")
