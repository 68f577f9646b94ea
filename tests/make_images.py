"""Takes the screenshots in `docs/images/`, from a server with the demo data.

    .venv/bin/python -m tests.make_images

It needs pngquant (Debian: pngquant), which makes the files small. Look at each image afterwards.
"""

import json
import subprocess
import tempfile
from pathlib import Path
from typing import Literal, NamedTuple

import httpx2
from playwright.sync_api import Page, expect

from bridgework.demo import people
from tests.browser import BrowserPage, open_browser
from tests.servers import minutes
from tests.site.members import session

_IMAGES = Path(__file__).parents[1] / "docs" / "images"
_MAX_BYTES = 100_000
_WIDE, _PHONE, _CONSOLE = (1280, 720), (390, 780), (1280, 860)


_SESSIONS = (("bridgework-site", "localStorage"), ("bridgework-console", "sessionStorage"))
"""Where the site and the console keep the session."""
_ROLE = "Orthodontist as clinical advisor"


class _Image(NamedTuple):
    """A screenshot: who looks at which screen, and how."""

    name: str
    person: str
    path: str
    """The address, and after each `|` a text that the next link contains, or nothing."""
    size: tuple[int, int] = _WIDE
    scheme: Literal["light", "dark"] = "light"


IMAGES = (
    _Image("site-first-page", "", ""),
    _Image("site-experts", "", "experts"),
    _Image("site-expert-phone", "", "experts|", _PHONE),
    _Image("site-home", people.ADA, ""),
    _Image("site-home-phone-dark", people.ADA, "", _PHONE, "dark"),
    _Image("site-profile-phone", people.ADA, "profile", _PHONE),
    _Image("site-applications", people.CYRUS, "applications"),
    _Image("site-jobs", people.CYRUS, "jobs"),
    _Image("site-feed-phone", people.ADA, "feed", _PHONE),
    _Image("site-event-dark", people.ADA, "events|", _WIDE, "dark"),
    _Image("today", people.ROOT, "today", _CONSOLE),
    _Image("today-phone", people.ROOT, "today", (390, 844)),
    _Image("matches", people.ROOT, f"roles|{_ROLE}|Matches", _CONSOLE),
    _Image("matches-dark", people.ROOT, f"roles|{_ROLE}|Matches", _CONSOLE, "dark"),
    _Image("consultations", people.ROOT, "consultations", _CONSOLE),
    _Image("events", people.ROOT, "events", _CONSOLE),
    _Image("article", people.ROOT, "blog|Fluoride varnish", _CONSOLE),
    _Image("report", people.ROOT, "moderation|Comment", _CONSOLE),
    _Image("person-dark", people.ROOT, "people?search=Lindholm|Ada Lindholm", _CONSOLE, "dark"),
)


def main() -> None:
    """Start the demo, and take every screenshot."""
    with (
        tempfile.TemporaryDirectory() as folder,
        minutes.serving_demo(Path(folder)) as url,
        open_browser(url) as browser_page,
    ):
        for image in IMAGES:
            minutes.begin_minute(url)
            _take(browser_page, url, image)


def _take(browser_page: BrowserPage, url: str, image: _Image) -> None:
    width, height = image.size
    options = {"color_scheme": image.scheme, "reduced_motion": "reduce"}
    with browser_page.another(viewport={"width": width, "height": height}, **options) as other:
        _photograph(other.page, url, image)


def _photograph(page: Page, url: str, image: _Image) -> None:
    if image.person:
        page.add_init_script(_signed_in(url, image.person))
    path, *links = image.path.split("|")
    page.goto(f"{url}/console/#/{path}" if image.person == people.ROOT else f"{url}/app/{path}")
    for text in links:
        _settle(page)
        prefix = path.partition("?")[0]
        link = page.locator(f'main a[href*="/{prefix}/"]', has_text=text)
        link.first.click()
    _settle(page)
    file = _IMAGES / f"{image.name}.png"
    page.screenshot(path=file)
    subprocess.run(
        ["pngquant", "--force", "--ext", ".png", "--strip", file], check=True, timeout=60
    )
    if file.stat().st_size > _MAX_BYTES:
        raise SystemExit(f"{file} has more than {_MAX_BYTES} bytes: make it smaller")


def _settle(page: Page) -> None:
    page.locator("main h1").wait_for()
    page.wait_for_timeout(1500)  # for pictures, and for what is loaded
    expect(page.locator(".loading")).to_have_count(0)


def _signed_in(url: str, email: str) -> str:
    """Return a script that signs a person in before a page is loaded."""
    with httpx2.Client(base_url=url.replace("localhost", "127.0.0.1")) as api:
        kept = json.dumps(session(api, email))
    name, storage = _SESSIONS[email == people.ROOT]
    return f"{storage}.getItem({name!r}) || {storage}.setItem({name!r}, {kept!r});"


if __name__ == "__main__":
    main()
