"""A user works with the interactive docs in a browser, without access to other hosts."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests import cast
from tests.browser import BrowserPage, open_browser
from tests.contract.docs_page import authorize, open_docs, operation_block, try_out
from tests.process import ServerProcess

pytestmark = [
    pytest.mark.parametrize("database_url", ["sqlite"], indirect=True),
    pytest.mark.slow("a browser"),
]


@pytest.fixture
def limits() -> dict[str, Any]:
    """The default rate limits."""
    return {}


@pytest.fixture
def browser_page(served: ServerProcess) -> Iterator[BrowserPage]:
    """Open a browser for the docs page."""
    with open_browser(served.url) as browser_page:
        yield browser_page


def test_a_user_enters_a_token_in_the_dialog(browser_page: BrowserPage, tmp_path: Path) -> None:
    page = open_docs(browser_page)
    expect(page.locator(".info .title")).to_contain_text("Bridgework")
    body = {"email": "ada@example.com", "password": cast.PASSWORD}
    token = try_out(page, "Sign-in", "login", body)["data"]["token"]
    authorize(page, token)
    account = try_out(page, "Accounts", "getMe")
    page.screenshot(path=tmp_path / "docs.png", full_page=True)
    assert account["data"]["email"] == "ada@example.com"


def test_a_user_signs_in_with_the_form(browser_page: BrowserPage) -> None:
    page = open_docs(browser_page)
    expect(page.locator(".sign-in-accounts")).to_be_hidden()
    page.get_by_text("With e-mail address and password").click()
    page.get_by_label("E-mail address").fill("ada@example.com")
    page.get_by_label("Password", exact=True).fill("not the password")
    page.locator(".sign-in form button").click()
    expect(page.locator(".sign-in-status")).to_contain_text("password")
    page.get_by_label("Password", exact=True).fill(cast.PASSWORD)
    page.locator(".sign-in form button").click()
    expect(page.locator(".sign-in-status")).to_have_text("Signed in as Ada Lovell.")
    assert try_out(page, "Accounts", "getMe")["data"]["email"] == "ada@example.com"
    browser_page.allow("status of 401", "the first password is wrong")
    # Another token in the dialog replaces the session.
    page.locator(".auth-wrapper button.authorize").first.click()
    page.locator(".modal-ux").get_by_role("button", name="Remove authorization").click()
    expect(page.locator("#session")).to_be_hidden()


def test_the_tags_are_grouped_and_closed(browser_page: BrowserPage) -> None:
    page = open_docs(browser_page)
    assert page.locator("h2.group").all_inner_texts() == ["PUBLIC", "MEMBERS", "ADMINISTRATORS"]
    expect(page.locator(".opblock")).to_have_count(0)
    page.goto(f"{browser_page.origin}/docs/#/Jobs/listJobs")
    page.reload()
    expect(page.locator("#operations-Jobs-listJobs .opblock-body")).to_be_visible()


def test_the_filter_finds_operations(browser_page: BrowserPage) -> None:
    page = open_docs(browser_page)
    page.get_by_role("link", name="Operations", exact=True).click()
    expect(page.get_by_label("Find operations")).to_be_focused()
    found = page.locator(".opblock-summary-path")
    for text, path in (
        ("applytojob", "/jobs/{id}/applications"),  # the operationId
        ("patch searches", "/searches/{id}"),  # method and path
        ("forgot", "/auth/forgot-password"),
        ("blog administration delete", "/admin/blogs/{id}"),  # the tag
        ("atom feed", "/blogs/feed.xml"),  # the summary
    ):
        page.get_by_label("Find operations").clear()
        page.get_by_label("Find operations").press_sequentially(text)
        expect(page.locator(".operation-filter [role=status]")).to_have_text("1 operation")
        expect(found).to_have_text([path], use_inner_text=False)
    page.get_by_label("Find operations").fill("nothing like this")
    expect(page.locator(".operation-filter [role=status]")).to_have_text("No operation matches.")
    page.get_by_label("Find operations").fill("")
    expect(found).to_have_count(0)


def test_no_markdown_is_shown_as_text(browser_page: BrowserPage) -> None:
    page = open_docs(browser_page)
    for tag, operation in (
        ("System", "getDocsRedirect"),
        ("Sign-in", "refreshToken"),
        ("Jobs", "listJobs"),
        ("Users", "adminPatchUser"),
    ):
        block = operation_block(page, tag, operation)
        block.locator(".opblock-summary-control").click()
        expect(block.locator(".responses-table").first).to_be_visible()
        text = page.evaluate(
            """() => {
                const docs = document.getElementById("docs").cloneNode(true);
                docs.querySelectorAll("pre, code, textarea").forEach((each) => each.remove());
                return docs.textContent;
            }"""
        )
        assert "`" not in text
        block.locator(".opblock-summary-control").click()


def test_an_optional_parameter_has_its_example_in_the_description(
    browser_page: BrowserPage,
) -> None:
    def add_example(route: Route) -> None:
        response = route.fetch()
        document = response.json()
        for parameter in document["paths"]["/experts"]["get"]["parameters"]:
            if parameter.get("name") == "location":
                parameter["example"] = "Denver"
        route.fulfill(response=response, json=document)

    browser_page.page.route("**/openapi.json", add_example)
    page = open_docs(browser_page)
    block = operation_block(page, "Experts", "listExperts")
    block.locator(".opblock-summary-control").click()
    row = block.locator("tr[data-param-name=location]")
    expect(row).to_contain_text("Example: Denver")
    expect(row.locator("input")).to_have_value("")


@pytest.mark.parametrize("width", [390, 768])
def test_the_page_fits_a_narrow_window(browser_page: BrowserPage, width: int) -> None:
    browser_page.page.set_viewport_size({"width": width, "height": 844})
    page = open_docs(browser_page)
    operation_block(page, "Jobs", "createJob").locator(".opblock-summary-control").click()
    expect(page.locator(".responses-table").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


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
    browser_page.allow("connect-src", "the policy refuses the request")
    browser_page.allow("Refused to connect", "newer browsers say it twice", is_certain=False)
    browser_page.allow("script-src", "the policy refuses the script")
    why = "a browser may begin the request before the policy refuses it"
    browser_page.allow("a request to https://elsewhere.example/", why, is_certain=False)
