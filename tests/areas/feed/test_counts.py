"""The counts of comments and likes are right after concurrent requests."""

from functools import partial

import pytest
import sqlalchemy as sa

from bridgework.areas.community.feed.tables import comments, likes, posts
from tests.areas.feed import feed_requests
from tests.world import World


@pytest.mark.postgresql("concurrent requests")
def test_concurrent_and_repeated_likes_are_counted_once_per_member(world: World) -> None:
    ada, *crowd = feed_requests.sign_up_many(world, 21)
    post = feed_requests.post(world, ada)
    path = f"/feed/posts/{post}/like"
    answers = world.together(
        [partial(world.sending, "PUT", path, as_=member) for member in [*crowd, *crowd[:7]]]
    )
    assert feed_requests.statuses(answers) == [200] * 27
    post_read = feed_requests.get_post(world, ada, post)
    assert (post_read["likeCount"], post_read["likedByMe"]) == (20, False)
    assert feed_requests.get_post(world, crowd[3], post)["likedByMe"]
    answers = world.together(
        [partial(world.sending, "DELETE", path, as_=member) for member in crowd[:8] * 2]
    )
    assert feed_requests.statuses(answers) == [200] * 16
    assert feed_requests.get_post(world, ada, post)["likeCount"] == 12
    feed_requests.must_have_right_counts(world, post)


@pytest.mark.postgresql("concurrent requests")
def test_concurrent_likes_and_unlikes_leave_the_right_count(world: World) -> None:
    ada, ben = feed_requests.ada(world), feed_requests.ben(world)
    post = feed_requests.post(world, ada)
    path = f"/feed/posts/{post}/like"
    answers = world.together(
        [partial(world.sending, verb, path, as_=ben) for verb in ["PUT", "DELETE"] * 10]
    )
    assert feed_requests.statuses(answers) == [200] * 20
    post_read = feed_requests.get_post(world, ben, post)
    assert post_read["likeCount"] == int(post_read["likedByMe"])
    feed_requests.must_have_right_counts(world, post)


@pytest.mark.postgresql("concurrent requests")
def test_concurrent_comments_and_deletions_leave_the_right_count(world: World) -> None:
    ada, ben = feed_requests.ada(world), feed_requests.ben(world)
    post = feed_requests.post(world, ada)
    path = f"/feed/posts/{post}/comments"
    comment_ids = [feed_requests.comment(world, ben, post) for _ in range(6)]

    body = {"content": "?"}
    additions = [
        partial(world.sending, "POST", path, body, as_=member) for member in [ada, ben] * 6
    ]
    deletions = [
        partial(world.sending, "DELETE", f"/feed/comments/{comment_id}", as_=ben)
        for comment_id in comment_ids * 2
    ]
    answers = world.together([*additions, *deletions])
    statuses = feed_requests.statuses(answers)
    assert statuses == [200] * 6 + [201] * 12 + [404] * 6
    assert feed_requests.get_post(world, ada, post)["commentCount"] == 12
    feed_requests.must_have_right_counts(world, post)


@pytest.mark.postgresql("concurrent requests")
def test_one_of_several_concurrent_deletions_succeeds(world: World) -> None:
    ada = feed_requests.ada(world)
    post = feed_requests.post(world, ada)
    path = f"/feed/posts/{post}"
    answers = world.together([lambda: world.sending("DELETE", path, as_=ada)] * 6)
    assert feed_requests.statuses(answers) == [200] + [404] * 5


@pytest.mark.postgresql("concurrent requests")
@pytest.mark.parametrize("verb", ["PUT", "DELETE"])
def test_requests_during_a_deletion_succeed_or_are_not_found(world: World, verb: str) -> None:
    ada, ben = feed_requests.ada(world), feed_requests.ben(world)
    post = feed_requests.post(world, ada)
    path = f"/feed/posts/{post}"
    deletion = [lambda: world.sending("DELETE", path, as_=ada)]
    likes_sent = [lambda: world.sending(verb, f"{path}/like", as_=ben)] * 4
    body = {"content": "?"}
    comments_sent = [lambda: world.sending("POST", f"{path}/comments", body, as_=ben)] * 4
    answers = world.together(
        [*likes_sent[:2], *comments_sent[:2], *deletion, *likes_sent[2:], *comments_sent[2:]]
    )
    assert {answer.status for answer in answers} <= {200, 201, 404}
    world.get(path, as_=ben).must(404)
    world.clock.advance(minutes=11)
    world.run_periodic_tasks()
    with world.application.app_state.database.reading() as tx:
        for table in (posts, comments, likes):
            assert tx.value(sa.select(sa.func.count()).select_from(table)) == 0
