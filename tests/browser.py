"""Pages of a real browser, which must not do what would disturb people or other hosts.

Every test that opens a page of a browser opens it here, in a context of its own: nothing stays from
the test before it. The browser itself starts once in each test process. A page fails its test

- if it sends the same GET more than three times in five seconds, by its clock,
- if it throws an error, or does not handle the rejection of a promise,
- if the console of the browser has an error, which a refused request is too,
- if it sends a request to another host.

A test that expects an error allows it, with the reason: `page.allow("status of 422", "the name is
empty")`. A repeated GET is never allowed.
"""

import asyncio
import atexit
import gc
import os
import shutil
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Error,
    Page,
    Playwright,
    Request,
    WebError,
    expect,
    sync_playwright,
)

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SHELL = "chromium-headless-shell"
"""Chromium without a window, which needs a fifth of the processor time: it is used if installed,
except with a profile, which it does not read."""
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
MOST_GETS = 3
SECONDS = 5.0
_LONGEST_WAIT = 15_000
"""Milliseconds. By itself, `expect` waits five seconds: a busy machine can need more for a page."""
expect.set_options(timeout=_LONGEST_WAIT)
_SIZE = {"width": 1280, "height": 1600}


class _Get(NamedTuple):
    """A GET of a document: which tab sent it after which address and document, and where to."""

    tab: int
    opening: int
    document: int
    url: str


