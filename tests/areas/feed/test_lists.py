"""The feed lists each post once, newest first, also while posts are added and deleted."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.community.feed import queries
from bridgework.areas.community.feed.tables import comments, posts
from bridgework.kit.core import Id, new_id
from bridgework.kit.security import ANONYMOUS
from tests import cast, make
from tests.areas.feed import feed_requests
from tests.areas.moderation import bench
from tests.world import World

POSTS = 500


def fill(world: World, author: Id, number: int) -> list[str]:
    """Create posts with the same time and return their IDs."""
    rows = [
        {
            "id": new_id(),
            "author_id": author,
            "content": f"Post {index}",
            "comment_count": 0,
            "like_count": 0,
            "created_at": world.clock.now(),
        }
        for index in range(number)
    ]
    with world.application.app_state.database.writing() as tx:
        tx.execute(posts.insert(), rows)
    return [str(row["id"]) for row in rows]


def delete_posts(world: World, post_ids: Sequence[str]) -> None:
    with world.application.app_state.database.writing() as tx:
        for post_id in post_ids:
            assert queries.update_post(
                tx, ANONYMOUS, Id(post_id), {"deleted_at": world.clock.now()}
            )


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_pages_list_each_remaining_post_once_while_posts_are_added_and_deleted(
    world: World, seed: int
) -> None:
    ada = feed_requests.ada(world)
    author = make.account(world)
    draws = random.Random(seed)  # noqa: S311 - the same on every run
    created_ids = fill(world, author, POSTS)
    remaining = set(created_ids)
    listed: list[str] = []
    cursor = ""
    while True:
        path = f"/feed/posts?limit={draws.randint(1, 60)}&cursor={cursor}"
        page = world.get(path, as_=ada).must(200).data
        listed += [item["id"] for item in page["items"]]
        if not page["hasMore"]:
            break
        cursor = page["nextCursor"]
        deleted = draws.sample(sorted(remaining), 5)
        delete_posts(world, deleted)
        remaining -= set(deleted)
        fill(world, author, 5)
    assert len(listed) == len(set(listed))
    assert remaining <= set(listed)
    # With the same time, the later ID is the newer post.
    assert listed == sorted(listed, reverse=True)


def test_posts_are_listed_newest_first_and_comments_oldest_first(world: World) -> None:
    ada = feed_requests.ada(world)
    post_ids, comment_ids = [], []
    for _ in range(5):
        post_ids.append(feed_requests.post(world, ada))
        comment_ids.append(feed_requests.comment(world, ada, post_ids[0]))
        world.clock.advance(seconds=1)
    assert feed_requests.list_post_ids(world, ada) == post_ids[::-1]
    assert feed_requests.list_comment_ids(world, ada, post_ids[0]) == comment_ids
    page = world.get(f"/feed/posts/{post_ids[0]}/comments?limit=2", as_=ada).must(200).data
    assert [item["id"] for item in page["items"]] == comment_ids[:2]
    following = f"/feed/posts/{post_ids[0]}/comments?limit=9&cursor={page['nextCursor']}"
    page = world.get(following, as_=ada).must(200).data
    assert [item["id"] for item in page["items"]] == comment_ids[2:]


def test_a_cursor_is_valid_for_its_list_and_reader(world: World) -> None:
    ada, ben = feed_requests.ada(world), feed_requests.ben(world)
    first, second = feed_requests.post(world, ada), feed_requests.post(world, ada)
    for post in (first, second):
        feed_requests.comment(world, ada, post)
        feed_requests.comment(world, ada, post)
    path = f"/feed/posts/{first}/comments?limit=1"
    cursor = world.get(path, as_=ada).must(200).data["nextCursor"]
    world.get(f"{path}&cursor={cursor}", as_=ada).must(200)
    for other, reader in (
        (path, ben),
        (f"/feed/posts/{second}/comments?limit=1", ada),
        ("/feed/posts?limit=1", ada),
    ):
        refused = world.get(f"{other}&cursor={cursor}", as_=reader).must(422)
        assert refused.faults == {"cursor": "cursor_invalid"}


def test_a_page_takes_one_query_for_any_number_of_items(world: World) -> None:
    ada = feed_requests.ada(world)
    for post_id in fill(world, make.account(world), 60):
        feed_requests.comment(world, ada, post_id)
    engine = world.application.app_state.database.engine
    statements: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if "feed_" in statement or "accounts" in statement:
            statements.append(statement)

    sa.event.listen(engine, "before_cursor_execute", note)
    counts = []
    for query in ("limit=1", "limit=50", "limit=1&include=comments", "limit=50&include=comments"):
        statements.clear()
        world.get(f"/feed/posts?{query}", as_=ada).must(200)
        counts.append(len([text for text in statements if "feed_posts" in text]))
    sa.event.remove(engine, "before_cursor_execute", note)
    assert counts == [1, 1, 2, 2]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_page_is_read_from_an_index(world: World) -> None:
    fill(world, make.account(world), 10)
    with world.application.app_state.database.reading() as tx:
        for table, order, index in (
            (posts, "WHERE hidden_at IS NULL AND deleted_at IS NULL", "ix_feed_posts_visible"),
            (comments, "WHERE post_id = 'x' AND hidden_at IS NULL", "ix_feed_comments_post"),
        ):
            text = f"EXPLAIN QUERY PLAN SELECT * FROM {table.name} {order} ORDER BY created_at, id"
            plan = " ".join(str(row) for row in tx.rows(sa.text(text)))
            assert index in plan
            assert "TEMP B-TREE" not in plan


def test_a_list_of_posts_includes_the_newest_three_comments_of_each_when_asked_to(
    world: World,
) -> None:
    ada, ben = feed_requests.ada(world), feed_requests.ben(world)
    quiet, busy = feed_requests.post(world, ada), feed_requests.post(world, ada)
    for number in range(5):
        feed_requests.comment(world, ben, busy, f"Comment {number}")
        world.clock.advance(seconds=1)
    shown = world.get("/feed/posts?include=comments", as_=ada).must(200).data["items"]
    comments_of = {item["id"]: item["comments"] for item in shown}
    assert comments_of[quiet] == []
    all_of_busy = world.get(f"/feed/posts/{busy}/comments", as_=ada).must(200).data["items"]
    assert comments_of[busy] == all_of_busy[-3:]
    for path in ("/feed/posts", "/feed/posts?limit=1"):
        items = world.get(path, as_=ada).must(200).data["items"]
        assert {item["comments"] for item in items} == {None}
    assert feed_requests.get_post(world, ada, busy)["comments"] is None


def test_included_comments_leave_out_hidden_ones_and_are_at_most_three_of_the_same_time(
    world: World,
) -> None:
    ada, root = feed_requests.ada(world), cast.root(world)
    post_id = feed_requests.post(world, ada)
    ids = [feed_requests.comment(world, ada, post_id) for _ in range(5)]
    bench.hide(world, root, ada, "comment", ids[-1])
    [shown] = world.get("/feed/posts?include=comments", as_=ada).must(200).data["items"]
    assert [comment["id"] for comment in shown["comments"]] == ids[1:4]


def test_the_posts_of_one_author_are_listed_by_pages(world: World) -> None:
    ada, ben = feed_requests.ada(world), feed_requests.ben(world)
    by_ada = []
    for _ in range(3):
        by_ada.append(feed_requests.post(world, ada))
        feed_requests.post(world, ben)
        world.clock.advance(seconds=1)
    path = f"/feed/posts?author={ada.id}&limit=2"
    assert feed_requests.list_ids(world, ben, path) == by_ada[::-1]
    unknown = f"/feed/posts?author={feed_requests.UNKNOWN_ID}"
    assert world.get(unknown, as_=ada).must(200).data["items"] == []


def test_the_posts_of_an_author_who_leaves_are_not_listed_as_theirs(world: World) -> None:
    ada, ben = feed_requests.ada(world), feed_requests.ben(world)
    post_id = feed_requests.post(world, ada)
    path = f"/feed/posts?author={ada.id}"
    assert world.get(path, as_=ben).must(200).data["items"] != []
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ada).must(202)
    assert world.get(path, as_=ben).must(200).data["items"] == []
    assert post_id in feed_requests.list_post_ids(world, ben)


@pytest.mark.parametrize("query", ["include=likes", "author=ada", "include=comments,author"])
def test_an_unknown_member_to_include_or_an_author_without_id_is_refused(
    world: World, query: str
) -> None:
    ada = feed_requests.ada(world)
    world.get(f"/feed/posts?{query}", as_=ada).must(422)
