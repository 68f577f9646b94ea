"""A browser test fails because of what its page does wrong: see `tests/browser.py`."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Route

from tests.browser import MOST_GETS, BrowserPage, open_browser

pytestmark = pytest.mark.slow("a browser")

ORIGIN = "http://page.test"
ELSEWHERE = "http://elsewhere.test/image.png"
GETS = """
const addresses = {addresses};
for (const address of addresses) await fetch(address);
"""
RELOADS = """
sessionStorage.count = Number(sessionStorage.count || 0) + 1;
if (sessionStorage.count < {count}) location.reload();
"""


def answer(route: Route) -> None:
    """Answer as a server does: with a status that the address names, and with an empty page."""
    status = 422 if route.request.url.endswith("/refused") else 200
    route.fulfill(status=status, body="<title>Empty</title>", content_type="text/html")


@contextmanager
def opened() -> Iterator[BrowserPage]:
    """Open an empty page."""
    with open_browser(ORIGIN) as browser_page:
        browser_page.page.context.route(f"{ORIGIN}/**", answer)
        browser_page.open(f"{ORIGIN}/")
        yield browser_page


@contextmanager
def failing(fault: str) -> Iterator[BrowserPage]:
    """Open an empty page, which must fail its test because of a fault."""
    with pytest.raises(AssertionError, match=fault), opened() as browser_page:
        yield browser_page


def run(browser_page: BrowserPage, script: str, *, is_fault: bool = False) -> None:
    """Run a script in the page, and wait for what it causes, or until it has caused a fault."""
    browser_page.page.evaluate(f"async () => {{ {script} }}")
    browser_page.page.wait_for_timeout(300)
    if is_fault:
        wait_for_fault(browser_page)


def wait_for_fault(browser_page: BrowserPage) -> None:
    """Wait until the page has a fault. A busy machine reports it late."""
    for _ in range(100):
        if browser_page.faults:
            return
        browser_page.page.wait_for_timeout(100)


def gets(*addresses: str) -> str:
    return GETS.format(addresses=list(addresses))


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        (gets(*["/answer?page=1"] * (MOST_GETS + 1)), "answer[?]page=1"),
        ("Promise.reject(new Error('nobody waits'))", "nobody waits"),
        ("setTimeout(() => { throw new Error('thrown later') })", "thrown later"),
        ("console.error('an error')", "an error"),
        ("await fetch('/refused')", "status of 422"),
        (f"new Image().src = '{ELSEWHERE}'", "a request to http://elsewhere.test"),
    ],
)
def test_a_fault_of_a_page_is_found(script: str, fault: str) -> None:
    with failing(fault) as browser_page:
        run(browser_page, script, is_fault=True)


@pytest.mark.parametrize(
    "script",
    [
        gets(*["/answer"] * MOST_GETS),
        gets(*(f"/answer?page={number}" for number in range(10))),
        "console.warn('a warning'); await Promise.reject(new Error()).catch(() => {})",
    ],
)
def test_what_is_no_fault_is_not_found(script: str) -> None:
    with opened() as browser_page:
        run(browser_page, script)


def test_a_page_that_loads_itself_again_and_again_is_found() -> None:
    with failing("sent more than 3 times") as browser_page:
        browser_page.page.add_init_script(RELOADS.format(count=MOST_GETS + 2))
        browser_page.page.reload()
        browser_page.page.wait_for_timeout(500)


def test_a_reader_may_open_an_address_again_and_again() -> None:
    with opened() as browser_page:
        for _ in range(MOST_GETS + 1):
            browser_page.open(f"{ORIGIN}/")
            run(browser_page, gets("/answer"))


def test_the_faults_of_other_tabs_and_of_other_browsers_are_found() -> None:
    with failing("of the tab") as browser_page:
        tab = browser_page.tab()
        tab.goto(f"{ORIGIN}/tab")
        tab.evaluate("console.error('of the tab')")
        wait_for_fault(browser_page)
    with (
        opened() as browser_page,
        pytest.raises(AssertionError, match="of the other"),
        browser_page.another() as other,
    ):
        run(other, "console.error('of the other')", is_fault=True)


def test_an_error_that_a_test_allows_must_happen() -> None:
    with opened() as browser_page:
        run(browser_page, "await fetch('/refused')", is_fault=True)
        browser_page.allow("status of 422", "the address refuses all")
        browser_page.allow("status of 500", "the server may be stopping", is_certain=False)
    with failing("did not happen") as browser_page:
        browser_page.allow("status of 422", "the address refuses all")


def test_a_repeated_request_cannot_be_allowed() -> None:
    with failing("sent more than 3 times") as browser_page:
        run(browser_page, gets(*["/answer"] * (MOST_GETS + 1)))
        browser_page.allow("/answer", "the test sends it", is_certain=False)
