"""Posts: their members, changes, deletion and audit entries."""

from typing import Any

import pytest

from tests import cast
from tests.areas.feed import feed_requests
from tests.world import Person, World

PICTURE = "https://pictures.example.org/chair.jpg"


def test_a_post_has_exactly_its_members(world: World) -> None:
    ada = feed_requests.ada(world)
    created = world.post("/feed/posts", {"content": "Open on Saturdays"}, as_=ada).must(201)
    assert created.headers["location"] == f"https://api.example.com/feed/posts/{created.data['id']}"
    assert created.data == {
        "id": created.data["id"],
        "author": {"id": ada.id, "name": "Ada Lovell", "avatarUrl": None},
        "content": "Open on Saturdays",
        "imageUrl": None,
        "commentCount": 0,
        "likeCount": 0,
        "likedByMe": False,
        "createdAt": "2026-11-21T12:00:00.000Z",
        "editedAt": None,
        "hidden": None,
        "comments": None,
    }
    assert feed_requests.get_post(world, ada, created.data["id"]) == created.data
    listed = world.get("/feed/posts", as_=ada).must(200).data
    assert listed == {"items": [created.data], "nextCursor": None, "hasMore": False}


def test_a_repeated_request_creates_one_post(world: World) -> None:
    ada = feed_requests.ada(world)
    headers = {"idempotency-key": '"saturday"'}
    created = [
        world.post("/feed/posts", {"content": "Open"}, as_=ada, headers=headers).must(201)
        for _ in range(2)
    ]
    assert created[0].data == created[1].data
    assert len(feed_requests.list_post_ids(world, ada)) == 1


def test_a_change_keeps_the_other_members(world: World) -> None:
    ada = feed_requests.ada(world)
    post = feed_requests.post(world, ada, "Open on Saturdays")
    path = f"/feed/posts/{post}"
    world.patch(path, {"imageUrl": PICTURE}, as_=ada).must(200)
    world.clock.advance(minutes=5)
    after = world.patch(path, {"imageUrl": None}, as_=ada).must(200).data
    assert (after["content"], after["imageUrl"]) == ("Open on Saturdays", None)
    assert (after["createdAt"], after["editedAt"]) == (
        "2026-11-21T12:00:00.000Z",
        "2026-11-21T12:05:00.000Z",
    )


@pytest.mark.parametrize("content", ["", " \n ", "\u200b", " \u00ad\u2060\t\ufeff"])
def test_a_comment_of_blanks_and_invisible_characters_is_empty(world: World, content: str) -> None:
    ada = feed_requests.ada(world)
    path = f"/feed/posts/{feed_requests.post(world, ada)}/comments"
    refused = world.post(path, {"content": content}, as_=ada).must(422)
    assert refused.faults == {"content": "too_short"}
    kept = f"{content}Yes\u200b"
    assert world.post(path, {"content": kept}, as_=ada).must(201).data["content"] == kept


def test_a_deleted_post_is_removed_with_its_comments_and_likes(world: World) -> None:
    ada, ben = feed_requests.ada(world), feed_requests.ben(world)
    post, other = feed_requests.post(world, ada), feed_requests.post(world, ada)
    comment = feed_requests.comment(world, ben, post)
    other_comment = feed_requests.comment(world, ben, other)
    world.put(f"/feed/posts/{post}/like", as_=ben).must(200)
    world.delete(f"/feed/posts/{post}", as_=ada).must(200)
    for path in (f"/feed/posts/{post}", f"/feed/posts/{post}/comments"):
        assert world.get(path, as_=ada).must(404).error == "feed_post_not_found"
    world.delete(f"/feed/posts/{post}", as_=ada).must(404)
    world.delete(f"/feed/comments/{comment}", as_=ben).must(404)
    world.clock.advance(minutes=11)
    world.run_periodic_tasks()
    world.get(f"/feed/posts/{post}", as_=ada).must(404)
    tables = world.get("/users/me/export", as_=ben).must(200).data["tables"]
    assert [row["id"] for row in tables["feed_comments"]] == [other_comment]
    assert tables["feed_likes"] == []
    assert [row["id"] for row in exported(world, ada)] == [other]


def exported(world: World, person: Person) -> Any:
    return world.get("/users/me/export", as_=person).must(200).data["tables"]["feed_posts"]


def test_a_deleted_post_has_no_text_before_its_removal(world: World) -> None:
    ada = feed_requests.ada(world)
    post = feed_requests.post(world, ada, "Nobody is to read this again")
    world.delete(f"/feed/posts/{post}", as_=ada).must(200)
    [row] = exported(world, ada)
    assert (row["content"], row["image_url"]) == (None, None)


def test_changes_by_administrators_are_audited(world: World) -> None:
    ada, root = feed_requests.ada(world), cast.root(world)
    post, own = feed_requests.post(world, ada), feed_requests.post(world, root)
    comment = feed_requests.comment(world, ada, post)
    world.delete(f"/feed/comments/{comment}", as_=root).must(200)
    world.patch(f"/feed/posts/{post}", {"content": "Mended"}, as_=root).must(200)
    world.delete(f"/feed/posts/{post}", as_=root).must(200)
    world.patch(f"/feed/posts/{own}", {"content": "Mended"}, as_=root).must(200)
    world.delete(f"/feed/posts/{own}", as_=root).must(200)
    entries = world.get("/admin/logs?limit=100", as_=root).must(200).data["items"]
    audited = [
        (entry["action"], entry["target"], [change["field"] for change in entry["changes"]])
        for entry in reversed(entries)
        if entry["action"].startswith("feed.")
    ]
    assert audited == [
        ("feed.delete_comment", comment, []),
        ("feed.change_post", post, ["content"]),
        ("feed.delete_post", post, []),
    ]
    assert {entry["actor"] for entry in entries if entry["action"].startswith("feed.")} == {root.id}
