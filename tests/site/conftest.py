"""The member site of the demo in a browser."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email import message_from_bytes, policy
from pathlib import Path
from re import MULTILINE, search
from time import monotonic, sleep
from typing import Any
from uuid import uuid4

import httpx2
import pytest
from playwright.sync_api import Page, expect

from bridgework.demo import people
from tests.browser import BrowserPage, open_browser
from tests.servers import minutes

ADA = people.ADA
PASSWORD = people.PASSWORD
MAIL_SECONDS = 20.0
NAMED = [email for email in people.NAMED if email not in {people.ROOT, people.MALLORY}]
WRITTEN_BY_VISITS = {"updatedAt", "referralCode", "referralCount"}
PROFILES = ("professional", "candidate", "clinic", "vendor", "ambassador")


@dataclass
class SiteReader:
    """A browser at the site, and a client of the API for what a test needs to know."""

    browser_page: BrowserPage
    api: httpx2.Client
    mail_dir: Path

    @property
    def page(self) -> Page:
        return self.browser_page.page

    def open(self, path: str = "") -> Page:
        """Open a screen, and wait until the script has rendered it."""
        self.browser_page.open(f"{self.browser_page.origin}/app/{path}")
        return self.wait()

    def wait(self) -> Page:
        """Wait until the present screen is loaded."""
        self.page.locator("a.skip").wait_for(state="attached")
        self.page.locator("main h1").wait_for()
        expect(self.page.locator(".loading")).to_have_count(0)
        return self.page

    def sign_in(self, name: str = "Ada Lindholm") -> Page:
        """Sign in as a person of the demo by one click."""
        page = self.open()
        page.get_by_role("button", name=f"Sign in as {name}").click()
        expect(page.locator(".account")).to_be_visible()
        return page

    def sign_in_with(self, email: str, password: str = PASSWORD, path: str = "") -> Page:
        """Sign in with a password, and go on at a screen."""
        self.open(f"sign-in?next={path}" if path else "sign-in")
        self.enter(email, password)
        expect(self.page.locator(".account")).to_be_visible()
        return self.page

    def enter(self, email: str, password: str = PASSWORD) -> None:
        """Fill in the present form to sign in, and send it."""
        self.page.get_by_label("E-mail address").fill(email)
        self.page.get_by_label("Password").fill(password)
        self.page.get_by_role("button", name="Sign in", exact=True).click()

    def join(self, kind: str, email: str = "", password: str = PASSWORD, path: str = "") -> str:
        """Join, and go on at a screen; returns the e-mail address, a new one if none is given."""
        email = email or new_address(kind)
        self.open(f"join?as={kind}" + (f"&next={path}" if path else ""))
        self.join_here(email, password)
        return email

    def join_here(self, email: str, password: str) -> None:
        """Fill in the present form to join, and enter the code of the e-mail."""
        page = self.page
        verification = page.get_by_role("heading", name="Verify your e-mail address")
        page.get_by_label("E-mail address").fill(email)
        page.get_by_label("Password").fill(password)
        page.get_by_role("button", name="Join").click()
        expect(verification).to_be_visible()
        page.get_by_label("Code").fill(self.code(email))
        page.get_by_role("button", name="Continue").click()
        expect(verification).to_have_count(0)
        expect(page.locator(".account")).to_be_visible()

    def sign_out(self, page: Page | None = None) -> None:
        """Sign out in a tab."""
        page = page or self.page
        page.locator(".account").click()
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()

    def get(self, path: str, **parameters: Any) -> Any:
        """Return the payload of a public read."""
        return payload(self.api.get(path, params=parameters))

    @contextmanager
    def other(self, **options: Any) -> Iterator["SiteReader"]:
        """Another browser at the same site, with cookies and a storage of its own.

        `options` are those of its context, such as the time zone.
        """
        with self.browser_page.another(**options) as browser_page:
            yield SiteReader(browser_page, self.api, self.mail_dir)

    def code(self, email: str) -> str:
        """Return the code of the newest e-mail with one to an address."""
        return self._find_in_mail(email, r"^([0-9]{6})$")

    def link(self, email: str, label: str, about: str) -> str:
        """Return the URL that has a label in the newest e-mail to an address about something."""
        return self._find_in_mail(email, rf"^{label}:\n(\S+)$", about)

    def _find_in_mail(self, email: str, pattern: str, about: str = "") -> str:
        deadline = monotonic() + MAIL_SECONDS
        while monotonic() < deadline:
            for file in sorted(self.mail_dir.glob("*.eml"), reverse=True):
                message = message_from_bytes(file.read_bytes(), policy=policy.default)
                text = message.get_body(("plain",))
                if message["To"] == email and text is not None:
                    content = text.get_content()
                    found = search(pattern, content, MULTILINE)
                    if found and about in content:
                        return found[1]
            sleep(0.05)
        raise AssertionError(f"no e-mail to {email} has {pattern}")


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data directory of the server."""
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="session")
def site_server(site_folder: Path) -> Iterator[str]:
    """A server with the demo data and the member site; returns its public URL."""
    with minutes.serving_demo(site_folder) as url:
        yield url


@pytest.fixture(scope="session")
def named_people(site_server: str) -> Callable[[], dict[str, Any]]:
    """Return what reads the profiles of the people of the demo."""
    url = site_server.replace("localhost", "127.0.0.1")
    sent = {"email": people.ROOT, "masterPassword": people.MASTER_PASSWORD}
    token = payload(httpx2.post(f"{url}/auth/admin/login", json=sent))["token"]
    headers = {"authorization": f"Bearer {token}"}
    with httpx2.Client(base_url=url, headers=headers) as api:
        ids = {
            email: payload(api.get("/admin/users", params={"search": email}))["items"][0]["id"]
            for email in NAMED
        }

    def read() -> dict[str, Any]:
        with httpx2.Client(base_url=url, headers=headers) as api:
            profiles = {
                email: payload(api.get(f"/admin/users/{ids[email]}/profile")) for email in ids
            }
        return {email: _lasting(profile) for email, profile in profiles.items()}

    return read


@pytest.fixture
def site(
    site_server: str, site_folder: Path, named_people: Callable[[], dict[str, Any]]
) -> Iterator[SiteReader]:
    """A visitor.

    The people of the demo have the same profiles after a test, since other tests know them.
    """
    minutes.begin_minute(site_server)
    before = named_people()
    with reading(site_server, site_folder) as reader:
        yield reader
    minutes.begin_minute(site_server)
    assert named_people() == before


@contextmanager
def reading(url: str, folder: Path) -> Iterator[SiteReader]:
    """A visitor with a browser of their own."""
    base_url = url.replace("localhost", "127.0.0.1")
    with open_browser(url) as browser_page, httpx2.Client(base_url=base_url) as api:
        yield SiteReader(browser_page, api, folder / "mail")


def _lasting(profile: dict[str, Any]) -> dict[str, Any]:
    """Return the profiles of a person without what a visit of a screen writes."""
    stored = {kind: profile[kind] or {} for kind in PROFILES}
    return {
        kind: {
            name: value
            for name, value in members.items()
            if value and name not in WRITTEN_BY_VISITS
        }
        for kind, members in stored.items()
    }


def new_address(name: str) -> str:
    """Return an e-mail address that no member has."""
    return f"{name}-{uuid4().hex[:8]}@example.com"


def payload(response: httpx2.Response) -> Any:
    """Return the payload of a response, which must be a success."""
    return response.raise_for_status().json()["data"]
