"""Whoever leaves takes their name and their likes along; what they said stays."""

import sqlalchemy as sa

from bridgework.areas.feed.tables import comments, posts
from tests import cast
from tests.areas.feed import circle
from tests.world import World

NOBODY = {"id": None, "name": "former member", "avatarUrl": None}


def test_what_an_erased_account_said_stays_under_nobodys_name(world: World) -> None:
    ada, ben = circle.ada(world), circle.ben(world)
    post, bens = circle.post(world, ada), circle.post(world, ben, "I am moving to Ghent")
    picture = {"imageUrl": "https://pictures.example.org/ben.jpg"}
    world.patch(f"/feed/posts/{bens}", picture, as_=ben).must(200)
    circle.comment(world, ben, post, "Not me")
    world.put(f"/feed/posts/{post}/like", as_=ben).must(200)
    world.put(f"/feed/posts/{post}/like", as_=ada).must(200)
    circle.erase(world, ben)
    ada = cast.sign_in(world, ada.email)

    seen = circle.seen(world, ada, bens)
    assert (seen["author"], seen["content"]) == (NOBODY, "I am moving to Ghent")
    assert seen["imageUrl"] is None
    said = world.get(f"/feed/posts/{post}/comments", as_=ada).must(200).data["items"]
    assert [(one["author"], one["content"]) for one in said] == [(NOBODY, "Not me")]
    assert circle.seen(world, ada, post)["likeCount"] == 1
    circle.must_add_up(world, post)
    with world.application.app_state.database.reading() as tx:
        for table in (posts, comments):
            authors = tx.execute(sa.select(table.c.author_id)).scalars().all()
            assert ben.id not in authors


def test_who_is_about_to_be_erased_is_nobody_until_they_come_back(world: World) -> None:
    ada, ben = circle.ada(world), circle.ben(world)
    post = circle.post(world, ben)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ben).must(202)
    assert circle.seen(world, ada, post)["author"] == NOBODY
    ben = cast.sign_in(world, ben.email)
    assert circle.seen(world, ada, post)["author"]["name"] == "Ben Hollis"
    world.patch(f"/feed/posts/{post}", {"content": "Here again"}, as_=ben).must(200)


def test_what_somebody_said_who_is_shut_out_stays(world: World) -> None:
    ada, root = circle.ada(world), cast.root(world)
    post = circle.post(world, ada)
    world.post(f"/admin/users/{ada.id}/disable", {"reason": "Spam"}, as_=root).must(200)
    assert circle.seen(world, root, post)["author"]["name"] == "Ada Lovell"


def test_a_new_name_stands_on_what_was_said_before(world: World) -> None:
    ada = cast.ada(world)
    post = circle.post(world, ada)
    assert circle.seen(world, ada, post)["author"]["name"] == "member"
    named = {"firstName": "Zoë", "avatarUrl": "https://pictures.example.org/zoe.jpg"}
    world.patch("/users/me", named, as_=ada).must(200)
    assert circle.seen(world, ada, post)["author"] == {
        "id": ada.id,
        "name": "Zoë",
        "avatarUrl": "https://pictures.example.org/zoe.jpg",
    }


def test_an_export_holds_what_one_said_and_liked_and_nothing_of_others(world: World) -> None:
    ada, ben = circle.ada(world), circle.ben(world)
    post = circle.post(world, ada, "Adas own words")
    circle.comment(world, ben, post, "Bens own words")
    world.put(f"/feed/posts/{post}/like", as_=ben).must(200)
    told = world.get("/users/me/export", as_=ben).must(200)
    tables = told.data["tables"]
    assert tables["feed_posts"] == []
    assert [row["content"] for row in tables["feed_comments"]] == ["Bens own words"]
    assert [row["post_id"] for row in tables["feed_likes"]] == [post]
    assert "Adas own words" not in told.body.decode()
