"""A second browser."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.contract.docs_page import BrowserPage
from tests.site.conftest import SiteReader


@contextmanager
def second_browser(site: SiteReader) -> Iterator[SiteReader]:
    """A visitor with cookies and a storage of their own, beside the one of the test."""
    browser = site.page.context.browser
    assert browser is not None
    page = browser.new_page(viewport={"width": 1280, "height": 1600})
    page.set_default_timeout(15_000)
    yield SiteReader(BrowserPage(page, site.browser_page.origin), site.api, site.mail_dir)
    page.context.close()
