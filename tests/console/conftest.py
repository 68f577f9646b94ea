"""The console of the demo in a browser, signed in as its administrator."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page, expect

from bridgework.demo import people
from tests.browser import BrowserPage, open_browser
from tests.servers import minutes


@dataclass
class Console:
    """A browser at the console, and a client of the API to check what it did."""

    browser_page: BrowserPage
    api: httpx2.Client

    @property
    def page(self) -> Page:
        return self.browser_page.page

    def open(self, *path: str, **query: str) -> Page:
        """Open a screen and wait for its heading."""
        text = "&".join(f"{name}={value}" for name, value in query.items())
        self.browser_page.open(f"{self.browser_page.origin}/console/#/{'/'.join(path)}?{text}")
        self.page.locator("h1").wait_for()
        expect(self.page.locator(".loading")).to_have_count(0)
        return self.page

    def stop_time(self) -> None:
        """Stop the page's clock: what happens after a time waits for `browser_page.run_for`."""
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 1)

    def pass_time(self) -> None:
        """Let the ten seconds pass for which a decision is held. The page has its own clock."""
        expect(self.page.locator(".toast.held")).to_be_visible()
        self.browser_page.fast_forward(10_000)

    def get(self, path: str, **parameters: Any) -> Any:
        """Return the payload of a GET by the administrator."""
        response = self.api.get(path, params=parameters)
        response.raise_for_status()
        return response.json()["data"]


@pytest.fixture(scope="session")
def demo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data directory of the demo server."""
    return tmp_path_factory.mktemp("demo")


@pytest.fixture(scope="session")
def demo_server(demo_folder: Path) -> Iterator[str]:
    """A server with the demo data; returns its public URL."""
    with minutes.serving_demo(demo_folder) as url:
        yield url


@pytest.fixture
def visitor(demo_server: str) -> Iterator[BrowserPage]:
    """A browser that is not signed in."""
    minutes.begin_minute(demo_server)
    with open_browser(demo_server) as browser_page:
        yield browser_page


@pytest.fixture
def console(demo_server: str, visitor: BrowserPage) -> Iterator[Console]:
    """The console, signed in."""
    with httpx2.Client(base_url=demo_server.replace("localhost", "127.0.0.1")) as api:
        sent = {"email": people.ROOT, "masterPassword": people.MASTER_PASSWORD}
        session = api.post("/auth/admin/login", json=sent).raise_for_status().json()["data"]
        api.headers["authorization"] = f"Bearer {session['token']}"
        page = visitor.page
        page.goto(f"{demo_server}/livez")  # an address of the same origin without a script
        page.evaluate(
            "session => sessionStorage.setItem('bridgework-console', JSON.stringify(session))",
            session,
        )
        page.clock.install()
        visitor.open(f"{demo_server}/console/")
        yield Console(visitor, api)
