"""Lists: no record is missing, and all pages that were loaded stay."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, Route, expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.members import administrator, member
from tests.site.test_consultations import REQUEST

PAGE = 50


def _write_posts(site: SiteReader, count: int, text: str) -> None:
    author = member(site, people.BEN)
    for number in range(count):
        author.send("POST", "/feed/posts", {"content": f"{text} {number}."})


def _look(page: Page) -> None:
    """Come back to the window, which looks for newer posts at most once a second."""
    page.wait_for_timeout(1100)
    with page.expect_response(re.compile("/feed/posts")):
        page.evaluate("dispatchEvent(new Event('focus'))")


def test_of_25_newer_posts_none_is_missing(site: SiteReader) -> None:
    site.sign_in("Ada Lindholm")
    page = site.open("feed")
    first = page.locator("article.post header a.quiet").first.get_attribute("href")
    _write_posts(site, 25, "A newer post")
    _look(page)
    page.get_by_role("button", name="Show the newest posts").click()
    posts = page.locator("article.post")
    for number in range(25):
        expect(posts.nth(24 - number)).to_contain_text(f"A newer post {number}.")
    expect(posts.nth(25).locator("header a.quiet")).to_have_attribute("href", str(first))


def test_posts_around_an_own_one_are_all_shown_in_their_order(site: SiteReader) -> None:
    site.sign_in("Ada Lindholm")
    page = site.open("feed")
    first = page.locator("article.post header a.quiet").first.get_attribute("href")
    _write_posts(site, 22, "Before the own post")
    page.get_by_label("Write a post").fill("The own post")
    page.get_by_role("button", name="Post", exact=True).click()
    posts = page.locator("article.post")
    expect(posts.first).to_contain_text("The own post")
    _write_posts(site, 2, "After the own post")
    _look(page)
    page.get_by_role("button", name="Show the newest posts").click()
    expect(posts.nth(1)).to_contain_text("After the own post 0.")
    expect(posts.nth(2)).to_contain_text("The own post")
    for number in range(22):
        expect(posts.nth(24 - number)).to_contain_text(f"Before the own post {number}.")
    expect(posts.nth(25).locator("header a.quiet")).to_have_attribute("href", str(first))


def test_more_newer_posts_than_are_joined_begin_the_feed_again(site: SiteReader) -> None:
    site.sign_in("Ada Lindholm")
    page = site.open("feed")
    page.get_by_role("button", name="Show more").click()
    posts = page.locator("article.post")
    expect(posts).not_to_have_count(20)
    serve_posts(page, 500)
    _look(page)
    page.get_by_role("button", name="Show the newest posts").click()
    expect(posts.first).to_contain_text("Post 0")
    for number in range(posts.count()):
        expect(posts.nth(number)).to_contain_text(f"Post {number}")
    page.get_by_role("button", name="Show more").click()
    expect(posts).to_have_count(60)
    expect(posts.last).to_contain_text("Post 59")


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


def _id(number: int) -> str:
    return f"0194251f-9b80-76b0-8994-{number:012}"


def _time(number: int) -> str:
    return f"2026-01-01T00:{59 - number // 60 % 60:02}:{59 - number % 60:02}Z"


def _serve(
    page: Page, path: str, count: int, item: Callable[[int], object], size: int = PAGE
) -> None:
    """Let a list have so many records, of which the first page has the newest."""

    def answer(route: Route) -> None:
        start = int((re.search(r"cursor=(\d+)", route.request.url) or "00")[1])
        items = [item(number) for number in range(start, min(start + size, count))]
        following = str(start + size) if start + size < count else None
        counts = {"unread": count}
        route.fulfill(json={"data": {"items": items, "nextCursor": following, "counts": counts}})

    page.route(re.compile(rf"/{path}\?"), answer)


def _notification(number: int) -> dict[str, object]:
    return {
        "id": _id(number),
        "kind": "post.liked",
        "at": _time(number),
        "readAt": None,
        "text": f"Notification {number}",
        "path": f"/app/feed/{number}",
        "actor": None,
        "subject": {},
    }


def _served_post(number: int) -> dict[str, object]:
    author = {"id": _id(9999), "name": "Ben Achterberg", "avatarUrl": None}
    return {
        "id": _id(number),
        "author": author,
        "content": f"Post {number}",
        "imageUrl": None,
        "createdAt": _time(number),
        "editedAt": None,
        "likeCount": 0,
        "likedByMe": False,
        "commentCount": 0,
        "comments": [],
    }


def serve_posts(page: Page, count: int) -> None:
    """Let the feed have so many posts."""
    _serve(page, "feed/posts", count, _served_post, size=20)


def _show_all(page: Page, records: Locator, count: int) -> None:
    for number in range(PAGE, count, PAGE):
        expect(records).to_have_count(number)
        page.get_by_role("button", name="Show more").click()
    expect(records).to_have_count(count)


def test_a_list_that_is_loaded_again_keeps_all_of_its_pages(site: SiteReader) -> None:
    post = member(site, people.ADA).send("POST", "/feed/posts", {"content": "To be liked."})
    member(site, people.BEN).send("PUT", f"/feed/posts/{post['id']}/like")  # one is unread
    page = site.sign_in("Ada Lindholm")
    _serve(page, "notifications", 150, _notification)
    site.open("notifications")
    notices = page.locator(".notices li")
    _show_all(page, notices, 150)
    page.route("**/notifications/read", lambda route: route.fulfill(json={"data": {"unread": 0}}))
    with page.expect_response(re.compile(r"cursor=100")):
        page.get_by_role("button", name="Mark all as read").click()
    expect(notices).to_have_count(150)


def test_the_91st_of_150_notifications_is_marked_as_read_among_all_of_them(
    site: SiteReader,
) -> None:
    page = site.sign_in("Ada Lindholm")
    _serve(page, "notifications", 150, _notification)
    site.open("notifications")
    notices = page.locator(".notices li")
    _show_all(page, notices, 150)
    read = {**_notification(90), "readAt": _time(0)}
    page.route(f"**/notifications/{_id(90)}", lambda route: route.fulfill(json={"data": read}))
    notices.nth(90).get_by_role("button", name="Mark as read").click()
    expect(notices.nth(90).get_by_role("button", name="Mark as unread")).to_be_visible()
    expect(notices).to_have_count(150)


def test_consultations_that_are_loaded_again_stay(site: SiteReader) -> None:
    ada = member(site, people.ADA)
    known = ada.get("/consultations", asRole="client")["items"][0]
    asked = ada.send("POST", "/consultations", REQUEST)
    page = site.sign_in("Ada Lindholm")
    _serve(page, "consultations", 120, lambda number: {**known, "id": _id(number)})
    site.open("consultations")
    records = page.locator(".records > li")
    _show_all(page, records, 120)
    decline = {"status": "declined", "note": "No time was found."}
    with page.expect_response(re.compile(r"/consultations\?.*cursor=100")):
        administrator(site).send("PATCH", f"/admin/consultations/{asked['id']}", decline)
    page.wait_for_timeout(300)
    expect(records).to_have_count(120)
