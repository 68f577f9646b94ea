"""The interactive docs in a browser, without access to other hosts."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, expect, sync_playwright

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


@contextmanager
def open_browser(origin: str) -> Iterator[BrowserPage]:
    program = browser_program()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=OPTIONS)
        page = browser.new_page(viewport={"width": 1280, "height": 1600})
        page.set_default_timeout(15_000)
        browser_page = BrowserPage(page, origin)
        browser_page.watch()
        yield browser_page
        browser.close()


def open_docs(browser_page: BrowserPage) -> Page:
    page = browser_page.page
    page.goto(f"{browser_page.origin}/docs/")
    page.locator(".opblock-tag").first.wait_for()
    return page


def operation_block(page: Page, tag: str, operation: str) -> Locator:
    """Open a tag, and return the block of one of its operations."""
    heading = page.locator(f'.opblock-tag[data-tag="{tag}"]')
    if heading.get_attribute("data-is-open") == "false":
        heading.click()
    return page.locator(f"#operations-{tag.replace(' ', '_')}-{operation}")


def try_out(
    page: Page, tag: str, operation: str, body: object = None, status: int = 200
) -> dict[str, Any]:
    """Open an operation, fill in its body, execute and close it; return the response body.

    The page renders only what is near the window: an open operation pushes the next ones out.
    """
    block = operation_block(page, tag, operation)
    block.locator(".opblock-summary-control").click()
    if body is not None:
        block.locator("textarea.body-param__text").fill(json.dumps(body))
    block.locator("button.execute").click()
    response = block.locator(".live-responses-table .response").first
    expect(response.locator(".response-col_status")).to_contain_text(str(status))
    parsed: dict[str, Any] = json.loads(response.locator(".highlight-code code").first.inner_text())
    block.locator(".opblock-summary-control").click()
    return parsed


def authorize(page: Page, token: str) -> None:
    page.locator(".auth-wrapper button.authorize").first.click()
    dialog = page.locator(".modal-ux")
    scheme = dialog.locator(".auth-container", has_text="bearerAuth")
    scheme.locator("input").fill(token)
    scheme.locator("button.authorize").click()
    dialog.locator("button.btn-done").first.click()
    expect(dialog).to_have_count(0)
