"""Further readers: a second browser, and clients of the API."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2

from bridgework.demo import people
from tests.contract.docs_page import BrowserPage
from tests.site.conftest import SiteReader


@contextmanager
def member(
    site: SiteReader, email: str, password: str = people.PASSWORD
) -> Iterator[httpx2.Client]:
    """A client that is signed in as a member."""
    with _signed_in(site, "/auth/login", {"email": email, "password": password}) as client:
        yield client


@contextmanager
def admin(site: SiteReader) -> Iterator[httpx2.Client]:
    """A client that is signed in as the administrator of the demo."""
    body = {"email": people.ROOT, "masterPassword": people.MASTER_PASSWORD}
    with _signed_in(site, "/auth/admin/login", body) as client:
        yield client


@contextmanager
def second_browser(site: SiteReader) -> Iterator[SiteReader]:
    """A visitor with cookies and a storage of their own, beside the one of the test."""
    browser = site.page.context.browser
    assert browser is not None
    page = browser.new_page(viewport={"width": 1280, "height": 1600})
    page.set_default_timeout(15_000)
    yield SiteReader(BrowserPage(page, site.browser_page.origin), site.api, site.mail_dir)
    page.context.close()


def payload(response: httpx2.Response) -> Any:
    """Return the payload of a response, which must be a success."""
    return response.raise_for_status().json()["data"]


@contextmanager
def _signed_in(site: SiteReader, path: str, body: dict[str, str]) -> Iterator[httpx2.Client]:
    token = payload(site.api.post(path, json=body))["token"]
    headers = {"authorization": f"Bearer {token}"}
    with httpx2.Client(base_url=site.api.base_url, headers=headers) as client:
        yield client
