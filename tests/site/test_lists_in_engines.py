"""The way back to a record, and the focus, in the browsers that Playwright does not drive."""

import json
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import httpx2
import pytest

from bridgework.demo import people
from tests.servers import minutes
from tests.site import engines
from tests.site.conftest import payload
from tests.site.engines import Engine
from tests.site.members import session

pytestmark = pytest.mark.slow("starts two browsers")

SECONDS = 15.0
_IS_RENDERED = """
return Boolean(document.querySelector("a.skip")) &&
  document.querySelectorAll(".people h2 a").length > 12;
"""
_LEAVE = """
const link = document.querySelectorAll(".people h2 a")[12];
link.scrollIntoView({ block: "center" });
window.left = { href: link.href, top: link.getBoundingClientRect().top };
setTimeout(() => link.click(), 400);
"""
_IS_AT_RECORD = """
const { activeElement: one } = document;
return location.href === window.left.href && one.localName === "h1";
"""
_IS_BACK = """
const link = [...document.querySelectorAll(".people h2 a")].find((one) => one.href === left.href);
return Boolean(link) && Math.abs(link.getBoundingClientRect().top - window.left.top) < 3 &&
  document.activeElement.textContent === "Experts";
"""
_DELETE = """
const button = [...document.querySelectorAll(".post:first-of-type .own-actions button")]
  .find((one) => one.textContent === "Delete");
button.focus();
button.click();
"""
_CONFIRM = "document.querySelector('dialog button[type=submit]').click();"
_IS_AT_NEXT_POST = "return document.activeElement.textContent.includes('The post that stays');"


def _wait(engine: Engine, script: str) -> None:
    deadline = time.monotonic() + SECONDS
    while not engine.run(script):
        assert time.monotonic() < deadline, script
        time.sleep(0.1)


@pytest.mark.parametrize("browser", [engines.firefox, engines.webkit])
def test_lists_lead_back_and_keep_the_focus_in(
    browser: Callable[[Path, str], AbstractContextManager[Engine]], site_server: str, tmp_path: Path
) -> None:
    minutes.begin_minute(site_server)
    with (
        httpx2.Client(base_url=site_server.replace("localhost", "127.0.0.1")) as api,
        browser(tmp_path, site_server) as engine,
    ):
        ada = session(api, people.ADA)
        headers = {"authorization": f"Bearer {ada['token']}"}
        for text in ("The post that stays", "The post that goes"):
            payload(api.post("/feed/posts", json={"content": text}, headers=headers))
        engine.open(f"{site_server}/app/")
        engine.run("localStorage.setItem('bridgework-site', arguments[0]);", json.dumps(ada))
        engine.open(f"{site_server}/app/experts?page=2")
        _wait(engine, _IS_RENDERED)
        engine.run(_LEAVE)
        _wait(engine, _IS_AT_RECORD)
        engine.run("history.back();")
        _wait(engine, _IS_BACK)
        engine.open(f"{site_server}/app/feed")
        _wait(engine, "return document.body.textContent.includes('The post that goes');")
        engine.run(_DELETE)
        _wait(engine, "return Boolean(document.querySelector('dialog button[type=submit]'));")
        engine.run(_CONFIRM)
        _wait(engine, _IS_AT_NEXT_POST)
