"""Comments and likes are counted on the post, and right however many come at once."""

from functools import partial

import pytest
import sqlalchemy as sa

from bridgework.areas.feed.tables import comments, likes, posts
from tests.areas.feed import circle
from tests.world import World


def test_twenty_who_like_at_once_are_twenty_though_some_do_it_twice(world: World) -> None:
    ada, *crowd = circle.crowd(world, 21)
    post = circle.post(world, ada)
    path = f"/feed/posts/{post}/like"
    answers = world.together(
        [partial(world.sending, "PUT", path, as_=who) for who in [*crowd, *crowd[:7]]]
    )
    assert circle.statuses(answers) == [200] * 27
    seen = circle.seen(world, ada, post)
    assert (seen["likeCount"], seen["likedByMe"]) == (20, False)
    assert circle.seen(world, crowd[3], post)["likedByMe"]
    answers = world.together(
        [partial(world.sending, "DELETE", path, as_=who) for who in crowd[:8] * 2]
    )
    assert circle.statuses(answers) == [200] * 16
    assert circle.seen(world, ada, post)["likeCount"] == 12
    circle.must_add_up(world, post)


def test_one_who_likes_and_unlikes_at_once_is_counted_as_it_ends(world: World) -> None:
    ada, ben = circle.ada(world), circle.ben(world)
    post = circle.post(world, ada)
    path = f"/feed/posts/{post}/like"
    answers = world.together(
        [partial(world.sending, verb, path, as_=ben) for verb in ["PUT", "DELETE"] * 10]
    )
    assert circle.statuses(answers) == [200] * 20
    seen = circle.seen(world, ben, post)
    assert seen["likeCount"] == int(seen["likedByMe"])
    circle.must_add_up(world, post)


def test_comments_that_come_and_go_at_once_are_counted(world: World) -> None:
    ada, ben = circle.ada(world), circle.ben(world)
    post = circle.post(world, ada)
    path = f"/feed/posts/{post}/comments"
    going = [circle.comment(world, ben, post) for _ in range(6)]

    said = {"content": "?"}
    comes = [partial(world.sending, "POST", path, said, as_=who) for who in [ada, ben] * 6]
    goes = [partial(world.sending, "DELETE", f"/feed/comments/{one}", as_=ben) for one in going * 2]
    answers = world.together([*comes, *goes])
    told = circle.statuses(answers)
    assert told == [200] * 6 + [201] * 12 + [404] * 6
    assert circle.seen(world, ada, post)["commentCount"] == 12
    circle.must_add_up(world, post)


def test_of_two_who_delete_a_post_at_once_one_does(world: World) -> None:
    ada = circle.ada(world)
    post = circle.post(world, ada)
    path = f"/feed/posts/{post}"
    answers = world.together([lambda: world.sending("DELETE", path, as_=ada)] * 6)
    assert circle.statuses(answers) == [200] + [404] * 5


@pytest.mark.parametrize("verb", ["PUT", "DELETE"])
def test_a_post_that_goes_meanwhile_is_not_there(world: World, verb: str) -> None:
    ada, ben = circle.ada(world), circle.ben(world)
    post = circle.post(world, ada)
    path = f"/feed/posts/{post}"
    going = [lambda: world.sending("DELETE", path, as_=ada)]
    liking = [lambda: world.sending(verb, f"{path}/like", as_=ben)] * 4
    said = {"content": "?"}
    saying = [lambda: world.sending("POST", f"{path}/comments", said, as_=ben)] * 4
    answers = world.together([*liking[:2], *saying[:2], *going, *liking[2:], *saying[2:]])
    assert {answer.status for answer in answers} <= {200, 201, 404}
    world.get(path, as_=ben).must(404)
    world.clock.advance(minutes=11)
    world.run_periodic_tasks()
    with world.application.app_state.database.reading() as tx:
        for table in (posts, comments, likes):
            assert tx.value(sa.select(sa.func.count()).select_from(table)) == 0
