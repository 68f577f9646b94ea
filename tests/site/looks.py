"""What every screen of the site must have: no findings of axe, and few requests."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Request, Response

from tests.servers import minutes
from tests.site.conftest import SiteReader

WIDTHS = (390, 1280)
SCHEMES: Sequence[Literal["light", "dark"]] = ("light", "dark")
OF_COLORS = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""The rules of axe whose findings can differ between color schemes."""
MOST_REQUESTS = 3
OF_ALL_SCREENS = ("/app/", "/auth/", "/notifications", "/users/me/overview")
"""Parts of the addresses that the frame of the site and the home after a sign-in request."""


def must_be_accessible(site: SiteReader, *paths: str) -> None:
    """Check screens at each width and in each color scheme, and the number of their requests.

    Each screen is opened at each width, which takes a minute of the rate limits.
    """
    for path in paths:
        minutes.begin_minute(site.browser_page.origin)
        for width in WIDTHS:
            site.page.set_viewport_size({"width": width, "height": 900})
            site.page.emulate_media(color_scheme="light", reduced_motion="reduce")
            with requests_of(site.page) as sent:
                site.open(path)
            must_be_accessible_now(site.page)
            assert len(sent) <= MOST_REQUESTS, (path, sent)
            site.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
            _must_have_no_findings(site.page, OF_COLORS)


def must_be_accessible_now(page: Page) -> None:
    """Check what a page shows for axe's findings and a horizontal scrollbar."""
    _must_have_no_findings(page, {})
    must_fit(page)


def _must_have_no_findings(page: Page, options: Mapping[str, object]) -> None:
    report = Axe().run(page, options={"resultTypes": ["violations"], **options})
    assert report.violations_count == 0, (page.url, report.generate_report())


def must_fit(page: Page) -> None:
    """Check that a page has no horizontal scrollbar."""
    assert page.viewport_size is not None
    scroll_width = page.evaluate("document.documentElement.scrollWidth")
    assert scroll_width <= page.viewport_size["width"], page.url


def looks(page: Page) -> Iterator[None]:
    """Show a page at each width, and there in each color scheme."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            yield


@contextmanager
def few_requests(page: Page) -> Iterator[None]:
    """Check that a screen sends at least one request of its own, and at most three."""
    with requests_of(page) as sent:
        yield
    assert 0 < len(sent) <= MOST_REQUESTS, sent


@contextmanager
def requests_of(page: Page, exempt: Sequence[str] = OF_ALL_SCREENS) -> Iterator[list[str]]:
    """Collect the addresses of the requests, except those with an exempt part.

    Of several documents that are opened, only the requests of the last one are collected.
    """
    sent: list[str] = []

    def note(request: Request) -> None:
        if not any(part in request.url for part in exempt):
            sent.append(request.url)

    def begin(response: Response) -> None:
        if response.request.is_navigation_request():
            sent.clear()

    page.on("request", note)
    page.on("response", begin)
    yield sent
    page.remove_listener("request", note)
    page.remove_listener("response", begin)
