"""The feed lists each post once, newest first, also while posts are added and deleted."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.community.feed import queries
from bridgework.areas.community.feed.tables import comments, posts
from bridgework.kit.core import Id, new_id
from tests import make
from tests.areas.feed import feed_requests
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
            assert queries.update_post(tx, Id(post_id), {"deleted_at": world.clock.now()})


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
    fill(world, make.account(world), 60)
    engine = world.application.app_state.database.engine
    statements: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if "feed_" in statement or "accounts" in statement:
            statements.append(statement)

    sa.event.listen(engine, "before_cursor_execute", note)
    counts = []
    for limit in (1, 50):
        statements.clear()
        world.get(f"/feed/posts?limit={limit}", as_=ada).must(200)
        counts.append(len([text for text in statements if "feed_posts" in text]))
    sa.event.remove(engine, "before_cursor_execute", note)
    assert counts == [1, 1]


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
