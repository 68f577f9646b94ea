"""Erasing an account deletes its likes; its posts and comments stay, without the name."""

import sqlalchemy as sa

from bridgework.areas.community.feed.tables import comments, posts
from tests import cast
from tests.areas.feed import feed_requests
from tests.world import World

FORMER_MEMBER = {"id": None, "name": "former member", "avatarUrl": None}


def test_posts_and_comments_of_an_erased_account_stay_without_its_name(world: World) -> None:
    ada, ben = feed_requests.ada(world), feed_requests.ben(world)
    post, bens_post = (
        feed_requests.post(world, ada),
        feed_requests.post(world, ben, "I am moving to Ghent"),
    )
    picture = {"imageUrl": "https://pictures.example.org/ben.jpg"}
    world.patch(f"/feed/posts/{bens_post}", picture, as_=ben).must(200)
    feed_requests.comment(world, ben, post, "Not me")
    world.put(f"/feed/posts/{post}/like", as_=ben).must(200)
    world.put(f"/feed/posts/{post}/like", as_=ada).must(200)
    feed_requests.erase(world, ben)
    ada = cast.sign_in(world, ada.email)

    post_read = feed_requests.get_post(world, ada, bens_post)
    assert (post_read["author"], post_read["content"]) == (FORMER_MEMBER, "I am moving to Ghent")
    assert post_read["imageUrl"] is None
    comments_read = world.get(f"/feed/posts/{post}/comments", as_=ada).must(200).data["items"]
    assert [(item["author"], item["content"]) for item in comments_read] == [
        (FORMER_MEMBER, "Not me")
    ]
    assert feed_requests.get_post(world, ada, post)["likeCount"] == 1
    feed_requests.must_have_right_counts(world, post)
    with world.application.app_state.database.reading() as tx:
        for table in (posts, comments):
            authors = tx.execute(sa.select(table.c.author_id)).scalars().all()
            assert ben.id not in authors


def test_an_account_in_its_grace_period_has_no_name_until_it_is_restored(world: World) -> None:
    ada, ben = feed_requests.ada(world), feed_requests.ben(world)
    post = feed_requests.post(world, ben)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ben).must(202)
    assert feed_requests.get_post(world, ada, post)["author"] == FORMER_MEMBER
    ben = cast.sign_in(world, ben.email)
    assert feed_requests.get_post(world, ada, post)["author"]["name"] == "Ben Hollis"
    world.patch(f"/feed/posts/{post}", {"content": "Here again"}, as_=ben).must(200)


def test_a_new_name_applies_to_earlier_posts(world: World) -> None:
    ada = cast.ada(world)
    post = feed_requests.post(world, ada)
    assert feed_requests.get_post(world, ada, post)["author"]["name"] == "member"
    changes = {"firstName": "Zoë", "avatarUrl": "https://pictures.example.org/zoe.jpg"}
    world.patch("/users/me", changes, as_=ada).must(200)
    assert feed_requests.get_post(world, ada, post)["author"] == {
        "id": ada.id,
        "name": "Zoë",
        "avatarUrl": "https://pictures.example.org/zoe.jpg",
    }


def test_an_export_contains_only_the_members_own_posts_comments_and_likes(world: World) -> None:
    ada, ben = feed_requests.ada(world), feed_requests.ben(world)
    post = feed_requests.post(world, ada, "Adas own words")
    feed_requests.comment(world, ben, post, "Bens own words")
    world.put(f"/feed/posts/{post}/like", as_=ben).must(200)
    export = world.get("/users/me/export", as_=ben).must(200)
    tables = export.data["tables"]
    assert tables["feed_posts"] == []
    assert [row["content"] for row in tables["feed_comments"]] == ["Bens own words"]
    assert [row["post_id"] for row in tables["feed_likes"]] == [post]
    assert "Adas own words" not in export.body.decode()
