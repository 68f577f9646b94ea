"""Lists: all pages that were loaded stay, and "Back" leads to the record that was left."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.members import member

PAGE = 50


def _top(link: Locator) -> float:
    box = link.bounding_box()
    assert box is not None
    return box["y"]


def _write_posts(site: SiteReader, count: int, text: str) -> None:
    author = member(site, people.BEN)
    for number in range(count):
        author.send("POST", "/feed/posts", {"content": f"{text} {number}."})


def test_of_25_newer_posts_none_is_missing(site: SiteReader) -> None:
    site.sign_in("Ada Lindholm")
    page = site.open("feed")
    _write_posts(site, 25, "A newer post")
    page.evaluate("dispatchEvent(new Event('focus'))")
    page.get_by_role("button", name="Show the newest posts").click()
    expect(page.get_by_text("A newer post 24.")).to_be_visible()
    page.get_by_role("button", name="Show more").click()
    for number in range(25):
        expect(page.get_by_text(f"A newer post {number}.", exact=True)).to_have_count(1)


def test_back_leads_to_the_post_on_the_second_page_that_was_left(site: SiteReader) -> None:
    _write_posts(site, 25, "A post to come back to")
    site.sign_in("Ada Lindholm")
    page = site.open("feed")
    page.get_by_role("button", name="Show more").click()
    posts = page.locator("article.post")
    expect(posts).not_to_have_count(20)
    count = posts.count()
    link = posts.nth(22).locator("header a.quiet")
    link.scroll_into_view_if_needed()
    before = _top(link)
    link.click()
    expect(page.get_by_role("heading", name="Post", exact=True)).to_be_visible()
    page.go_back()
    expect(posts).to_have_count(count)
    page.wait_for_timeout(500)
    assert abs(_top(link) - before) < 5


def test_back_undoes_a_filter_and_no_letter_of_a_search(site: SiteReader) -> None:
    page = site.open("articles")
    page.get_by_role("link", name="Experts", exact=True).first.click()
    page.get_by_role("searchbox", name="Name, specialty or skill").press_sequentially("den")
    expect(page).to_have_url(re.compile("search=den"))
    page.get_by_label("Sort by").select_option("name")
    expect(page).to_have_url(re.compile("sortBy=name"))
    page.go_back()
    expect(page).to_have_url(re.compile(r"experts\?search=den$"))
    expect(page.get_by_label("Sort by")).to_have_value("")
    page.go_back()
    expect(page).to_have_url(re.compile("articles"))


def _serve_notifications(page: Page, count: int) -> None:
    """Let the list have so many notifications, of which the first page has the newest."""

    def notification(number: int) -> dict[str, Any]:
        return {
            "id": f"0194251f-9b80-76b0-8994-{number:012}",
            "kind": "post.liked",
            "at": f"2026-01-01T00:{59 - number // 60:02}:{59 - number % 60:02}Z",
            "readAt": None,
            "text": f"Notification {number}",
            "path": f"/app/feed/{number}",
            "actor": None,
            "subject": {},
        }

    def answer(route: Route) -> None:
        start = int((re.search(r"cursor=(\d+)", route.request.url) or "00")[1])
        items = [notification(number) for number in range(start, min(start + PAGE, count))]
        following = str(start + PAGE) if start + PAGE < count else None
        counts = {"unread": count}
        route.fulfill(json={"data": {"items": items, "nextCursor": following, "counts": counts}})

    page.route(re.compile(r"/notifications\?"), answer)


def test_a_list_that_is_loaded_again_keeps_all_of_its_pages(site: SiteReader) -> None:
    page = site.sign_in("Ada Lindholm")
    _serve_notifications(page, 150)
    site.open("notifications")
    notices = page.locator(".notices li")
    for number in (2, 3):
        page.get_by_role("button", name="Show more").click()
        expect(notices).to_have_count(number * PAGE)
    page.route("**/notifications/read", lambda route: route.fulfill(json={"data": {"unread": 0}}))
    with page.expect_response(re.compile(r"cursor=100")):
        page.get_by_role("button", name="Mark all as read").click()
    expect(notices).to_have_count(150)
