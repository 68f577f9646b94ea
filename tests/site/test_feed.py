"""The feed: posts, comments, likes and reports."""

import re
from typing import Any

from playwright.sync_api import FilePayload, Page, expect

from bridgework.demo import people
from tests.areas.uploads import samples
from tests.site.conftest import SiteReader
from tests.site.looks import must_be_accessible, requests_of
from tests.site.members import lose, member

PICTURE = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\rIDATx"
    b"\x9ccd\xf8\xcfP\x0f\0\x03\x86\x01\x80Z4}k\0\0\0\0IEND\xaeB`\x82"
)
HOSTILE = '<img src=x onerror="alert(1)"> \u202e https://elsewhere.example/a?b=1. \u6f22\u6f22'
LOOK = "dispatchEvent(new Event('focus'))"


def post_with(page: Page, text: str) -> Page:
    """Publish a post."""
    page.get_by_label("Write a post").fill(text)
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.locator(".post").first).to_contain_text(text[:9])
    expect(page.get_by_label("Write a post")).to_have_value("")
    expect(page.get_by_role("button", name="Discard")).to_have_count(0)
    return page


def remove_first(page: Page) -> None:
    page.locator(".post").first.get_by_role("button", name="Delete").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("The post was deleted.")).to_be_visible()


def test_one_posts_another_comments_and_the_first_sees_it(site: SiteReader) -> None:
    site.sign_in()
    page = post_with(site.open("feed"), "Two browsers meet here.")
    with site.other() as other:
        other.sign_in("Ben Achterberg")
        theirs = other.open("feed")
        post = theirs.locator(".post").first
        post.get_by_role("button", name="Comment").click()
        expect(post.get_by_role("textbox")).to_be_focused()
        theirs.keyboard.type("I see it, too.")
        post.get_by_role("button", name="Send").click()
        expect(post.locator(".comments li")).to_have_count(1)
        with theirs.expect_response("**/like"):
            post.get_by_role("button", name="Like").click()
        page.evaluate(LOOK)
        mine = page.locator(".post").first
        expect(mine).to_contain_text("I see it, too.")
        expect(mine.get_by_role("button", name="Like")).to_contain_text("1")
        post_with(theirs, "Newer than the first.")
        page.wait_for_timeout(1000)  # looks within a second are one
        page.evaluate(LOOK)
        page.get_by_role("button", name="Show 1 newer post").click()
        expect(page.locator(".post").first).to_contain_text("Newer than the first.")
        expect(page.locator(".post").first.get_by_role("button", name="Edit")).to_have_count(0)
        remove_first(theirs)
    page.reload()
    remove_first(page)


def test_a_window_that_stays_in_view_looks_once_a_minute(site: SiteReader) -> None:
    site.sign_in()
    site.page.clock.install()
    page = site.open("feed")
    expect(page.locator(".post").first).to_be_visible()
    text = "Posted while somebody reads."
    post = member(site, people.BEN).send("POST", "/feed/posts", {"content": text})
    page.clock.run_for(59_000)
    expect(page.get_by_role("button", name="newer post")).to_have_count(0)
    page.clock.run_for(2_000)
    page.get_by_role("button", name="Show 1 newer post").click()
    expect(page.locator(".post").first).to_contain_text(text)
    member(site, people.BEN).send("DELETE", f"/feed/posts/{post['id']}")


def test_a_comment_whose_response_was_lost_is_written_once(site: SiteReader) -> None:
    site.sign_in()
    post = member(site, people.BEN).send("POST", "/feed/posts", {"content": "Write once."})
    page = site.open(f"feed/{post['id']}")
    page.route("**/comments", lose, times=1)
    page.get_by_placeholder("Write a comment").fill("Once.")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("The server cannot be reached.")).to_be_visible()
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".comments li")).to_have_count(1)
    page.get_by_placeholder("Write a comment").fill("Once.")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".comments li")).to_have_count(2)
    comments = member(site, people.BEN).get(f"/feed/posts/{post['id']}/comments")["items"]
    assert [one["content"] for one in comments] == ["Once.", "Once."]
    member(site, people.BEN).send("DELETE", f"/feed/posts/{post['id']}")
    site.browser_page.allow("net::ERR_", "the browser reports the lost response")


