"""What a screen reader says without being asked: short texts, as how many records there are."""

import re

import pytest
from playwright.sync_api import Page, expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.members import member

LISTEN = """
window.announced = [];
const LIVE = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]";
const isSaid = (one) => !(one.nodeType === 1 ? one : one.parentElement)
  ?.closest("[hidden], [aria-hidden=true]");
const textOf = (node) => node.textContent.replace(/\\s+/g, " ").trim();
const say = (nodes) => announced.push(...nodes.filter(isSaid).map(textOf).filter(Boolean));
new MutationObserver((records) => {
  for (const { target, addedNodes, type } of records) {
    const region = (target.nodeType === 1 ? target : target.parentElement)?.closest(LIVE);
    const added = [...addedNodes].filter((node) => node.isConnected);
    if (region) say(type === "characterData" ? [target] : added);
    else for (const node of added.filter((one) => one.nodeType === 1)) {
      say([...(node.matches(LIVE) ? [node] : []), ...node.querySelectorAll(LIVE)]);
    }
  }
}).observe(document, { childList: true, subtree: true, characterData: true });
"""
"""Collects the texts that are added to live regions."""
FURTHER = re.compile(r"Loading…|[\d,]+ unread")
"""What every screen says besides."""
MOST = 60
LISTS = {
    "experts": r"[\d,]+ experts",
    "vendors": r"\d+ entries",
    "roles": r"\d+ open roles",
    "roles/matching": r"\d+ roles",
    "articles": r"\d+ articles",
    "events": r"\d+ events",
    "events?when=past": r"\d+ events",
    "notifications": r"\d+ notifications",
    "consultations": r"\d+ consultations?",
    "feed": r"\d+ posts, and more",
    "submissions": r"\d+ events",
    "applications": r"\d+ open",
    "searches": r"\d+ saved search(es)?",
}


def _announced(page: Page) -> list[str]:
    texts: list[str] = page.evaluate("announced.splice(0)")
    return [text for text in texts if not FURTHER.fullmatch(text)]


@pytest.mark.parametrize("path", LISTS)
def test_a_list_says_how_many_records_it_has_and_nothing_else(site: SiteReader, path: str) -> None:
    site.sign_in()
    site.page.add_init_script(LISTEN)
    page = site.open(path)
    count = page.get_by_role("status").filter(has_text=re.compile(f"^{LISTS[path]}$"))
    expect(count).to_have_count(1)
    page.wait_for_timeout(500)
    announced = _announced(page)
    assert len(announced) == 1, announced
    assert re.fullmatch(LISTS[path], announced[0])


def test_a_typed_word_says_only_how_many_experts_are_found(site: SiteReader) -> None:
    site.page.add_init_script(LISTEN)
    page = site.open("experts")
    _announced(page)
    page.get_by_role("searchbox").press_sequentially("orthodontist", delay=50)
    expect(page).to_have_url(re.compile("search=orthodontist"))
    page.wait_for_timeout(1000)
    announced = _announced(page)
    assert announced
    assert all(re.fullmatch(r"[\d,]+ experts?", text) for text in announced), announced
    assert len(announced) <= len("orthodontist") // 4


def test_show_more_and_a_comment_say_a_few_words(site: SiteReader) -> None:
    post = member(site, people.BEN).send("POST", "/feed/posts", {"content": "To be commented."})
    site.sign_in()
    site.page.add_init_script(LISTEN)
    page = site.open("feed")
    _announced(page)
    page.get_by_role("button", name="Show more").click()
    expect(page.locator("article.post")).not_to_have_count(20)
    page.wait_for_timeout(300)
    [count] = _announced(page)
    assert re.fullmatch(r"\d+ posts(, and more)?", count)
    page = site.open(f"feed/{post['id']}")
    _announced(page)
    page.get_by_placeholder("Write a comment").fill("A comment that is long enough. " * 20)
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".comments li")).to_have_count(1)
    expect(page.get_by_text("Your comment was published.")).to_be_visible()
    announced = _announced(page)
    assert sum(map(len, announced)) <= MOST, announced
    member(site, people.BEN).send("DELETE", f"/feed/posts/{post['id']}")


def test_a_decided_application_says_its_state(site: SiteReader) -> None:
    cyrus = member(site, people.CYRUS)
    [application, *_] = cyrus.get("/jobs/applications/mine")["items"]
    site.sign_in("Cyrus Daneshvar")
    site.page.add_init_script(LISTEN)
    page = site.open(f"applications/{application['id']}?kind=job")
    expect(page.locator(".progress")).to_be_visible()
    assert sum(map(len, _announced(page))) <= MOST