@dataclass
class BrowserPage:
    """A page of a browser with what was wrong in it, and in the other tabs of its context."""

    page: Page
    origin: str
    faults: list[str] = field(default_factory=list)
    """The errors, and the requests to other hosts."""
    _allowed: dict[str, bool] = field(default_factory=dict)
    """By the text of an allowed error, whether it must have happened."""
    _gets: dict[_Get, list[tuple[float, Request]]] = field(
        default_factory=lambda: defaultdict(list), repr=False
    )
    _documents: dict[int, int] = field(default_factory=lambda: defaultdict(int), repr=False)
    _openings: int = 0
    _passed: list[tuple[float, float]] = field(default_factory=list)
    """When the test let time pass for the page, and how many seconds."""
    _has_ended: bool = False

    def __post_init__(self) -> None:
        context = self.page.context
        context.set_default_timeout(_LONGEST_WAIT)
        context.on("request", self._note_request)
        context.on("weberror", self._note_error)
        context.on("console", self._note_message)

    def open(self, url: str) -> Page:
        """Open an address, as a reader does; a page that opens its address again is a fault."""
        self.count_anew()
        self.page.goto(url)
        return self.page

    def count_anew(self) -> None:
        """Count GETs anew: the reader goes to another screen, which may need the same again."""
        self._openings += 1

    def fast_forward(self, milliseconds: int) -> None:
        """Let time pass for the page, which has a clock of its own."""
        self._passed.append((time.time(), milliseconds / 1000))
        self.page.clock.fast_forward(milliseconds)

    def run_for(self, milliseconds: int) -> None:
        """Let time pass for the page whose clock stands, with everything that happens in it."""
        self._passed.append((time.time(), milliseconds / 1000))
        self.page.clock.run_for(milliseconds)

    def tab(self) -> Page:
        """Open another tab with the same storage."""
        return self.page.context.new_page()

    @contextmanager
    def another(self, **options: Any) -> Iterator["BrowserPage"]:
        """Open a page with cookies and a storage of its own. `options` are those of its context."""
        browser = self.page.context.browser
        assert browser is not None
        with _watched(browser, self.origin, options) as browser_page:
            yield browser_page

    def allow(self, text: str, reason: str, *, is_certain: bool = True) -> None:
        """Allow errors with a text in them. A test in which there is none fails.

        `reason` says why the test expects them. Without `is_certain` there may be none.
        """
        assert reason
        self._allowed[text] = is_certain or self._allowed.get(text, False)

    def close(self) -> None:
        """Close the context. What its pages do from now on, without the routes, is no fault."""
        self._has_ended = True
        context = self.page.context
        # A route that still waits would raise in the next test with this driver.
        for page in context.pages:
            page.unroute_all(behavior="ignoreErrors")
        context.unroute_all(behavior="ignoreErrors")
        context.close()

    def must_be_quiet(self) -> None:
        """Check that nothing was wrong but what the test allows."""
        repeated = [get.url for get, sent in self._gets.items() if self._is_loop(sent)]
        assert not repeated, f"sent more than {MOST_GETS} times in {SECONDS} seconds: {repeated}"
        wrong = [fault for fault in self.faults if not any(text in fault for text in self._allowed)]
        assert not wrong, f"not allowed: {wrong}"
        certain = [text for text, is_certain in self._allowed.items() if is_certain]
        missing = [text for text in certain if not any(text in fault for fault in self.faults)]
        assert not missing, f"allowed, and did not happen: {missing}"

    def _note_request(self, request: Request) -> None:
        if self._has_ended or request.url.startswith(("data:", "blob:")):
            return
        if not request.url.startswith(self.origin):
            self.faults.append(f"a request to {request.url}")
        # The browser's own requests are those of the window's icon, after each new address.
        if request.method != "GET" or request.resource_type == "other":
            return
        tab = _tab_of(request)
        is_navigation = request.is_navigation_request()
        self._documents[tab] += is_navigation
        document = 0 if is_navigation else self._documents[tab]
        get = _Get(tab, self._openings, document, request.url)
        self._gets[get].append((time.time(), request))

    def _is_loop(self, sent: list[tuple[float, Request]]) -> bool:
        # A test that does not wait for the browser notices requests late: the browser has the time.
        begun = [request.timing["startTime"] / 1000 or noticed for noticed, request in sent]
        times = sorted(
            at + sum(seconds for when, seconds in self._passed if when <= at) for at in begun
        )
        pairs = zip(times, times[MOST_GETS:], strict=False)
        return any(last - first < SECONDS for first, last in pairs)

    def _note_error(self, error: WebError) -> None:
        if not self._has_ended:
            self.faults.append(str(error.error))

    def _note_message(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not self._has_ended:
            self.faults.append(f"{message.text} ({message.location['url']})")


def _tab_of(request: Request) -> int:
    with suppress(Error):  # the tab of its first document is not known yet
        return id(request.frame.page)
    return 0


def browser_program(*preferred: str) -> str:
    """Return the path of the browser; without one, skip the test or fail if it is required."""
    program = next(filter(None, map(shutil.which, (*preferred, *PROGRAMS))), None)
    if program is not None:
        return program
    missing = f"no browser is installed: put one of {', '.join(PROGRAMS)} on the PATH"
    if os.environ.get("BRIDGEWORK_TEST_REQUIRE") == "all":
        pytest.fail(f"{missing} (BRIDGEWORK_TEST_REQUIRE=all)", pytrace=False)
    pytest.skip(missing)


@contextmanager
def open_browser(origin: str, **options: Any) -> Iterator[BrowserPage]:
    """Open a page of `origin` with cookies and a storage of its own.

    `options` are those of its context.
    """
    program = browser_program(SHELL)
    with _driver() as driver:
        if not _launched(driver, program).is_connected():
            _launched.cache_clear()
        with _watched(_launched(driver, program), origin, options) as browser_page:
            yield browser_page


@contextmanager
def open_profile(origin: str, folder: Path) -> Iterator[BrowserPage]:
    """Open a browser with the profile of a folder, which has its preferences."""
    program = browser_program()
    with _driver() as driver:
        context = driver.chromium.launch_persistent_context(
            folder, executable_path=program, args=OPTIONS
        )
        browser_page = BrowserPage(context.new_page(), origin)
        try:
            yield browser_page
        finally:
            browser_page.close()
    browser_page.must_be_quiet()


@contextmanager
def _driver() -> Iterator[Playwright]:
    """Use the driver of this process, which its first page starts and its end stops."""
    before = asyncio._get_running_loop()
    driver, loop = _started()
    # The driver leaves its loop marked as the running one of this thread, in which the next test
    # may run a loop of its own.
    asyncio._set_running_loop(loop)
    try:
        yield driver
    finally:
        gc.collect()  # ends the greenlets of the page here, and not in the middle of another test
        asyncio._set_running_loop(before)


@cache
def _started() -> tuple[Playwright, asyncio.AbstractEventLoop]:
    driver = sync_playwright().start()
    atexit.register(_stop)
    return driver, asyncio.get_running_loop()


def _stop() -> None:
    with _driver() as driver:
        driver.stop()


@cache
def _launched(driver: Playwright, program: str) -> Browser:
    browser = driver.chromium.launch(executable_path=program, args=OPTIONS)
    browser.new_page()  # a browser without a page ends
    return browser


@contextmanager
def _watched(browser: Browser, origin: str, options: Mapping[str, Any]) -> Iterator[BrowserPage]:
    context = browser.new_context(**{"viewport": _SIZE, **options})
    browser_page = BrowserPage(context.new_page(), origin)
    try:
        yield browser_page
    finally:
        browser_page.close()
    browser_page.must_be_quiet()
