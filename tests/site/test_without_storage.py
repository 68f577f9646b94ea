"""The site in browsers that store nothing: cookies blocked, or the storage full."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Page, expect

from bridgework.demo import people
from tests.browser import open_profile
from tests.servers import minutes
from tests.site import engines
from tests.site.conftest import ADA, PASSWORD, SiteReader

BLOCKED = {"profile": {"default_content_setting_values": {"cookies": 2}}}
"""The preferences of a Chromium that blocks the data of all sites."""
FILL = """
for (let size = 1 << 20; size; size >>= 1) {
  try {
    for (let count = 0; ; count += 1) localStorage[`full ${size} ${count}`] = "x".repeat(size);
  } catch { /* a QuotaExceededError: the next texts are smaller */ }
}
"""


@pytest.fixture
def blocked(site_server: str, tmp_path: Path) -> Iterator[Page]:
    """The first page in a Chromium that blocks cookies, and so the storage and locks."""
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(BLOCKED))
    minutes.begin_minute(site_server)
    with open_profile(site_server, tmp_path) as browser_page:
        why = "the server refuses a token once"
        browser_page.allow("status of 401", why, is_certain=False)
        yield browser_page.open(f"{site_server}/app/sign-in")


def sign_in(page: Page) -> None:
    page.get_by_label("E-mail address").fill(ADA)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.locator(".account")).to_be_visible()


def refuse_tokens(page: Page) -> None:
    """Let the server refuse the present access token once, as when it has expired."""
    body = json.dumps({"error": "token_expired", "message": "The token has expired."})
    page.route(
        "**/feed/posts",
        lambda route: route.fulfill(status=401, body=body, content_type="application/json"),
        times=1,
    )


def write_post(page: Page, text: str) -> None:
    """Write a post whose first request has an expired access token."""
    page.get_by_role("link", name="Feed").first.click()
    page.get_by_label("Write a post").fill(text)
    refuse_tokens(page)
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.locator("article, .post").filter(has_text=text).first).to_be_visible()


def test_a_chromium_with_blocked_cookies_refreshes_its_session(blocked: Page) -> None:
    with pytest.raises(Error, match=r"SecurityError|denied"):
        blocked.evaluate("localStorage.length")
    sign_in(blocked)
    write_post(blocked, "Written without a storage")


def test_a_full_storage_does_not_end_a_session(site: SiteReader) -> None:
    page = site.sign_in()
    page.evaluate(FILL)
    for text in ("Written beside a full storage", "Written once more"):
        write_post(page, text)
    site.browser_page.allow("status of 401", "the server refuses each token once")


@pytest.mark.slow("starts Firefox")
def test_a_firefox_with_blocked_cookies_signs_in(site_server: str, tmp_path: Path) -> None:
    blocked = {"network.cookie.cookieBehavior": 2}
    with engines.firefox(tmp_path, further=blocked) as engine:
        engine.open(f"{site_server}/app/sign-in")
        assert engine.run("try { return localStorage.length } catch { return 'blocked' }") == (
            "blocked"
        )
        wait_for(engine, "return Boolean(document.querySelector('form input[type=password]'))")
        engine.run(
            """
            const enter = (field, text) => {
              field.value = text;
              field.dispatchEvent(new Event("input", { bubbles: true }));
            };
            enter(document.querySelector("input[type=email]"), arguments[0]);
            enter(document.querySelector("input[type=password]"), arguments[1]);
            """,
            people.BEN,
            PASSWORD,
        )
        engine.run("document.querySelector('main button[type=submit]').click()")
        wait_for(engine, "return Boolean(document.querySelector('.account'))")


def wait_for(engine: engines.Engine, script: str) -> Any:
    """Return the value of a script, once it is true."""
    deadline = time.monotonic() + 30
    while not (value := engine.run(script)):
        assert time.monotonic() < deadline, script
        time.sleep(0.1)
    return value
