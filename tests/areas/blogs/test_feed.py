"""The Atom feed of the blog conforms to RFC 4287, and has the newest posts."""

import re
from datetime import datetime, timedelta
from xml.etree import ElementTree as ET

import pytest

from bridgework.kit.core import Id
from tests import cast, make
from tests.areas.blogs.articles import change, write
from tests.world import PUBLIC_URL, Response, World

FEED = "/blogs/feed.xml"
ATOM = "{http://www.w3.org/2005/Atom}"
TIMESTAMP = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")
UUID_URN = re.compile(r"urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@pytest.fixture
def author(world: World) -> Id:
    return make.account(world, "Ada Lovell")


def parse(response: Response) -> ET.Element:
    """Parse a feed, and check the required elements and how often they occur."""
    feed = ET.fromstring(response.body)  # noqa: S314 - created by this server
    assert feed.tag == f"{ATOM}feed"
    for element in (feed, *feed.findall(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            assert len(element.findall(ATOM + name)) == 1
        assert UUID_URN.fullmatch(text(element, "id"))
        assert TIMESTAMP.fullmatch(text(element, "updated"))
        assert links(element)["alternate"].startswith(f"{PUBLIC_URL}/app/articles")
    for entry in feed.findall(f"{ATOM}entry"):
        assert TIMESTAMP.fullmatch(text(entry, "published"))
        assert [bool(text(author, "name")) for author in entry.findall(f"{ATOM}author")] == [True]
        assert len(entry.findall(f"{ATOM}content")) == len(entry.findall(f"{ATOM}summary")) == 1
    ids = [text(element, "id") for element in (feed, *feed.findall(f"{ATOM}entry"))]
    assert len(set(ids)) == len(ids)
    return feed


def text(element: ET.Element, name: str) -> str:
    return element.findtext(ATOM + name) or ""


def links(element: ET.Element) -> dict[str, str]:
    """Return the URLs by relation, of which each may occur once."""
    pairs = [(link.attrib["rel"], link.attrib["href"]) for link in element.findall(f"{ATOM}link")]
    assert len({relation for relation, _ in pairs}) == len(pairs)
    return dict(pairs)


def titles(world: World) -> list[str]:
    feed = parse(world.get(FEED).must(200))
    return [text(entry, "title") for entry in feed.findall(f"{ATOM}entry")]


def test_an_entry_has_the_whole_post(world: World, author: Id) -> None:
    post_id = make.post(
        world,
        author,
        "no-shows",
        title="Fewer < & no-shows",
        excerpt="By calling.",
        body="Call **them** at [home](/home).",
        tags=["front desk", "practice"],
    )
    response = world.get(FEED).must(200)
    assert response.headers["content-type"] == "application/atom+xml; charset=utf-8"
    feed = parse(response)
    (entry,) = feed.findall(f"{ATOM}entry")
    values = {
        name: text(entry, name) for name in ("id", "title", "summary", "updated", "published")
    }
    assert values == {
        "id": f"urn:uuid:{post_id}",
        "title": "Fewer < & no-shows",
        "summary": "By calling.",
        "updated": "2026-11-21T12:00:00.000Z",
        "published": "2026-11-21T12:00:00.000Z",
    }
    assert links(entry) == {"alternate": f"{PUBLIC_URL}/app/articles/no-shows"}
    assert links(feed) == {"self": PUBLIC_URL + FEED, "alternate": f"{PUBLIC_URL}/app/articles"}
    assert entry.findtext(f"{ATOM}author/{ATOM}name") == "Ada Lovell"
    tags = [category.attrib["term"] for category in entry.findall(f"{ATOM}category")]
    assert tags == ["front desk", "practice"]
    (content,) = entry.findall(f"{ATOM}content")
    assert content.attrib["type"] == "html"
    assert content.text == world.get("/blogs/no-shows").data["bodyHtml"]
    assert list(content) == []


def test_the_base_url_of_relative_links_is_that_of_the_posts(world: World, author: Id) -> None:
    make.post(world, author, "first")
    feed = parse(world.get(FEED).must(200))
    base = feed.attrib["{http://www.w3.org/XML/1998/namespace}base"]
    assert base == f"{PUBLIC_URL}/app/articles/"


def test_the_feed_has_the_newest_twenty_posts(world: World, author: Id) -> None:
    for number in range(22):
        make.post(world, author, f"post-{number}", at=timedelta(minutes=-number))
    assert titles(world) == [f"Post {number}" for number in range(20)]


def test_a_scheduled_post_enters_the_feed_at_its_time(world: World, author: Id) -> None:
    make.post(world, author, "draft", draft=True)
    make.post(world, author, "today")
    make.post(world, author, "tomorrow", at=timedelta(days=1))
    before = world.get(FEED).must(200)
    assert text(parse(before), "updated") == "2026-11-21T12:00:00.000Z"
    world.clock.advance(hours=23, minutes=59)
    headers = {"if-none-match": before.headers["etag"]}
    assert world.get(FEED, headers=headers).must(304).body == b""
    world.clock.advance(minutes=1)
    after = parse(world.get(FEED, headers=headers).must(200))
    assert titles(world) == ["Tomorrow", "Today"]
    # It was written a day before; for readers it changed when it was published.
    assert text(after, "updated") == "2026-11-22T12:00:00.000Z"


def test_an_entry_keeps_its_id_and_has_the_time_of_its_change(world: World) -> None:
    root = cast.root(world)
    post = write(world, root, "old")
    before = parse(world.get(FEED).must(200))
    world.clock.advance(minutes=7)
    change(world, root, post, slug="new", body="Other.")
    after = parse(world.get(FEED).must(200))
    assert text(after, "id") == text(before, "id")
    for feed in (before, after):
        entry = feed.find(f"{ATOM}entry")
        assert entry is not None
        assert text(entry, "id") == f"urn:uuid:{post['id']}"
    assert text(after, "updated") == "2026-11-21T12:07:00.000Z"
    assert links(after.findall(f"{ATOM}entry")[0])["alternate"] == f"{PUBLIC_URL}/app/articles/new"
    change(world, root, post, status="draft")
    assert titles(world) == []


def test_the_feed_of_an_empty_blog_is_constant(world: World) -> None:
    first, second = (world.get(FEED).must(200) for _ in range(2))
    assert first.headers["etag"] == second.headers["etag"]
    assert datetime.fromisoformat(text(parse(first), "updated")).year == 1970
    assert first.headers["cache-control"] == "public, max-age=0, must-revalidate"
    assert world.send("HEAD", FEED).must(200).body == b""


def test_characters_that_are_invalid_in_xml_are_replaced(world: World, author: Id) -> None:
    make.post(
        world,
        author,
        "odd",
        title="\ufffe]]>&\U0001f9b7",
        excerpt="<b>\uffff",
        body="&#12;\uffff]]> <b>",
        tags=["\ufffe<"],
    )
    (entry,) = parse(world.get(FEED).must(200)).findall(f"{ATOM}entry")
    assert text(entry, "title") == "\ufffd]]>&\U0001f9b7"
    assert text(entry, "summary") == "<b>\ufffd"
    assert "\ufffd]]&gt; &lt;b&gt;" in text(entry, "content")


def test_an_author_without_a_name_is_named_as_the_blog(world: World) -> None:
    write(world, cast.root(world))
    (entry,) = parse(world.get(FEED).must(200)).findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}author/{ATOM}name") == "Bridgework blog"
