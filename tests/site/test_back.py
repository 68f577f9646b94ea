"""The way back leads to the record of a list that was left, with its pages and filters."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.members import member

HEIGHT = 300
"""Of a window in which every list is longer than the screen."""
EVENT = {
    "name": "An evening to come back to",
    "startAt": "2031-05-06T14:00:00Z",
    "endAt": "2031-05-06T16:00:00Z",
    "timezone": "America/Chicago",
    "location": "Chicago, Illinois",
    "visibility": "public",
}


@dataclass(frozen=True)
class List:
    """A list as a member sees it; `links` are those that lead to one record each."""

    name: str
    path: str
    links: str
    prepare: Callable[[SiteReader], object] | None = None

    def __str__(self) -> str:
        return f"{self.path} of {self.name.split()[0]}"


def _propose(site: SiteReader) -> None:
    ada = member(site, people.ADA)
    for _ in range(3):
        ada.send("POST", "/calendar/submissions", EVENT)


LISTS = (
    List("Ada Lindholm", "experts?page=2", ".people h2 a"),
    List("Ada Lindholm", "experts?sortBy=name&search=den", ".people h2 a"),
    List("Ada Lindholm", "vendors?kind=vendor", ".people h2 a"),
    List("Ada Lindholm", "roles", ".openings h2 a"),
    List("Ada Lindholm", "roles/matching", ".openings h2 a"),
    List("Cyrus Daneshvar", "jobs", ".openings h2 a"),
    List("Carla Mendizábal", "jobs", ".postings h3 a"),
    List("Ada Lindholm", "articles?page=2", ".articles h2 a"),
    List("Ada Lindholm", "events", ".events h2 a"),
    List("Ada Lindholm", "events?when=past", ".events h2 a"),
    List("Ada Lindholm", "submissions", ".events h2 a", _propose),
    List("Ada Lindholm", "notifications", ".notices div > a"),
    List("Ben Achterberg", "consultations", ".records h3 a"),
    List("Ada Lindholm", "feed", ".post header a.quiet"),
    List("Cyrus Daneshvar", "applications", ".board li > a"),
)


def _top(link: Locator) -> float:
    box = link.bounding_box()
    assert box is not None
    return box["y"]


def _must_stay_at(page: Page, link: Locator, top: float) -> None:
    """Expect that a link comes to a place on the screen, and stays there."""
    expect(link).to_have_count(1)
    element = link.element_handle()
    page.wait_for_function(
        "([link, top]) => Math.abs(link.getBoundingClientRect().top - top) < 3", arg=[element, top]
    )
    page.wait_for_timeout(300)
    assert abs(_top(link) - top) < 3


def _leave(page: Page, link: Locator) -> tuple[Locator, float]:
    """Follow a link that is not on the first screen; returns what it is, and its place."""
    link.scroll_into_view_if_needed()
    page.wait_for_function("scrollY > 0")
    top = _top(link)
    href = link.get_attribute("href")
    link.click()
    expect(page).to_have_url(re.compile(re.escape(str(href))))
    expect(page.locator(".loading")).to_have_count(0)
    return page.locator(f'main a[href="{href}"]').last, top


@pytest.mark.parametrize("shown", LISTS, ids=str)
def test_back_leads_to_the_record_that_was_left(site: SiteReader, shown: List) -> None:
    if shown.prepare:
        shown.prepare(site)
    site.sign_in(shown.name)
    reason = "another test has closed the job of an application"
    site.browser_page.allow("status of 404", reason, is_certain=False)
    site.page.set_viewport_size({"width": 1280, "height": HEIGHT})
    page = site.open(shown.path)
    left, top = _leave(page, page.locator(shown.links).last)
    page.evaluate("history.back()")
    expect(page).to_have_url(re.compile(re.escape(f"/app/{shown.path}") + "$"))
    _must_stay_at(page, left, top)


def _post(site: SiteReader, count: int, text: str) -> list[dict[str, Any]]:
    author = member(site, people.BEN)
    return [
        author.send("POST", "/feed/posts", {"content": f"{text} {number}."})
        for number in range(count)
    ]


def test_back_leads_to_the_post_that_was_left_below_25_newer_ones(site: SiteReader) -> None:
    site.sign_in()
    page = site.open("feed")
    page.get_by_role("button", name="Show more").click()
    posts = page.locator("article.post")
    expect(posts).not_to_have_count(20)
    left, top = _leave(page, posts.last.locator("header a.quiet"))
    _post(site, 25, "Newer than the post that was left")
    page.evaluate("history.back()")
    _must_stay_at(page, left, top)
    expect(page.get_by_text("Newer than the post that was left 0.")).to_have_count(1)


def test_back_leads_near_a_record_that_is_deleted_meanwhile(site: SiteReader) -> None:
    written = _post(site, 12, "To be deleted meanwhile")
    site.sign_in()
    page = site.open("feed")
    link = page.locator(f'header a.quiet[href$="{written[0]["id"]}"]')
    _leave(page, link)
    member(site, people.BEN).send("DELETE", f"/feed/posts/{written[0]['id']}")
    page.evaluate("history.back()")
    expect(page.get_by_text("To be deleted meanwhile 1.")).to_be_in_viewport()
    expect(page.get_by_text("To be deleted meanwhile 0.")).to_have_count(0)


def test_back_undoes_each_filter_of_a_list(site: SiteReader) -> None:
    site.sign_in("Cyrus Daneshvar")
    page = site.open("jobs")
    page.get_by_label("Kind of work").select_option("full-time")
    page.get_by_label("Contract").select_option("w2")
    expect(page).to_have_url(re.compile("employmentType=full-time&workerClassification=w2$"))
    page.evaluate("history.back()")
    expect(page.get_by_label("Contract")).to_have_value("")
    expect(page.get_by_label("Kind of work")).to_have_value("full-time")
    page.evaluate("history.back()")
    expect(page.get_by_label("Kind of work")).to_have_value("")
    expect(page).to_have_url(re.compile("/app/jobs$"))
