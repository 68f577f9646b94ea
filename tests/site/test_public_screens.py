"""The screens that everybody can read."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.looks import must_be_accessible, must_fit, requests_of
from tests.site.members import member

FOLDER = Path(__file__).parents[2] / "src" / "bridgework" / "web" / "site"
SCREENS = ("", "experts", "events", "articles", "sign-in", "join", "verify", "password")
MOST_COMPRESSED_BYTES = 60_000


def records(site: SiteReader) -> list[str]:
    """Return the addresses of an expert, an article and an event."""
    [expert, *_] = site.get("/experts", search="lindholm")
    [article, *_] = site.get("/blogs")
    page = site.open("events")
    event = page.locator(".events h2 a").first.get_attribute("href")
    assert event is not None
    paths = [f"experts/{expert['id']}", f"articles/{article['slug']}"]
    return [*paths, event.removeprefix("/app/")]


@pytest.mark.parametrize("path", SCREENS)
def test_every_screen_is_accessible_at_every_width(site: SiteReader, path: str) -> None:
    must_be_accessible(site, path)


def test_every_record_is_accessible_at_every_width(site: SiteReader) -> None:
    must_be_accessible(site, *records(site))


def test_the_server_and_the_script_show_the_same_record(site: SiteReader) -> None:
    for path in records(site):
        source = site.api.get(f"/app/{path}").text
        page = site.open(path)
        title = page.locator("main h1").inner_text()
        found = re.search(r"<h1[^>]*>(.*?)</h1>", source, re.DOTALL)
        assert found is not None
        assert re.sub(r"<[^>]+>", "", found[1]).strip() == title


def test_the_first_screen_needs_no_request_to_the_api(site: SiteReader) -> None:
    for path in records(site):
        with requests_of(site.page, exempt=("/app/",)) as sent:
            site.open(path)
        assert sent == []


def test_the_directory_is_searched_filtered_and_sorted_by_its_address(site: SiteReader) -> None:
    page = site.open("experts")
    page.get_by_label("Name, specialty or skill").fill("lindholm")
    expect(page.locator(".people > li")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"\?search=lindholm$"))
    page.get_by_label("Name, specialty or skill").fill("")
    page.get_by_label("Skills").fill("Clear aligners")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Remove Clear aligners")).to_be_visible()
    listed = site.get("/experts", skills="Clear aligners")
    expect(page.locator(".people > li")).to_have_count(len(listed))
    page.get_by_label("Sort by").select_option("name")
    expect(page).to_have_url(re.compile("sortBy=name"))
    [first, *_] = site.get("/experts", skills="Clear aligners", sortBy="name")
    expect(page.locator(".people h2").first).to_contain_text(first["lastName"])
    page.reload()
    expect(page.locator(".people > li")).to_have_count(len(listed))
    page.get_by_role("button", name="Remove Clear aligners").click()
    page.get_by_label("Within 1 month").check()
    expect(page).to_have_url(re.compile("availability=within\\+1\\+month"))


def test_a_letter_that_follows_the_search_stays(site: SiteReader) -> None:
    page = site.open("experts")
    page.evaluate(
        """() => {
          const field = document.querySelector("[type=search]");
          const replace = history.replaceState;
          history.replaceState = function (...given) {
            history.replaceState = replace;
            replace.apply(history, given);
            setTimeout(() => {
              field.value += "m";
              field.dispatchEvent(new Event("input", { bubbles: true }));
            });
          };
        }"""
    )
    page.get_by_label("Name, specialty or skill").fill("lindhol")
    expect(page).to_have_url(re.compile(r"\?search=lindholm$"))
    expect(page.get_by_label("Name, specialty or skill")).to_have_value("lindholm")


def test_pages_and_records_have_addresses_for_back_and_forward(site: SiteReader) -> None:
    page = site.open("experts")
    first = page.locator(".people h2 a").first
    before = first.inner_text()
    page.get_by_role("link", name="Next").click()
    expect(page.locator(".turn")).to_contain_text("Page 2 of")
    expect(first).not_to_have_text(before)  # the former page stays until the next one is loaded
    name = first.inner_text()
    first.click()
    expect(page.locator("main h1")).to_contain_text(name)
    expect(page).to_have_title(re.compile(name))
    page.go_back()
    expect(page.locator(".turn")).to_contain_text("Page 2 of")
    page.go_back()
    expect(page.locator(".turn")).to_contain_text("Page 1 of")
    page.go_forward()
    expect(page.locator(".turn")).to_contain_text("Page 2 of")


def test_a_visitor_walks_through_the_site(site: SiteReader) -> None:
    page = site.open()
    page.get_by_role("link", name="Events").first.click()
    expect(page.locator(".events > li").first).to_be_visible()
    page.locator(".events h2 a").first.click()
    site.wait()
    expect(page.get_by_role("link", name="Sign in to reply")).to_be_visible()
    page.get_by_role("link", name="Articles").first.click()
    page.locator(".articles h2 a").first.click()
    expect(page.locator(".reading .markdown")).to_be_visible()


def test_texts_of_members_are_shown_as_text(site: SiteReader) -> None:
    text = '<img src=https://elsewhere.example/x onerror="alert(1)"><script>alert(1)</script>'
    ada = member(site, people.ADA)
    [expert, *_] = site.get("/experts", search="lindholm")
    former = site.get(f"/experts/{expert['id']}")
    changed = {"title": f"Orthodontist {text}", "bio": f"\u202e{text}", "company": "漢" * 60}
    ada.send("PATCH", "/users/me/profile/details", changed)
    try:
        for path in ("experts?search=lindholm", f"experts/{expert['id']}"):
            page = site.open(path)
            expect(page.get_by_text("<script>alert(1)</script>").first).to_be_visible()
            assert page.locator("main img").count() == 0
            page.set_viewport_size({"width": 390, "height": 844})
            must_fit(page)
    finally:
        kept = {name: former[name] for name in changed}
        ada.send("PATCH", "/users/me/profile/details", kept)


def test_an_unknown_address_helps(site: SiteReader) -> None:
    page = site.open()
    page.evaluate(
        "history.pushState(null, '', '/app/nowhere'); dispatchEvent(new Event('popstate'))"
    )
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.get_by_role("link", name="Find an expert").click()
    expect(page.get_by_role("heading", name="Experts")).to_be_visible()


def test_the_site_is_used_by_keyboard_alone(site: SiteReader) -> None:
    page = site.open()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Find an expert")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Experts")).to_be_focused()


def test_the_first_page_loads_few_bytes(site: SiteReader) -> None:
    loaded: list[int] = []
    for name in scripts(site):
        answer = site.api.get(name, headers={"accept-encoding": "gzip"})
        loaded.append(int(answer.headers["content-length"]))
    assert len(loaded) > 20
    assert sum(loaded) <= MOST_COMPRESSED_BYTES


def scripts(site: SiteReader) -> list[str]:
    """Return the paths of the scripts that the first page loads."""
    with requests_of(site.page, exempt=()) as sent:
        site.open()
    origin = site.browser_page.origin
    return [url.removeprefix(origin) for url in sent if url.endswith(("js", ".mjs"))]
