"""The blog as an Atom feed: what RFC 4287 asks of it, and what a reader's program finds in it."""

import re
from datetime import datetime, timedelta
from xml.etree import ElementTree as ET

import pytest

from bridgework.kit.ids import Id
from tests import cast, make
from tests.areas.blogs.desk import change, write
from tests.world import PUBLIC_URL, Response, World

FEED = "/blogs/feed.xml"
ATOM = "{http://www.w3.org/2005/Atom}"
MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")
UUID_URN = re.compile(r"urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@pytest.fixture
def author(world: World) -> Id:
    return make.account(world, "Ada Lovell")


def read(response: Response) -> ET.Element:
    """The feed of an answer, if it has what every Atom feed must have, each as often as it may."""
    feed = ET.fromstring(response.body)  # noqa: S314 - our own server wrote it
    assert feed.tag == f"{ATOM}feed"
    for element in (feed, *feed.findall(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            assert len(element.findall(ATOM + name)) == 1
        assert UUID_URN.fullmatch(text(element, "id"))
        assert MOMENT.fullmatch(text(element, "updated"))
        assert links(element)["alternate"].startswith(f"{PUBLIC_URL}/blogs")
    for entry in feed.findall(f"{ATOM}entry"):
        assert MOMENT.fullmatch(text(entry, "published"))
        assert [bool(text(one, "name")) for one in entry.findall(f"{ATOM}author")] == [True]
        assert len(entry.findall(f"{ATOM}content")) == len(entry.findall(f"{ATOM}summary")) == 1
    ids = [text(element, "id") for element in (feed, *feed.findall(f"{ATOM}entry"))]
    assert len(set(ids)) == len(ids)
    return feed


def text(element: ET.Element, name: str) -> str:
    return element.findtext(ATOM + name) or ""


def links(element: ET.Element) -> dict[str, str]:
    """The addresses by relation; there may be one of each."""
    found = [(link.attrib["rel"], link.attrib["href"]) for link in element.findall(f"{ATOM}link")]
    assert len({relation for relation, _ in found}) == len(found)
    return dict(found)


def titles(world: World) -> list[str]:
    feed = read(world.get(FEED).must(200))
    return [text(entry, "title") for entry in feed.findall(f"{ATOM}entry")]


def test_an_entry_holds_the_whole_post(world: World, author: Id) -> None:
    post_id = make.post(
        world,
        author,
        "no-shows",
        title="Fewer < & no-shows",
        excerpt="By calling.",
        body="Call **them** at [home](/home).",
        tags=["front desk", "practice"],
    )
    answer = world.get(FEED).must(200)
    assert answer.headers["content-type"] == "application/atom+xml; charset=utf-8"
    feed = read(answer)
    (entry,) = feed.findall(f"{ATOM}entry")
    told = {name: text(entry, name) for name in ("id", "title", "summary", "updated", "published")}
    assert told == {
        "id": f"urn:uuid:{post_id}",
        "title": "Fewer < & no-shows",
        "summary": "By calling.",
        "updated": "2026-11-21T12:00:00.000Z",
        "published": "2026-11-21T12:00:00.000Z",
    }
    assert links(entry) == {"alternate": f"{PUBLIC_URL}/blogs/no-shows"}
    assert links(feed) == {"self": PUBLIC_URL + FEED, "alternate": f"{PUBLIC_URL}/blogs"}
    assert entry.findtext(f"{ATOM}author/{ATOM}name") == "Ada Lovell"
    tags = [category.attrib["term"] for category in entry.findall(f"{ATOM}category")]
    assert tags == ["front desk", "practice"]
    (content,) = entry.findall(f"{ATOM}content")
    assert content.attrib["type"] == "html"
    assert content.text == world.get("/blogs/no-shows").data["bodyHtml"]
    assert list(content) == []


def test_a_link_of_an_article_leads_where_it_would_on_its_own_page(
    world: World, author: Id
) -> None:
    make.post(world, author, "first")
    feed = read(world.get(FEED).must(200))
    assert feed.attrib["{http://www.w3.org/XML/1998/namespace}base"] == f"{PUBLIC_URL}/blogs/"


def test_the_newest_twenty_are_there(world: World, author: Id) -> None:
    for number in range(22):
        make.post(world, author, f"post-{number}", at=timedelta(minutes=-number))
    assert titles(world) == [f"Post {number}" for number in range(20)]


def test_a_scheduled_post_enters_by_the_clock_alone(world: World, author: Id) -> None:
    make.post(world, author, "draft", draft=True)
    make.post(world, author, "today")
    make.post(world, author, "tomorrow", at=timedelta(days=1))
    before = world.get(FEED).must(200)
    assert text(read(before), "updated") == "2026-11-21T12:00:00.000Z"
    world.clock.advance(hours=23, minutes=59)
    known = {"if-none-match": before.headers["etag"]}
    assert world.get(FEED, headers=known).must(304).body == b""
    world.clock.advance(minutes=1)
    after = read(world.get(FEED, headers=known).must(200))
    assert titles(world) == ["Tomorrow", "Today"]
    # It was written a day before, and changed for its readers when it came out.
    assert text(after, "updated") == "2026-11-22T12:00:00.000Z"


def test_an_entry_keeps_its_id_and_tells_when_it_was_changed(world: World) -> None:
    root = cast.root(world)
    made = write(world, root, "old")
    before = read(world.get(FEED).must(200))
    world.clock.advance(minutes=7)
    change(world, root, made, slug="new", body="Other.")
    after = read(world.get(FEED).must(200))
    assert text(after, "id") == text(before, "id")
    for feed in (before, after):
        entry = feed.find(f"{ATOM}entry")
        assert entry is not None
        assert text(entry, "id") == f"urn:uuid:{made['id']}"
    assert text(after, "updated") == "2026-11-21T12:07:00.000Z"
    assert links(after.findall(f"{ATOM}entry")[0])["alternate"] == f"{PUBLIC_URL}/blogs/new"
    change(world, root, made, status="draft")
    assert titles(world) == []


def test_an_empty_blog_has_a_feed_that_never_changed(world: World) -> None:
    first, second = (world.get(FEED).must(200) for _ in range(2))
    assert first.headers["etag"] == second.headers["etag"]
    assert datetime.fromisoformat(text(read(first), "updated")).year == 1970
    assert first.headers["cache-control"] == "public, max-age=0, must-revalidate"
    assert world.send("HEAD", FEED).must(200).body == b""


def test_what_no_xml_document_can_hold_is_no_trouble(world: World, author: Id) -> None:
    make.post(
        world,
        author,
        "odd",
        title="\ufffe]]>&\U0001f9b7",
        excerpt="<b>\uffff",
        body="&#12;\uffff]]> <b>",
        tags=["\ufffe<"],
    )
    (entry,) = read(world.get(FEED).must(200)).findall(f"{ATOM}entry")
    assert text(entry, "title") == "\ufffd]]>&\U0001f9b7"
    assert text(entry, "summary") == "<b>\ufffd"
    assert "\ufffd]]&gt; &lt;b&gt;" in text(entry, "content")


def test_a_nameless_author_goes_by_the_blogs_name(world: World) -> None:
    write(world, cast.root(world))
    (entry,) = read(world.get(FEED).must(200)).findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}author/{ATOM}name") == "Bridgework blog"
