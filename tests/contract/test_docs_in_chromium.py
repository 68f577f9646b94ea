"""A user works with the interactive docs in a browser, without access to other hosts."""

import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect, sync_playwright

from tests import cast
from tests.process import ServerProcess

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
OPTIONS = [
    "--no-sandbox",  # required as root; the browser opens only our own pages
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
]


@dataclass
class BrowserPage:
    """A browser page with its requests to other hosts and its errors."""

    page: Page
    origin: str
    elsewhere: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def watch(self) -> None:
        self.page.on("request", self._note)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on(
            "console",
            lambda message: (
                self.complaints.append(message.text) if message.type == "error" else None
            ),
        )

    def _note(self, request: Request) -> None:
        if not request.url.startswith((self.origin + "/", "data:")):
            self.elsewhere.append(request.url)


def browser_program() -> str:
    """Return the path of the browser; without one, skip the test or fail if it is required."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is not None:
        return program
    missing = f"no browser is installed: put one of {', '.join(PROGRAMS)} on the PATH"
    if os.environ.get("BRIDGEWORK_TEST_REQUIRE") == "all":
        pytest.fail(f"{missing} (BRIDGEWORK_TEST_REQUIRE=all)", pytrace=False)
    pytest.skip(missing)


@pytest.fixture
def browser_page(served: ServerProcess) -> Iterator[BrowserPage]:
    """Open the docs page in a browser."""
    program = browser_program()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=OPTIONS)
        page = browser.new_page(viewport={"width": 1280, "height": 1600})
        page.set_default_timeout(15_000)
        browser_page = BrowserPage(page, served.url)
        browser_page.watch()
        yield browser_page
        browser.close()


def try_out(page: Page, operation: str, body: object = None) -> str:
    """Open an operation, fill in its body, execute and close it; return the response body.

    The page renders only what is near the window: an open operation pushes the next ones out.
    """
    block = page.locator(f"#operations-{operation}")
    block.locator(".opblock-summary-control").click()
    if body is not None:
        block.locator("textarea.body-param__text").fill(json.dumps(body))
    block.locator("button.execute").click()
    response = block.locator(".live-responses-table .response").first
    expect(response.locator(".response-col_status")).to_contain_text("200")
    text = response.locator(".highlight-code code").first.inner_text()
    block.locator(".opblock-summary-control").click()
    return text


def authorize(page: Page, token: str) -> None:
    page.locator(".auth-wrapper button.authorize").first.click()
    dialog = page.locator(".modal-ux")
    scheme = dialog.locator(".auth-container", has_text="bearerAuth")
    scheme.locator("input").fill(token)
    scheme.locator("button.authorize").click()
    dialog.locator("button.btn-done").first.click()
    expect(dialog).to_have_count(0)


def test_a_user_signs_in_from_the_docs(browser_page: BrowserPage, tmp_path: Path) -> None:
    page = browser_page.page
    page.goto(f"{browser_page.origin}/docs/")
    expect(page.locator(".info .title")).to_contain_text("Bridgework")
    body = {"email": "ada@example.com", "password": cast.PASSWORD}
    token = json.loads(try_out(page, "Accounts-login", body))["data"]["token"]
    authorize(page, token)
    account = json.loads(try_out(page, "Accounts-getMe"))
    page.screenshot(path=tmp_path / "docs.png", full_page=True)
    assert account["data"]["email"] == "ada@example.com"
    assert browser_page.elsewhere == []
    assert browser_page.complaints == []


def test_a_request_to_another_host_would_be_seen(browser_page: BrowserPage) -> None:
    page = browser_page.page
    page.goto(f"{browser_page.origin}/docs/")
    page.evaluate("fetch('https://elsewhere.example/').catch(() => {})")
    page.evaluate(
        "document.head.appendChild(Object.assign(document.createElement('script'),"
        " {textContent: 'window.broken = true'}))"
    )
    page.wait_for_timeout(500)
    assert page.evaluate("window.broken") is None
    assert any("Content Security Policy" in complaint for complaint in browser_page.complaints)
    assert (
        len([complaint for complaint in browser_page.complaints if "connect-src" in complaint]) >= 1
    )