def test_a_like_is_shown_at_once_and_taken_back_on_failure(site: SiteReader) -> None:
    site.sign_in()
    post = member(site, people.BEN).send("POST", "/feed/posts", {"content": "Like me twice."})
    page = site.open(f"feed/{post['id']}")
    like = page.locator(".post").first.get_by_role("button", name="Like")
    before = like.inner_text()
    page.route("**/like", lambda route: route.abort())
    like.click()
    expect(page.get_by_text("The server cannot be reached.")).to_be_visible()
    expect(like).to_have_attribute("aria-pressed", "false")
    assert like.inner_text() == before
    page.unroute("**/like")
    like.click()
    expect(like).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".post").first.get_by_role("button", name="Like")).not_to_have_text(before)
    like.click()
    expect(like).to_have_attribute("aria-pressed", "false")
    site.browser_page.allow("net::ERR_", "the browser reports the lost connection")


def test_a_post_has_a_picture_is_edited_and_shown_at_its_address(site: SiteReader) -> None:
    site.sign_in()
    page = site.open("feed")
    page.get_by_label("Write a post").fill("With a picture")
    page.get_by_role("button", name="Add a picture or a video").click()
    file = FilePayload(name="scan.png", mimeType="image/png", buffer=PICTURE)
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.locator(".post img[alt^=Picture]")).to_be_visible()
    page.locator(".post").first.get_by_role("button", name="Edit").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Text").fill("Without a picture")
    dialog.get_by_label("Remove the picture").check()
    dialog.get_by_role("button", name="Save").click()
    expect(page.locator(".post").first).to_contain_text("Without a picture")
    expect(page.locator(".post").first.locator("img[alt^=Picture]")).to_have_count(0)
    page.locator(".post").first.locator("header a.quiet").click()
    expect(page.get_by_role("heading", name="Post", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile("/app/feed/[0-9a-f-]{36}$"))
    expect(page.locator(".post")).to_contain_text("Without a picture")
    expect(page.locator(".post")).to_contain_text("edited")
    remove_first(page)
    expect(page.get_by_role("heading", name="No longer available")).to_be_visible()


def test_texts_of_members_are_text_and_their_addresses_are_links(site: SiteReader) -> None:
    site.sign_in()
    page = post_with(site.open("feed"), HOSTILE)
    post = page.locator(".post").first
    expect(post).to_contain_text("onerror")
    assert post.locator("img").count() == 0
    link = post.get_by_role("link", name="elsewhere.example")
    assert link.get_attribute("href") == "https://elsewhere.example/a?b=1"
    remove_first(page)


def test_a_draft_of_a_post_is_kept(site: SiteReader) -> None:
    site.sign_in()
    page = site.open("feed")
    page.get_by_label("Write a post").fill("Half of a thought")
    page.reload()
    expect(page.get_by_label("Write a post")).to_have_value("Half of a thought")
    page.get_by_role("button", name="Discard").click()


def posts_of_ada(site: SiteReader, text: str) -> list[dict[str, Any]]:
    """The posts of Ada that begin with a text."""
    ada = member(site, people.ADA)
    posts = ada.get("/feed/posts", author=ada.get("/users/me")["id"])["items"]
    return [one for one in posts if one["content"].startswith(text)]


def choose(page: Page, file: FilePayload) -> None:
    """Add a file to the new post."""
    page.get_by_role("button", name="Add a picture or a video").click()
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("button", name="Take it back")).to_be_visible()


def test_a_refused_picture_leaves_no_post_and_is_taken_back(site: SiteReader) -> None:
    site.sign_in()
    page = site.open("feed")
    text = "A picture that is none"
    page.get_by_label("Write a post").fill(text)
    choose(page, FilePayload(name="a.png", mimeType="image/png", buffer=b"%PDF-1.7 no image"))
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.locator(".compose").get_by_role("alert")).to_contain_text(
        "The content of a.png is not that of a PNG file."
    )
    assert posts_of_ada(site, text) == []
    page.get_by_role("button", name="Take it back").click()
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.locator(".post").first).to_contain_text(text)
    assert len(posts_of_ada(site, text)) == 1
    remove_first(page)
    site.browser_page.allow("status of 422", "the browser reports the 422")


