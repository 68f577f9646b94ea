"""A post is found by every slug it had: 301 to the one it has."""

from functools import partial
from typing import Any

import pytest

from tests import cast
from tests.areas.blogs.desk import ADMIN, article, change, public, write
from tests.world import PUBLIC_URL, Person, Response, World


@pytest.fixture
def root(world: World) -> Person:
    return cast.root(world)


def led(world: World, slug: str) -> str:
    """The slug to which another leads."""
    moved = world.get(f"/blogs/{slug}").must(301)
    assert moved.body == b""
    assert "content-type" not in moved.headers
    return moved.headers["location"].removeprefix(f"{PUBLIC_URL}/blogs/")


def taken(world: World, root: Person, slug: str, **members: Any) -> Response:
    """The refusal of a new post under this slug."""
    return world.post(ADMIN, article(slug, **members), as_=root).must(409)


def test_an_old_slug_leads_to_the_new_one(world: World, root: Person) -> None:
    made = write(world, root, "old")
    renamed = change(world, root, made, slug="new")
    assert renamed["slug"] == "new"
    assert (led(world, "old"), public(world)) == ("new", ["new"])
    assert world.get("/blogs/new").must(200).data["slug"] == "new"
    moved = world.send("HEAD", "/blogs/old").must(301)
    assert moved.headers["location"] == f"{PUBLIC_URL}/blogs/new"
    found = world.get(f"{ADMIN}?search=new", as_=root).must(200).data
    assert found["total"] == 1


def test_many_old_slugs_lead_to_the_newest_in_one_step(world: World, root: Person) -> None:
    made = write(world, root, "a")
    for slug in ("b", "c", "d"):
        change(world, root, made, slug=slug)
    assert [led(world, slug) for slug in ("a", "b", "c")] == ["d", "d", "d"]


def test_a_slug_may_come_back_to_its_post(world: World, root: Person) -> None:
    made = write(world, root, "a")
    for slug in ("b", "a"):
        change(world, root, made, slug=slug)
    world.get("/blogs/a").must(200)
    assert led(world, "b") == "a"


def test_what_the_public_may_not_read_it_is_not_led_to(world: World, root: Person) -> None:
    made = write(world, root, "old", status="draft")
    change(world, root, made, slug="new")
    world.get("/blogs/old").must(404)
    change(world, root, made, status="scheduled", publishedAt="2026-11-22T12:00:00Z")
    world.get("/blogs/old").must(404)
    world.clock.advance(days=1)
    assert led(world, "old") == "new"
    root = cast.root_again(world)
    change(world, root, made, status="draft")
    assert world.get("/blogs/old").must(404).json == {"message": "There is no such blog post."}
    change(world, root, made, status="published")
    assert led(world, "old") == "new"
    world.delete(f"{ADMIN}/{made['id']}", as_=root).must(200)
    world.get("/blogs/old").must(404)
    world.get("/blogs/new").must(404)


def test_no_two_posts_share_a_slug_now_or_of_old(world: World, root: Person) -> None:
    renamed = write(world, root, "old")
    change(world, root, renamed, slug="new")
    for slug in ("old", "new"):
        for status in ("draft", "published"):
            assert taken(world, root, slug, status=status).error == "slug_taken"
    other = write(world, root, "other")
    path = f"{ADMIN}/{other['id']}"
    for slug in ("old", "new"):
        refused = world.patch(path, {"slug": slug, "title": "Lost"}, as_=root).must(409)
        assert refused.error == "slug_taken"
    assert world.get("/blogs/other").must(200).data["title"] == other["title"]
    assert led(world, "old") == "new"


def test_the_slugs_of_a_deleted_post_are_free_and_lead_to_who_takes_them(
    world: World, root: Person
) -> None:
    made = write(world, root, "old")
    change(world, root, made, slug="new")
    world.delete(f"{ADMIN}/{made['id']}", as_=root).must(200)
    write(world, root, "old", title="Another")
    assert world.get("/blogs/old").must(200).data["title"] == "Another"
    assert public(world) == ["old"]


def test_of_those_who_want_one_slug_at_once_one_gets_it(world: World, root: Person) -> None:
    others = [write(world, root, f"other-{number}") for number in range(3)]
    paths = [f"{ADMIN}/{post['id']}" for post in others]
    answers = world.together(
        [
            *[partial(world.sending, "POST", ADMIN, article("wanted"), as_=root)] * 3,
            *[partial(world.sending, "PATCH", at, {"slug": "wanted"}, as_=root) for at in paths],
        ]
    )
    won = [answer for answer in answers if answer.status in {200, 201}]
    assert [answer.data["slug"] for answer in won] == ["wanted"]
    assert {answer.error for answer in answers if answer not in won} == {"slug_taken"}
    assert world.get("/blogs/wanted").must(200).data["id"] == won[0].data["id"]
    assert public(world).count("wanted") == 1


def test_who_takes_a_slug_while_it_is_let_go_never_shares_it(world: World, root: Person) -> None:
    """A post leaves a slug for another just as somebody wants to have it."""
    for number in range(5):
        slug = f"left-{number}"
        made = write(world, root, slug)
        path = f"{ADMIN}/{made['id']}"
        moved, wanted = world.together(
            [
                partial(world.sending, "PATCH", path, {"slug": f"new-{number}"}, as_=root),
                partial(world.sending, "POST", ADMIN, article(slug), as_=root),
            ]
        )
        assert (moved.status, wanted.status) == (200, 409)
        assert led(world, slug) == f"new-{number}"


def test_a_post_is_deleted_once_however_many_want_it(world: World, root: Person) -> None:
    made = write(world, root, "a")
    path = f"{ADMIN}/{made['id']}"
    answers = world.together(
        [
            *[partial(world.sending, "DELETE", path, as_=root)] * 3,
            partial(world.sending, "PATCH", path, {"slug": "b"}, as_=root),
        ]
    )
    assert sorted(answer.status for answer in answers[:3]) == [200, 404, 404]
    assert answers[3].status in {200, 404}
    world.get("/blogs/a").must(404)
    world.get("/blogs/b").must(404)
    write(world, root, "b")


def test_the_document_tells_of_the_move(world: World) -> None:
    paths = world.get("/openapi.json").must(200).json["paths"]
    moved = paths["/blogs/{slug}"]["get"]["responses"]["301"]
    assert moved["headers"]["Location"] == {"$ref": "#/components/headers/Location"}
    assert "content" not in moved
