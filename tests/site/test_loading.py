"""The site and the console while files do not load, and while a translator changes their texts."""

import re

import pytest
from playwright.sync_api import Page, Request, expect

from tests.site.conftest import SiteReader

FEED_FILE = "**/site/screens/feed.js"
TRANSLATE = """
const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
const nodes = [];
while (walker.nextNode()) if (walker.currentNode.data.trim()) nodes.push(walker.currentNode);
for (const node of nodes) {
  const [outer, inner] = [document.createElement("font"), document.createElement("font")];
  inner.textContent = node.data.replace("experts", "Fachleute");
  outer.append(inner);
  node.replaceWith(outer);
}
"""
"""What the translator of a browser does: each text becomes an element that replaces the text."""


def loads(page: Page) -> list[str]:
    """Return a list that gets the URL of each page that the tab loads."""
    loaded: list[str] = []

    def note(request: Request) -> None:
        if request.is_navigation_request():
            loaded.append(request.url)

    page.on("request", note)
    return loaded


@pytest.mark.parametrize(
    ("path", "file", "text"),
    [
        ("/app/experts", "**/ui/html.js", "This page has not loaded completely."),
        ("/app/experts", "**/site/screens/experts.js", "This page has not loaded completely."),
        ("/console/", "**/ui/html.js", "The console has not loaded completely."),
    ],
)
def test_a_file_that_does_not_load_is_said(
    site: SiteReader, path: str, file: str, text: str
) -> None:
    page = site.page
    page.route(file, lambda route: route.abort())
    page.goto(f"{site.browser_page.origin}{path}")
    expect(page.get_by_role("alert")).to_contain_text(text, timeout=10_000)
    if path.startswith("/app"):
        # As the server rendered it.
        expect(page.locator("main")).to_contain_text(re.compile("[0-9]{2,} experts"))
    page.unroute(file)
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("#late")).to_have_count(0)
    expect(page.locator("main h1")).to_be_visible()
    site.browser_page.allow("net::ERR_", "the file does not load")


def test_a_page_that_has_loaded_shows_no_notice(site: SiteReader) -> None:
    page = site.open("experts")
    expect(page.locator("#late")).to_have_count(0)


def test_a_screen_that_is_opened_offline_appears_when_the_connection_is_back(
    site: SiteReader,
) -> None:
    page = site.sign_in()
    page.context.set_offline(True)
    page.get_by_role("link", name="Feed").first.click()
    expect(page.get_by_text("The connection is lost.")).to_be_visible()
    expect(page.get_by_text(re.compile("TypeError|fetch"))).to_have_count(0)
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Feed")).to_be_visible(timeout=40_000)
    expect(page.get_by_text("The connection is lost.")).to_have_count(0)
    site.browser_page.allow("net::ERR_", "the connection is lost")


def test_a_file_of_a_former_build_loads_the_page_again(site: SiteReader) -> None:
    page = site.sign_in()
    loaded = loads(page)
    page.route(FEED_FILE, lambda route: route.fulfill(status=404), times=1)
    page.get_by_role("link", name="Feed").first.click()
    expect(page.get_by_role("heading", name="Feed")).to_be_visible()
    assert len(loaded) == 1
    site.browser_page.allow("status of 404", "the file is missing")


def test_a_file_that_is_always_missing_loads_the_page_again_once(site: SiteReader) -> None:
    page = site.sign_in()
    loaded = loads(page)
    page.route(FEED_FILE, lambda route: route.fulfill(status=404))
    page.get_by_role("link", name="Feed").first.click()
    expect(page.get_by_role("alert")).to_contain_text("This page has not loaded completely.")
    assert len(loaded) == 1
    site.browser_page.allow("status of 404", "the file is missing")


def test_a_number_in_a_translated_page_changes(site: SiteReader) -> None:
    page = site.open("experts")
    status = page.locator(".results-head [role=status]")
    expect(status).to_have_text(re.compile(r"^[0-9]{2,} experts$"))
    page.evaluate(TRANSLATE)
    expect(status).to_have_text(re.compile(r"^[0-9]{2,} Fachleute$"))
    page.get_by_label("Name, specialty or skill").fill("Lindholm")
    expect(status).to_have_text("1 expert")


def test_a_list_announces_its_number_and_not_its_records(site: SiteReader) -> None:
    page = site.open("experts")
    regions = page.locator("[aria-live], [role=status], [role=alert]")
    texts = [text.strip() for text in regions.all_inner_texts()]
    [number] = [text for text in texts if text]
    assert re.fullmatch(r"[0-9]+ experts", number)