def test_a_picture_that_did_not_arrive_is_sent_to_the_same_post(site: SiteReader) -> None:
    site.sign_in()
    page = site.open("feed")
    page.get_by_label("Write a post").fill("First wording")
    choose(page, FilePayload(name="scan.png", mimeType="image/png", buffer=PICTURE))
    page.route("**/uploads/*", lambda route: route.abort())
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.locator(".compose").get_by_role("alert")).to_contain_text("cannot be reached")
    page.unroute("**/uploads/*")
    page.get_by_label("Write a post").fill("Second wording")
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.locator(".post img[alt^=Picture]")).to_be_visible()
    expect(page.locator(".post").first).to_contain_text("Second wording")
    assert posts_of_ada(site, "First wording") == []
    assert len(posts_of_ada(site, "Second wording")) == 1
    remove_first(page)
    site.browser_page.allow("net::ERR_", "the browser reports the lost request")


def test_a_video_whose_type_the_browser_does_not_know_is_published(site: SiteReader) -> None:
    site.sign_in()
    page = site.open("feed")
    page.get_by_label("Write a post").fill("Filmed with a phone")
    choose(page, FilePayload(name="clip.MOV", mimeType="", buffer=samples.MOV))
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.locator(".post video")).to_have_attribute("src", re.compile(r"\.mov$"))
    remove_first(page)


def test_typed_comments_and_changes_of_posts_are_kept(site: SiteReader) -> None:
    ada = member(site, people.ADA)
    post = ada.send("POST", "/feed/posts", {"content": "To be discussed"})["id"]
    site.sign_in()
    page = site.open(f"feed/{post}")
    comment = page.get_by_label("Your comment")
    comment.fill("Half of a comment")
    page.get_by_role("button", name="Edit").click()
    page.get_by_role("dialog").get_by_label("Text").fill("Half of a change")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("link", name="All posts").click()
    expect(page.get_by_role("heading", name="Feed")).to_be_visible()
    page = site.open(f"feed/{post}")
    expect(comment).to_have_value("Half of a comment")
    page.route("**/comments", lambda route: route.abort())
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("The server cannot be reached.").first).to_be_visible()
    page.unroute("**/comments")
    page = site.open(f"feed/{post}")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".comments li")).to_contain_text("Half of a comment")
    expect(comment).to_have_value("")
    page.get_by_role("button", name="Edit").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Text")).to_have_value("Half of a change")
    dialog.get_by_role("button", name="Save").click()
    expect(page.locator(".post")).to_contain_text("Half of a change")
    page.reload()
    expect(comment).to_have_value("")
    ada.send("DELETE", f"/feed/posts/{post}")
    site.browser_page.allow("net::ERR_", "the browser reports the lost request")


def test_a_member_reports_a_comment_and_reads_what_happens_next(site: SiteReader) -> None:
    ada = member(site, people.ADA)
    sent = {"content": "To be reported"}
    post = ada.send("POST", "/feed/posts", sent)["id"]
    ada.send("POST", f"/feed/posts/{post}/comments", sent)
    site.sign_in("Ben Achterberg")
    page = site.open(f"feed/{post}")
    page.get_by_role("button", name="Report this comment").click()
    dialog = page.get_by_role("dialog", name="Report this comment")
    expect(dialog).to_contain_text("An administrator looks at it")
    dialog.get_by_role("button", name="Report").click()
    expect(dialog.locator("[aria-invalid=true]")).to_be_visible()
    dialog.get_by_label("What is wrong with it?").fill("It is a test.")
    dialog.get_by_role("button", name="Report").click()
    expect(page.get_by_text("An administrator will look at it.")).to_be_visible()
    ada.send("DELETE", f"/feed/posts/{post}")
    site.browser_page.allow("status of 422", "the browser reports the 422")


def test_the_screens_are_accessible_and_need_few_requests(site: SiteReader) -> None:
    page = site.sign_in()
    with requests_of(page) as sent:
        site.open("feed")
    assert len([url for url in sent if "/feed/" in url]) == 1
    page.locator(".post").first.locator("a.author").first.click()
    expect(page.get_by_role("heading", name="Posts of")).to_be_visible()
    author = page.url.partition("/app/")[2]
    page.locator(".post").first.locator("header a.quiet").click()
    expect(page.get_by_role("heading", name="Post", exact=True)).to_be_visible()
    post = page.url.partition("/app/")[2]
    must_be_accessible(site, author, post)
