"""Every screen of the site and of the console opens without an error in three engines.

The screens are read from the tables of both pages, and their records are found by their links. The
screens are opened in one document, whose errors the test counts.
"""

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from playwright.sync_api import Error

from bridgework.demo import people
from tests.architecture.sources import PACKAGE
from tests.servers import minutes
from tests.site import engines
from tests.site.engines import Engine
from tests.site.members import session

pytestmark = pytest.mark.slow("opens every screen in three browsers")

SECONDS = 30.0
FURTHER: Mapping[str, Sequence[str]] = {
    people.BEN: ("", "roles", "applications", "consultations", "profile"),
    people.CARLA: ("", "jobs", "applications", "profile"),
    people.CYRUS: ("", "jobs", "applications", "profile"),
    people.VERA: ("", "vendors", "profile"),
    people.OMAR: ("", "profile"),
}
"""The screens that differ for other members than an expert, who opens all of them."""
WITHOUT_A_LIST = {"candidates"}
"""Screens of single records: a candidate is opened from a match."""
_NAME = re.compile(r'^  "?([a-z-]*)"?: \{', re.MULTILINE)
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")
_WATCH = """
if (window.foundErrors) return;
window.foundErrors = [];
addEventListener("error", (event) => foundErrors.push(event.message || "a file"));
addEventListener("unhandledrejection", (event) => foundErrors.push(String(event.reason)));
const write = console.error;
console.error = (...texts) => { foundErrors.push(texts.join(" ")); write(...texts); };
"""
_GO = """
window.before = document.querySelector("main h1");
window.went = performance.now();
if (arguments[0].startsWith("#")) { location.hash = arguments[0]; return; }
history.pushState(null, "", arguments[0]);
dispatchEvent(new PopStateEvent("popstate"));
"""
_STATE = """
const main = document.querySelector("main") || document.body;
const heading = main.querySelector("h1");
const isNew = heading !== window.before || performance.now() - window.went > 1500;
return {
  isReady: Boolean(heading) && isNew && !document.querySelector(".loading")
    && !main.querySelector("[aria-busy=true]"),
  heading: heading?.textContent ?? "",
  links: [...main.querySelectorAll("a[href]")].map((link) => link.getAttribute("href")),
  errors: (window.foundErrors ?? []).splice(0),
};
"""
_BROKEN = ("This page cannot be shown", "This screen cannot be shown", "Page not found")


def _screens(page: str) -> list[str]:
    """Return the first parts of the addresses of a page's screens."""
    source = (PACKAGE / "web" / page / "screens.js").read_text("utf-8")
    return _NAME.findall(source[source.index("export const SCREENS") :])


def _open_screens() -> list[str]:
    source = (PACKAGE / "web" / "site" / "screens.js").read_text("utf-8")
    blocks = re.split(r"^  (?=\S+: \{)", source, flags=re.MULTILINE)
    return [block.split(":")[0].strip('"') for block in blocks[1:] if "isOpen: true" in block]


class Walker:
    """Opens screens in an engine, and collects what is wrong with them."""

    def __init__(self, engine: Engine, root: str) -> None:
        self._engine, self._root = engine, root
        self._origin = "{0.scheme}://{0.netloc}".format(urlsplit(root))
        self.faults: list[str] = []
        self.records: set[str] = set()

    def start(self, storage: str, key: str, session: str) -> None:
        """Open the first screen as the owner of a session, or as a visitor."""
        self._engine.open(self._root)
        self._settle("the first screen")
        script = f"{storage}.clear(); if (arguments[1]) {storage}.setItem(...arguments)"
        self._engine.run(script, key, session)
        self._engine.open(self._root)
        self._settle("the first screen")

    def walk(self, screens: Sequence[str]) -> None:
        """Open screens, and of each some records that it links to. Each takes a minute."""
        for screen in screens:
            minutes.begin_minute(self._origin)
            prefix = f"{self._path}{screen}"
            links = self._open(prefix)["links"]
            for link in _different(links, f"{prefix}/") if screen else ():
                self.records.add(screen)
                self._open(link)

    @property
    def _path(self) -> str:
        split = urlsplit(self._root)
        return "#/" if split.fragment else split.path

    def _open(self, address: str) -> Any:
        self._engine.begin_screen()
        self._engine.run(_GO, address)
        return self._settle(address)

    def _settle(self, address: str) -> Any:
        deadline = time.monotonic() + SECONDS
        state = self._state()
        faults = list(state["errors"])
        while not state["isReady"] and time.monotonic() < deadline:
            time.sleep(0.05)
            state = self._state()
            faults += state["errors"]
        faults += [text for text in _BROKEN if text in state["heading"]]
        if not state["isReady"]:
            faults.append(f"is not ready after {SECONDS} s")
        self.faults += [f"{address}: {fault}" for fault in faults]
        return state

    def _state(self) -> Any:
        try:
            self._engine.run(_WATCH)
            state = self._engine.run(_STATE)
        except (RuntimeError, Error):  # a screen may ask the server again for its page
            state = None
        return state or {"isReady": False, "heading": "", "links": [], "errors": []}


def _different(links: Sequence[str], prefix: str) -> Iterator[str]:
    """Yield the first link of each shape: with an ID, and with each part that is not one."""
    shapes = set()
    for link in links:
        if link.startswith(prefix):
            parts = link.removeprefix(prefix).partition("?")[0].split("/")
            shape = tuple("ID" if _UUID.fullmatch(part) else part for part in parts)
            shape = shape if prefix.split("/")[-2] in ("profile", "settings") else shape[1:]
            if shape not in shapes:
                shapes.add(shape)
                yield link


def _session(url: str, email: str) -> str:
    with httpx2.Client(base_url=url.replace("localhost", "127.0.0.1")) as api:
        return json.dumps(session(api, email))


@pytest.mark.parametrize("browser", [engines.chromium, engines.firefox, engines.webkit])
def test_every_screen_opens_in(
    browser: Callable[[Path, str], AbstractContextManager[Engine]], site_server: str, tmp_path: Path
) -> None:
    with browser(tmp_path, site_server) as engine:
        site = Walker(engine, f"{site_server}/app/")
        site.start("localStorage", "bridgework-site", "")
        site.walk(_open_screens())
        of_ada = [name for name in _screens("site") if name not in WITHOUT_A_LIST]
        for email, screens in {people.ADA: of_ada, **FURTHER}.items():
            site.start("localStorage", "bridgework-site", _session(site_server, email))
            site.walk(screens)
        console = Walker(engine, f"{site_server}/console/#/today")
        root = _session(site_server, people.ROOT)
        console.start("sessionStorage", "bridgework-console", root)
        console.walk(_screens("console"))
    assert site.faults + console.faults == []
    assert {"experts", "events", "articles", "feed", "roles", "jobs"} <= site.records
