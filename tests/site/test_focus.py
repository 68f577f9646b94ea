"""The focus of the keyboard: it never falls to the body, and a new screen begins at its heading."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.members import member, open_role, register
from tests.site.test_lists import serve_posts

PLACE = """() => {
  const { activeElement: one } = document;
  return one === document.body ? "body" : `${one.localName} ${one.textContent}`;
}"""


def _press(page: Page, control: Locator) -> None:
    """Press Enter at a control, as a reader without a mouse does."""
    control.focus()
    page.keyboard.press("Enter")


def _must_stay_in_the_screen(page: Page) -> None:
    page.wait_for_timeout(500)
    assert page.evaluate(PLACE) != "body"


def _in_dialog(page: Page, button: str) -> None:
    dialog = page.get_by_role("dialog")
    _press(page, dialog.get_by_role("button", name=button))
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize(
    ("path", "link"),
    [
        ("experts", ".people h2 a"),
        ("vendors", ".people h2 a"),
        ("roles", ".openings h2 a"),
        ("articles", ".articles h2 a"),
        ("events", ".events h2 a"),
        ("consultations", ".records h3 a"),
        ("feed", ".post header a.quiet"),
        ("applications", ".board li > a"),
    ],
)
def test_a_record_begins_at_its_heading_when_it_is_there(
    site: SiteReader, path: str, link: str
) -> None:
    site.sign_in()
    page = site.open(path)
    before = page.locator("main h1").inner_text()
    _press(page, page.locator(link).first)
    heading = page.locator("main h1")
    expect(heading).not_to_have_text(before)
    expect(heading).to_be_focused()
    page.evaluate("history.back()")
    expect(page.locator("main h1")).to_have_text(before)
    expect(page.locator("main h1")).to_be_focused()


def test_a_heading_that_comes_late_takes_no_focus_from_the_reader(site: SiteReader) -> None:
    site.sign_in()
    page = site.open("experts")
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route(re.compile("/experts/[0-9a-f-]+$"), hold)
    _press(page, page.locator(".people h2 a").first)
    expect(page.locator("main .loading")).to_be_visible()
    page.locator(".bell").focus()
    waiting[0].continue_()
    expect(page.locator("main .profile h1")).to_be_visible()
    expect(page.locator(".bell")).to_be_focused()


def test_who_has_posted_can_post_again(site: SiteReader) -> None:
    site.sign_in()
    page = site.open("feed")
    page.get_by_label("Write a post").fill("Posted by the keyboard")
    _press(page, page.get_by_role("button", name="Post", exact=True))
    expect(page.get_by_label("Write a post")).to_have_value("")
    expect(page.get_by_role("button", name="Post", exact=True)).to_be_focused()
    _must_stay_in_the_screen(page)


def test_after_a_deleted_post_the_next_one_has_the_focus(site: SiteReader) -> None:
    ada = member(site, people.ADA)
    for text in ("stays", "goes"):
        ada.send("POST", "/feed/posts", {"content": f"The post that {text}"})
    site.sign_in()
    page = site.open("feed")
    post = page.locator("article.post").filter(has_text="The post that goes")
    _press(page, post.get_by_role("button", name="Delete"))
    _in_dialog(page, "Delete")
    expect(post).to_have_count(0)
    following = page.locator("article.post").filter(has_text="The post that stays")
    expect(following).to_be_focused()


def test_after_the_last_record_the_heading_of_the_list_has_the_focus(site: SiteReader) -> None:
    email = "focus@example.com"
    searcher = register(site, email, role="client")
    for name in ("First", "Second"):
        search = {"kind": "experts", "name": name, "query": {"search": name}, "frequency": "off"}
        searcher.send("POST", "/searches", search)
    site.sign_in_with(email)
    page = site.open("searches")
    for name, focused in (
        ("Second", page.get_by_role("listitem").filter(has_text="First")),
        ("First", page.get_by_role("heading", name="Saved searches")),
    ):
        _press(page, page.get_by_role("button", name=f"Delete {name}"))
        _in_dialog(page, "Delete")
        expect(page.get_by_role("link", name=name)).to_have_count(0)
        expect(focused).to_be_focused()


def test_after_the_last_show_more_the_first_new_post_has_the_focus(site: SiteReader) -> None:
    site.sign_in()
    page = site.page
    serve_posts(page, 30)
    site.open("feed")
    more = page.get_by_role("button", name="Show more")
    _press(page, more)
    expect(more).to_have_count(0)
    expect(page.locator("article.post").nth(20)).to_be_focused()


def test_after_newer_posts_the_first_of_them_has_the_focus(site: SiteReader) -> None:
    site.sign_in()
    page = site.open("feed")
    member(site, people.BEN).send("POST", "/feed/posts", {"content": "Newer and focused"})
    page.evaluate("dispatchEvent(new Event('focus'))")
    _press(page, page.get_by_role("button", name="Show 1 newer post"))
    newer = page.locator("article.post").filter(has_text="Newer and focused")
    expect(newer).to_be_focused()


def test_after_a_decision_the_next_application_has_the_focus(site: SiteReader) -> None:
    role = open_role(site, roleNeeded="Reader who is shortlisted")
    ada = member(site, people.ADA)
    ada.send("POST", f"/roles/{role['id']}/applications", {"message": "I read fast."})
    site.sign_in("Ben Achterberg")
    page = site.open(f"roles/{role['id']}/applications")
    _press(page, page.get_by_role("button", name="Shortlist: Ada Lindholm"))
    _in_dialog(page, "Shortlist and send the e-mail")
    expect(page.get_by_role("button", name="Accept: Ada Lindholm")).to_be_visible()
    expect(page.get_by_role("heading", name="Submitted")).to_be_focused()


def test_marking_notifications_keeps_the_focus_in_the_list(site: SiteReader) -> None:
    site.sign_in()
    page = site.open("notifications")
    mark = page.get_by_role("button", name=re.compile("^Mark as (un)?read$")).first
    before = mark.inner_text()
    _press(page, mark)
    expect(mark).not_to_have_text(before)
    expect(mark).to_be_focused()
    if before == "Mark as read":
        _press(page, mark)
    _press(page, page.get_by_role("button", name="Mark all as read"))
    expect(page.get_by_role("button", name="Mark all as read")).to_have_count(0)
    expect(page.get_by_role("heading", name="Notifications")).to_be_focused()
