"""Posts: what they tell, what a change and a deletion leave, and what is noted of it."""

from typing import Any

from tests import cast
from tests.areas.feed import circle
from tests.world import Person, World

PICTURE = "https://pictures.example.org/chair.jpg"


def test_a_post_is_told_with_its_members_and_no_others(world: World) -> None:
    ada = circle.ada(world)
    made = world.post("/feed/posts", {"content": "Open on Saturdays"}, as_=ada).must(201)
    assert made.headers["location"] == f"https://api.example.com/feed/posts/{made.data['id']}"
    assert made.data == {
        "id": made.data["id"],
        "author": {"id": ada.id, "name": "Ada Lovell", "avatarUrl": None},
        "content": "Open on Saturdays",
        "imageUrl": None,
        "commentCount": 0,
        "likeCount": 0,
        "likedByMe": False,
        "createdAt": "2026-11-21T12:00:00.000Z",
        "editedAt": None,
    }
    assert circle.seen(world, ada, made.data["id"]) == made.data
    listed = world.get("/feed/posts", as_=ada).must(200).data
    assert listed == {"items": [made.data], "nextCursor": None, "hasMore": False}


def test_a_repeated_post_is_there_once(world: World) -> None:
    ada = circle.ada(world)
    once = {"idempotency-key": '"saturday"'}
    made = [
        world.post("/feed/posts", {"content": "Open"}, as_=ada, headers=once).must(201)
        for _ in range(2)
    ]
    assert made[0].data == made[1].data
    assert len(circle.feed(world, ada)) == 1


def test_a_change_leaves_the_rest_alone(world: World) -> None:
    ada = circle.ada(world)
    post = circle.post(world, ada, "Open on Saturdays")
    path = f"/feed/posts/{post}"
    world.patch(path, {"imageUrl": PICTURE}, as_=ada).must(200)
    world.clock.advance(minutes=5)
    after = world.patch(path, {"imageUrl": None}, as_=ada).must(200).data
    assert (after["content"], after["imageUrl"]) == ("Open on Saturdays", None)
    assert (after["createdAt"], after["editedAt"]) == (
        "2026-11-21T12:00:00.000Z",
        "2026-11-21T12:05:00.000Z",
    )


def test_what_is_deleted_is_gone_and_what_hung_on_it_is_swept(world: World) -> None:
    ada, ben = circle.ada(world), circle.ben(world)
    post, other = circle.post(world, ada), circle.post(world, ada)
    comment = circle.comment(world, ben, post)
    kept = circle.comment(world, ben, other)
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
    assert [row["id"] for row in tables["feed_comments"]] == [kept]
    assert tables["feed_likes"] == []
    assert [row["id"] for row in exported(world, ada)] == [other]


def exported(world: World, person: Person) -> Any:
    return world.get("/users/me/export", as_=person).must(200).data["tables"]["feed_posts"]


def test_a_deleted_post_keeps_no_text_while_it_waits(world: World) -> None:
    ada = circle.ada(world)
    post = circle.post(world, ada, "Nobody is to read this again")
    world.delete(f"/feed/posts/{post}", as_=ada).must(200)
    [row] = exported(world, ada)
    assert (row["content"], row["image_url"]) == (None, None)


def test_what_an_administrator_does_to_others_is_noted(world: World) -> None:
    ada, root = circle.ada(world), cast.root(world)
    post, own = circle.post(world, ada), circle.post(world, root)
    comment = circle.comment(world, ada, post)
    world.delete(f"/feed/comments/{comment}", as_=root).must(200)
    world.patch(f"/feed/posts/{post}", {"content": "Mended"}, as_=root).must(200)
    world.delete(f"/feed/posts/{post}", as_=root).must(200)
    world.patch(f"/feed/posts/{own}", {"content": "Mended"}, as_=root).must(200)
    world.delete(f"/feed/posts/{own}", as_=root).must(200)
    entries = world.get("/admin/logs?limit=100", as_=root).must(200).data["items"]
    noted = [
        (entry["action"], entry["target"], [change["field"] for change in entry["changes"]])
        for entry in reversed(entries)
        if entry["action"].startswith("feed.")
    ]
    assert noted == [
        ("feed.delete_comment", comment, []),
        ("feed.change_post", post, ["content"]),
        ("feed.delete_post", post, []),
    ]
    assert {entry["actor"] for entry in entries if entry["action"].startswith("feed.")} == {root.id}
