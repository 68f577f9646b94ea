"""`browserSession()` of the TypeScript client: one session for the tabs of a real browser."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Page, Response, Route

from bridgework.demo.people import PASSWORD
from tests.browser import BrowserPage, open_browser
from tests.clients import server_side
from tests.clients.conftest import Demo
from tests.clients.packages import run

ADA, CYRUS = "ada.expert@example.com", "cyrus.candidate@example.com"
PAGE = "/tab"
FILES = "/package/"
"""The paths of the page and of the client, which the browser gets from the test."""
CREATE = """
async baseUrl => {
  window.api = await import("/package/index.js");
  window.told = [];
  window.client = api.createBridgeworkClient({
    baseUrl,
    session: api.browserSession(),
    onTokens: tokens => told.push(tokens?.token ?? null),
  });
}"""
SIGN_IN = "async body => client.session.start((await api.login({ client, body })).data)"
SIGN_OUT = "() => api.logout({ client }).finally(() => client.session.end())"
WHO = "async () => (await api.getMe({ client })).data.email"
REFUSED = "() => api.getMe({ client }).then(() => null, error => [error.status, error.code])"
FIVE = """
async () => {
  const { getMe, listSessions, getOptions, getNotifications, listSavedSearches } = api;
  const calls = [getMe, listSessions, getOptions, getNotifications, listSavedSearches];
  window.done = (await Promise.all(calls.map(one => one({ client })))).length;
}"""

pytestmark = pytest.mark.timeout(600)


@dataclass
class Tabs:
    """The tabs of one browser, and what they send to the server."""

    browser_page: BrowserPage
    demo: Demo
    exchanges: list[int] = field(default_factory=list)
    """The status of each exchange of a refresh token."""

    def open(self) -> Page:
        """Open a tab with a client."""
        page = self.browser_page.tab()
        page.goto(self.demo.url + PAGE)
        page.evaluate(CREATE, self.demo.url)
        return page

    def sign_in(self, page: Page, email: str = ADA) -> None:
        page.evaluate(SIGN_IN, {"email": email, "password": PASSWORD})

    def expire(self, *pages: Page) -> None:
        """Replace the access token of all tabs by one that has expired."""
        tokens = pages[0].evaluate("() => client.session.tokens")
        token = server_side.expire(self.demo.folder, self.demo.url, tokens["token"])
        pages[0].evaluate("tokens => client.session.start(tokens)", {**tokens, "token": token})
        for page in pages:
            page.wait_for_function("token => client.session.tokens?.token === token", arg=token)

    def note_response(self, response: Response) -> None:
        if response.url == f"{self.demo.url}/auth/refresh":
            self.exchanges.append(response.status)


@pytest.fixture
def tabs(package: Path, demo: Demo) -> Iterator[Tabs]:
    with open_browser(demo.url) as browser_page:
        context = browser_page.page.context
        context.route(
            demo.url + PAGE, lambda route: route.fulfill(content_type="text/html", body="")
        )
        context.route(
            f"{demo.url}{FILES}**",
            lambda route: route.fulfill(
                path=package / "dist" / route.request.url.partition(FILES)[2]
            ),
        )
        found = Tabs(browser_page, demo)
        context.on("response", found.note_response)
        why = "a token that has expired is refused"
        browser_page.allow("status of 401", why, is_certain=False)
        yield found


def _at_once(script: str, pages: list[Page], is_done: str) -> None:
    """Start a script in each tab, and wait until all are done."""
    for page in pages:
        page.evaluate(f"() => {{ void ({script})() }}")
    for page in pages:
        page.wait_for_function(is_done)


def _has_received(page: Page, what: str) -> None:
    page.wait_for_function(f"() => {what}")


def _stored(page: Page) -> dict[str, str]:
    return cast("dict[str, str]", page.evaluate("() => ({ ...localStorage })"))


def test_all_tabs_sign_in_and_out_together(tabs: Tabs) -> None:
    one, other = tabs.open(), tabs.open()
    assert other.evaluate(REFUSED) == [401, "sign_in_needed"]
    tabs.sign_in(one)
    _has_received(other, "told.length === 1")
    assert other.evaluate(WHO) == ADA
    later = tabs.open()
    assert later.evaluate("() => client.session.isSignedIn") is True
    assert later.evaluate(WHO) == ADA
    assert tabs.exchanges == []
    tokens = one.evaluate("() => client.session.tokens")
    device = one.evaluate("() => client.session.deviceToken")
    assert {*_stored(one).values()} == {tokens["refreshToken"], device}

    other.evaluate(SIGN_OUT)
    for page in (one, later):
        _has_received(page, "told.at(-1) === null")
        assert page.evaluate("() => client.session.isSignedIn") is False
        assert page.evaluate(REFUSED) == [401, "sign_in_needed"]
    assert one.evaluate("() => told.filter(token => token === null).length") == 1
    assert [*_stored(one).values()] == [device]  # the device stays known
    assert tabs.exchanges == []


def test_one_tab_refreshes_for_all(tabs: Tabs) -> None:
    pages = [tabs.open() for _ in range(3)]
    tabs.sign_in(pages[0])
    for _ in range(3):
        tabs.browser_page.count_anew()
        tabs.exchanges.clear()
        tabs.expire(*pages)
        for page in pages:
            page.evaluate("() => { window.done = undefined }")
        _at_once(FIVE, pages, "() => window.done === 5")
        # A tab may see what another one has stored a moment late; both pairs are valid then.
        assert tabs.exchanges in ([200], [200, 200])
    assert len({page.evaluate("() => client.session.tokens.token") for page in pages}) == 1


@pytest.mark.parametrize("lost", ["locks", "channel"])
def test_the_tabs_stay_signed_in_without(lost: str, tabs: Tabs) -> None:
    scripts = {
        "locks": "Object.defineProperty(navigator, 'locks', { value: undefined })",
        "channel": "BroadcastChannel.prototype.postMessage = () => undefined",
    }
    one, other = tabs.open(), tabs.open()
    tabs.sign_in(one)
    tabs.expire(one, other)
    for page in (one, other):
        page.evaluate(f"() => {{ {scripts[lost]} }}")
    _at_once(FIVE, [one, other], "() => window.done === 5")
    assert 1 <= len(tabs.exchanges) <= 4
    assert {*tabs.exchanges} == {200}
    assert one.evaluate(WHO) == other.evaluate(WHO) == ADA


def test_a_frozen_tab_does_not_block_the_others(tabs: Tabs) -> None:
    frozen, other = tabs.open(), tabs.open()
    tabs.sign_in(frozen)
    tabs.expire(frozen, other)
    frozen.evaluate("""() => new Promise(resolve => {
      navigator.locks.request("bridgework", () => {
        resolve();
        return new Promise(() => undefined);
      });
    })""")
    other.evaluate("""() => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = time => timeout(time === 35_000 ? 300 : time);
    }""")
    _at_once(FIVE, [other], "() => window.done === 5")
    assert tabs.exchanges == [200]


@pytest.mark.parametrize(
    "lacking",
    [
        "Object.defineProperty(window, 'localStorage', { value: null })",
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }",
        "delete window.BroadcastChannel",
    ],
)
def test_a_page_has_a_session_of_its_own_without(lacking: str, tabs: Tabs) -> None:
    alone, other = tabs.open(), tabs.open()
    alone.evaluate(f"() => {{ {lacking} }}")
    alone.evaluate(CREATE, tabs.demo.url)
    tabs.sign_in(alone)
    assert alone.evaluate(WHO) == ADA
    assert alone.evaluate("() => client.session.isSignedIn") is True
    assert other.evaluate("() => client.session.isSignedIn") is False
    assert _stored(other) == {}


def test_a_session_survives_the_last_tab(tabs: Tabs) -> None:
    first = tabs.open()
    tabs.sign_in(first)
    first.close()
    again = tabs.open()
    assert again.evaluate(WHO) == ADA
    assert tabs.exchanges == [200]


def test_another_account_signs_in_for_all_tabs(tabs: Tabs) -> None:
    one, other = tabs.open(), tabs.open()
    tabs.sign_in(one)
    _has_received(other, "told.length === 1")
    tabs.sign_in(other, CYRUS)
    _has_received(one, "told.length === 2")
    assert one.evaluate(WHO) == CYRUS


def test_the_end_of_a_session_on_the_server_reaches_all_tabs(tabs: Tabs) -> None:
    one, other = tabs.open(), tabs.open()
    tabs.sign_in(one)
    _has_received(other, "told.length === 1")
    one.evaluate("() => api.logout({ client })")
    assert other.evaluate(REFUSED) == [401, "token_invalid"]
    for page in (one, other):
        _has_received(page, "told.at(-1) === null")
    assert tabs.exchanges == [401]


def test_an_upload_tells_its_progress_and_can_be_stopped(tabs: Tabs) -> None:
    page = tabs.open()
    tabs.sign_in(page)
    upload = """async isStopped => {
      const controller = new AbortController();
      const start = "%PDF-1.4\\n1 0 obj<</Type/Catalog>>endobj\\n";
      const bytes = [start, " ".repeat(4e6), "\\n%%EOF\\n"];
      const content = new Blob(bytes, { type: "application/pdf" });
      const sent = [];
      const onProgress = (done, total) => {
        sent.push(done / total);
        if (isStopped) controller.abort();
      };
      const file = { fileName: "a.pdf", content, onProgress, signal: controller.signal };
      const end = await api.upload(client, file).then(asset => asset.state, error => error.name);
      return { end, sent };
    }"""
    whole: dict[str, Any] = page.evaluate(upload, False)
    assert whole["end"] == "ready"
    assert whole["sent"][-1] == 1
    assert whole["sent"] == sorted(whole["sent"])
    assert page.evaluate(upload, True)["end"] == "AbortError"


def test_a_refused_upload_has_the_headers_of_its_response(tabs: Tabs) -> None:
    def refuse(route: Route) -> None:
        if route.request.method == "PUT":
            headers = {"Retry-After": "7", "X-Request-Id": "abc"}
            route.fulfill(status=503, headers=headers, json={"error": "unavailable"})
        else:
            route.fallback()

    page = tabs.open()
    tabs.sign_in(page)
    page.route("**", refuse)
    upload = """() => {
      const content = new Blob(["%PDF-1.4"], { type: "application/pdf" });
      const file = { fileName: "a.pdf", content, onProgress: () => undefined };
      const facts = error => [error.status, error.code, error.retryAfter, error.requestId];
      return api.upload(client, file).then(() => null, facts);
    }"""
    assert page.evaluate(upload) == [503, "unavailable", 7, "abc"]
    tabs.browser_page.allow("status of 503", "the upload is refused")


def test_a_server_has_no_session(package: Path) -> None:
    program = """
      const { browserSession, createBridgeworkClient } = await import("./dist/index.js");
      const options = { baseUrl: "http://127.0.0.1:1", session: browserSession() };
      const { session } = createBridgeworkClient(options);
      let refused = false;
      try { session.start({ token: "a", refreshToken: "b" }) } catch { refused = true }
      console.log(session.isSignedIn, refused);
    """
    assert run("node", "--input-type=module", "-e", program, folder=package) == "false true\n"
