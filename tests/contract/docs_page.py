"""The interactive docs in a browser, without access to other hosts."""

import json
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser import BrowserPage


def open_docs(browser_page: BrowserPage) -> Page:
    page = browser_page.open(f"{browser_page.origin}/docs/")
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
