"""Takes the screenshots of the member site in `docs/images/`, from a server with the demo data.

    .venv/bin/python -m tests.site.make_images

Look at each image afterwards.
"""

import json
import tempfile
from pathlib import Path
from typing import Literal, NamedTuple

import httpx2
from playwright.sync_api import Browser, sync_playwright

from bridgework.demo import people
from tests import process
from tests.contract.docs_page import OPTIONS, browser_program
from tests.servers.ports import free_port
from tests.site.members import session

_IMAGES = Path(__file__).parents[2] / "docs" / "images"
_KEY = "bridgework-site"
"""Where the site keeps its session."""
_MAX_BYTES = 100_000
_WIDE, _PHONE = (1280, 720), (390, 780)


class _Image(NamedTuple):
    """A screenshot: who looks at which screen, and how."""

    name: str
    person: str
    path: str
    """The address; after a space, the beginning of the link that is followed from there."""
    size: tuple[int, int] = _WIDE
    scheme: Literal["light", "dark"] = "light"


IMAGES = (
    _Image("site-first-page", "", ""),
    _Image("site-experts", "", "experts"),
    _Image("site-expert-phone", "", "experts experts/0", _PHONE),
    _Image("site-home", people.ADA, ""),
    _Image("site-home-phone-dark", people.ADA, "", _PHONE, "dark"),
    _Image("site-profile-phone", people.ADA, "profile", _PHONE),
    _Image("site-applications", people.CYRUS, "applications"),
    _Image("site-jobs", people.CYRUS, "jobs"),
    _Image("site-feed-phone", people.ADA, "feed", _PHONE),
    _Image("site-event-dark", people.ADA, "events events/0", _WIDE, "dark"),
)


def main() -> None:
    """Start the demo, and take every screenshot."""
    port = free_port()
    url = f"http://localhost:{port}"
    with (
        tempfile.TemporaryDirectory() as folder,
        process.run_server(
            Path(folder), port=port, command=("demo",), public_url=url, rate_limit="6000/60"
        ),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=browser_program(), args=OPTIONS)
        for image in IMAGES:
            _take(browser, url, image)
        browser.close()


def _take(browser: Browser, url: str, image: _Image) -> None:
    width, height = image.size
    page = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme=image.scheme,
        reduced_motion="reduce",
    )
    if image.person:
        page.add_init_script(_signed_in(url, image.person))
    path, _, link = image.path.partition(" ")
    page.goto(f"{url}/app/{path}")
    if link:
        page.locator(f'main a[href*="/{link}"]').first.click()
        page.locator("main article, main h1").first.wait_for()
    page.locator("main h1").wait_for()
    page.wait_for_timeout(1500)  # for pictures
    file = _IMAGES / f"{image.name}.png"
    page.screenshot(path=file)
    page.close()
    if file.stat().st_size > _MAX_BYTES:
        raise SystemExit(f"{file} has more than {_MAX_BYTES} bytes: make it smaller")


def _signed_in(url: str, email: str) -> str:
    """Return a script that signs a person in before a page is loaded."""
    with httpx2.Client(base_url=url.replace("localhost", "127.0.0.1")) as api:
        kept = json.dumps(session(api, email))
    return f"localStorage.getItem({_KEY!r}) || localStorage.setItem({_KEY!r}, {kept!r});"


if __name__ == "__main__":
    main()
