"""The public blog: which posts are listed, in which order, and from when on."""

from datetime import timedelta

import hypothesis
import pytest
from hypothesis import strategies as st

from bridgework.kit.core import Id
from tests import cast, make, paging
from tests.world import World

CARD = {
    "id", "slug", "title", "excerpt", "coverUrl", "tags", "author", "readingMinutes",
    "publishedAt", "updatedAt",
}  # fmt: skip
RECORD = CARD | {"body", "bodyHtml", "seoTitle", "seoDescription"}
POSTS = 13


@pytest.fixture
def author(world: World) -> Id:
    return make.account(world, "Ada Lovell", avatar_url="https://example.com/ada.png")


def slugs(world: World, path: str = "/blogs") -> list[str]:
    return [card["slug"] for card in world.get(path).must(200).data]


def test_posts_are_listed_newest_first(world: World, author: Id) -> None:
    for slug, days in [("second", -2), ("first", -1), ("last", -9), ("third", -3)]:
        make.post(world, author, slug, at=timedelta(days=days))
    assert slugs(world) == ["first", "second", "third", "last"]


def test_posts_of_the_same_time_are_listed_by_creation_newest_first(
    world: World, author: Id
) -> None:
    for slug in ("a", "b", "c"):
        make.post(world, author, slug)
    assert slugs(world) == ["c", "b", "a"]
    assert [slugs(world, f"/blogs?limit=1&page={page}") for page in (1, 2, 3)] == [
        ["c"],
        ["b"],
        ["a"],
    ]


def test_a_scheduled_post_becomes_public_at_its_time(world: World, author: Id) -> None:
    make.post(world, author, "today")
    make.post(world, author, "tomorrow", at=timedelta(days=1))
    before = world.get("/blogs").must(200)
    assert ([card["slug"] for card in before.data], paging.total(before)) == (["today"], 1)
    world.get("/blogs/tomorrow").must(404)
    world.clock.advance(hours=23, minutes=59, seconds=59)
    assert slugs(world) == ["today"]
    world.clock.advance(seconds=1)
    after = world.get("/blogs", headers={"if-none-match": before.headers["etag"]}).must(200)
    assert [card["slug"] for card in after.data] == ["tomorrow", "today"]
    assert paging.total(after) == 2
    world.get("/blogs/tomorrow").must(200)


def test_a_draft_never_becomes_public(world: World, author: Id) -> None:
    make.post(world, author, "draft", draft=True)
    world.clock.advance(days=365)
    response = world.get("/blogs").must(200)
    assert (response.data, paging.total(response)) == ([], 0)
    world.get("/blogs/draft").must(404)


def test_a_card_is_a_subset_of_the_post(world: World, author: Id) -> None:
    post_id = make.post(
        world,
        author,
        "how-we-cut-no-shows",
        title="How we cut no-shows",
        excerpt="By calling.",
        body="Call **them**.\n\n" + "word " * 440,
        tags=["front desk"],
        cover_url="https://example.com/cover.jpg",
        seo_title="No-shows",
        seo_description="How to cut them.",
    )
    record = world.get("/blogs/how-we-cut-no-shows").must(200).data
    assert set(record) == RECORD
    assert record["id"] == post_id
    assert record["title"] == "How we cut no-shows"
    assert record["body"].startswith("Call **them**.")
    assert record["bodyHtml"].startswith("<p>Call <strong>them</strong>.</p>")
    assert record["readingMinutes"] == 3
    assert record["author"] == {
        "id": author,
        "name": "Ada Lovell",
        "avatarUrl": "https://example.com/ada.png",
    }
    assert record["publishedAt"] == "2026-11-21T12:00:00.000Z"
    [card] = world.get("/blogs").must(200).data
    assert card == {name: record[name] for name in CARD}


def test_an_unknown_slug_is_a_404_with_a_message_only(world: World) -> None:
    for slug in ("no-such-post", "%00", "..%2F..%2Fetc%2Fpasswd", "a" * 3000, "%F0%9F%A6%B7"):
        response = world.get(f"/blogs/{slug}").must(404)
        assert response.json == {"message": "This blog post does not exist."}


def test_a_slug_has_exactly_one_spelling(world: World, author: Id) -> None:
    make.post(world, author, "no-shows")
    world.get("/blogs/no-shows").must(200)
    world.get("/blogs/no%2Dshows").must(200)
    world.get("/blogs/No-Shows").must(404)
    world.get("/blogs/no-shows/").must(404)


def test_an_etag_gives_304_until_the_content_changes(world: World, author: Id) -> None:
    make.post(world, author, "first")
    for path in ("/blogs", "/blogs/first"):
        tag = world.get(path).must(200).headers["etag"]
        assert world.get(path, headers={"if-none-match": tag}).must(304).body == b""
    tag = world.get("/blogs").must(200).headers["etag"]
    make.post(world, author, "second")
    world.get("/blogs", headers={"if-none-match": tag}).must(200)


def test_an_authors_new_name_appears_on_all_their_posts(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    world.patch("/users/me", {"firstName": "Ada", "lastName": "Lovell"}, as_=ada).must(200)
    for person, slug in ((ada, "first"), (ada, "second"), (ben, "bens")):
        make.post(world, Id(str(person.id)), slug)
    make.post(world, Id(str(ada.id)), "scheduled", at=timedelta(days=1))
    tags = {path: world.get(path).must(200).headers["etag"] for path in ("/blogs", "/blogs/first")}
    picture = "https://example.com/king.png"
    world.patch("/users/me", {"lastName": "King", "avatarUrl": picture}, as_=ada).must(200)
    world.clock.advance(days=1)
    names = {card["slug"]: card["author"]["name"] for card in world.get("/blogs").data}
    assert names == {"scheduled": "Ada King", "first": "Ada King", "second": "Ada King", "bens": ""}
    assert world.get("/blogs/first").data["author"]["avatarUrl"] == picture
    for path, tag in tags.items():
        world.get(path, headers={"if-none-match": tag}).must(200)


@hypothesis.settings(
    max_examples=40,
    derandomize=True,
    deadline=None,
    # The posts are created once, and no example changes them.
    suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture],
)
@hypothesis.given(page=st.integers(1, 20), limit=st.integers(1, 100))
def test_a_page_is_a_slice_of_all_posts(
    world: World, thirteen: list[str], page: int, limit: int
) -> None:
    response = world.get(f"/blogs?page={page}&limit={limit}").must(200)
    start = (page - 1) * limit
    assert [card["slug"] for card in response.data] == thirteen[start : start + limit]
    assert paging.total(response) == POSTS
    relations = paging.links(response)
    last = -(-POSTS // limit)
    assert relations["last"] == f"/blogs?limit={limit}&page={last}"
    assert ("next" in relations) == (page < last)
    assert ("prev" in relations) == (1 < page <= last + 1)


def test_the_pagination_links_contain_every_post_once(world: World, thirteen: list[str]) -> None:
    pages = list(paging.walk_pages(world, "/blogs?limit=3"))
    assert [len(page) for page in pages] == [3, 3, 3, 3, 1]
    assert len({slug for page in pages for slug in page}) == POSTS


@pytest.fixture
def thirteen(world: World, author: Id) -> list[str]:
    """Create thirteen posts, some of the same time, and return their slugs, newest first."""
    created = []
    for number in range(POSTS):
        created.append(f"post-{number}")
        make.post(world, author, created[-1], at=timedelta(minutes=number // 3 - 60))
    return created[::-1]
