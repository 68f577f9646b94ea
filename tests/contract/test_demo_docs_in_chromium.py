"""A reader of the interactive docs of the demo signs in as one of its people."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests import process
from tests.browser import BrowserPage, open_browser
from tests.contract.docs_page import open_docs, try_out

pytestmark = pytest.mark.slow("a browser")


@pytest.fixture
def demo_page(tmp_path: Path) -> Iterator[BrowserPage]:
    """Open a browser for the docs page of the demo."""
    with (
        process.run_server(tmp_path, command=("demo",)) as server,
        open_browser(server.url) as browser_page,
    ):
        yield browser_page


def test_a_reader_of_the_demo_signs_in_with_one_click(demo_page: BrowserPage) -> None:
    page = open_docs(demo_page)
    accounts = page.locator(".sign-in-accounts button")
    assert accounts.count() == 7
    for account in accounts.all():
        account.click()
        expect(account).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#session")).to_contain_text("Robin Ashworth")
    try_out(page, "Users", "adminListUsers")
    page.reload()
    expect(page.locator("#session")).to_contain_text("Robin Ashworth")
    me = try_out(page, "Accounts", "getMe")
    assert me["data"]["email"] == "root.admin@example.com"
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("#session")).to_be_hidden()
    page.reload()
    try_out(page, "Accounts", "getMe", status=401)
    expect(page.locator("#session")).to_be_hidden()
    demo_page.allow("status of 401", "the reader has signed out")


def change_stored_session(page: Page, **members: str) -> None:
    """Change members of the stored session, and reload the page until it has tried a refresh."""
    page.evaluate(
        "members => sessionStorage.setItem('bridgework-session', JSON.stringify("
        "{...JSON.parse(sessionStorage.getItem('bridgework-session')), ...members}))",
        members,
    )
    with page.expect_response("**/auth/refresh"):
        page.reload()


def test_a_token_is_refreshed_before_it_expires(demo_page: BrowserPage) -> None:
    demo_page.page.clock.install()
    page = open_docs(demo_page)
    page.get_by_role("button", name="Ada Lindholm").click()
    expect(page.locator("#session")).to_be_visible()
    page.clock.fast_forward("58:00")
    with page.expect_response("**/auth/refresh") as refreshed:
        page.clock.fast_forward("01:30")
    assert refreshed.value.status == 200
    expect(page.locator("#session")).to_be_visible()


def test_an_expired_token_is_refreshed_while_the_session_lasts(demo_page: BrowserPage) -> None:
    page = open_docs(demo_page)
    page.get_by_role("button", name="Ada Lindholm").click()
    expect(page.locator("#session")).to_be_visible()
    change_stored_session(page, token="expired")
    assert try_out(page, "Accounts", "getMe")["data"]["email"] == "ada.expert@example.com"
    change_stored_session(page, token="expired", refreshToken="expired")
    expect(page.locator(".sign-in-status")).to_have_text("The session has ended. Sign in again.")
    expect(page.locator("#session")).to_be_hidden()
    demo_page.allow("status of 401", "the tokens have expired")
