"""A former slug of a post redirects to the present one with 301."""

from functools import partial
from typing import Any

import pytest

from tests import cast
from tests.areas.blogs.articles import ADMIN, article, change, public, write
from tests.world import PUBLIC_URL, Person, Response, World


@pytest.fixture
def root(world: World) -> Person:
    return cast.root(world)


def redirect_of(world: World, slug: str) -> str:
    """Return the slug to which another redirects."""
    moved = world.get(f"/blogs/{slug}").must(301)
    assert moved.body == b""
    assert "content-type" not in moved.headers
    return moved.headers["location"].removeprefix(f"{PUBLIC_URL}/blogs/")


def refusal(world: World, root: Person, slug: str, **members: Any) -> Response:
    """Return the response that refuses a new post with this slug."""
    return world.post(ADMIN, article(slug, **members), as_=root).must(409)


def test_a_former_slug_redirects_to_the_present_one(world: World, root: Person) -> None:
    post = write(world, root, "old")
    renamed = change(world, root, post, slug="new")
    assert renamed["slug"] == "new"
    assert (redirect_of(world, "old"), public(world)) == ("new", ["new"])
    assert world.get("/blogs/new").must(200).data["slug"] == "new"
    moved = world.send("HEAD", "/blogs/old").must(301)
    assert moved.headers["location"] == f"{PUBLIC_URL}/blogs/new"
    page = world.get(f"{ADMIN}?search=new", as_=root).must(200).data
    assert page["total"] == 1


def test_all_former_slugs_redirect_directly_to_the_present_one(world: World, root: Person) -> None:
    post = write(world, root, "a")
    for slug in ("b", "c", "d"):
        change(world, root, post, slug=slug)
    assert [redirect_of(world, slug) for slug in ("a", "b", "c")] == ["d", "d", "d"]


def test_a_post_may_use_a_former_slug_again(world: World, root: Person) -> None:
    post = write(world, root, "a")
    for slug in ("b", "a"):
        change(world, root, post, slug=slug)
    world.get("/blogs/a").must(200)
    assert redirect_of(world, "b") == "a"


def test_a_slug_does_not_redirect_to_a_post_that_is_not_public(world: World, root: Person) -> None:
    post = write(world, root, "old", status="draft")
    change(world, root, post, slug="new")
    world.get("/blogs/old").must(404)
    change(world, root, post, status="scheduled", publishedAt="2026-11-22T12:00:00Z")
    world.get("/blogs/old").must(404)
    world.clock.advance(days=1)
    assert redirect_of(world, "old") == "new"
    root = cast.root_again(world)
    change(world, root, post, status="draft")
    assert world.get("/blogs/old").must(404).json == {"message": "This blog post does not exist."}
    change(world, root, post, status="published")
    assert redirect_of(world, "old") == "new"
    world.delete(f"{ADMIN}/{post['id']}", as_=root).must(200)
    world.get("/blogs/old").must(404)
    world.get("/blogs/new").must(404)


def test_a_present_or_former_slug_of_a_post_is_refused_for_another(
    world: World, root: Person
) -> None:
    renamed = write(world, root, "old")
    change(world, root, renamed, slug="new")
    for slug in ("old", "new"):
        for status in ("draft", "published"):
            assert refusal(world, root, slug, status=status).error == "slug_taken"
    other = write(world, root, "other")
    path = f"{ADMIN}/{other['id']}"
    for slug in ("old", "new"):
        refused = world.patch(path, {"slug": slug, "title": "Lost"}, as_=root).must(409)
        assert refused.error == "slug_taken"
    assert world.get("/blogs/other").must(200).data["title"] == other["title"]
    assert redirect_of(world, "old") == "new"


def test_the_slugs_of_a_deleted_post_can_be_used_again(world: World, root: Person) -> None:
    post = write(world, root, "old")
    change(world, root, post, slug="new")
    world.delete(f"{ADMIN}/{post['id']}", as_=root).must(200)
    write(world, root, "old", title="Another")
    assert world.get("/blogs/old").must(200).data["title"] == "Another"
    assert public(world) == ["old"]


@pytest.mark.postgresql("concurrent requests")
def test_of_concurrent_requests_for_a_slug_one_succeeds(world: World, root: Person) -> None:
    others = [write(world, root, f"other-{number}") for number in range(3)]
    paths = [f"{ADMIN}/{post['id']}" for post in others]
    responses = world.together(
        [
            *[partial(world.sending, "POST", ADMIN, article("wanted"), as_=root)] * 3,
            *[partial(world.sending, "PATCH", at, {"slug": "wanted"}, as_=root) for at in paths],
        ]
    )
    succeeded = [response for response in responses if response.status in {200, 201}]
    assert [response.data["slug"] for response in succeeded] == ["wanted"]
    assert {response.error for response in responses if response not in succeeded} == {"slug_taken"}
    assert world.get("/blogs/wanted").must(200).data["id"] == succeeded[0].data["id"]
    assert public(world).count("wanted") == 1


@pytest.mark.postgresql("concurrent requests")
def test_a_slug_is_never_shared_while_its_post_is_renamed(world: World, root: Person) -> None:
    """A post is renamed while another post is created with its former slug."""
    for number in range(5):
        slug = f"left-{number}"
        post = write(world, root, slug)
        path = f"{ADMIN}/{post['id']}"
        renamed, created = world.together(
            [
                partial(world.sending, "PATCH", path, {"slug": f"new-{number}"}, as_=root),
                partial(world.sending, "POST", ADMIN, article(slug), as_=root),
            ]
        )
        assert (renamed.status, created.status) == (200, 409)
        assert redirect_of(world, slug) == f"new-{number}"


@pytest.mark.postgresql("concurrent requests")
def test_of_concurrent_deletions_one_succeeds(world: World, root: Person) -> None:
    post = write(world, root, "a")
    path = f"{ADMIN}/{post['id']}"
    responses = world.together(
        [
            *[partial(world.sending, "DELETE", path, as_=root)] * 3,
            partial(world.sending, "PATCH", path, {"slug": "b"}, as_=root),
        ]
    )
    assert sorted(response.status for response in responses[:3]) == [200, 404, 404]
    assert responses[3].status in {200, 404}
    world.get("/blogs/a").must(404)
    world.get("/blogs/b").must(404)
    write(world, root, "b")


def test_the_openapi_document_describes_the_redirect(world: World) -> None:
    paths = world.get("/openapi.json").must(200).json["paths"]
    moved = paths["/blogs/{slug}"]["get"]["responses"]["301"]
    assert moved["headers"]["Location"] == {"$ref": "#/components/headers/Location"}
    assert "content" not in moved
