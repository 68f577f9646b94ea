"""The feed is read from the newest on, each post once, though others come and go meanwhile."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.feed import queries
from bridgework.areas.feed.tables import comments, posts
from bridgework.kit.ids import Id, new_id
from tests import make
from tests.areas.feed import circle
from tests.world import World

CROWD = 500


def fill(world: World, author: Id, number: int) -> list[str]:
    """So many posts of one moment; their ids."""
    rows = [
        {
            "id": new_id(),
            "author_id": author,
            "content": f"Post {one}",
            "comment_count": 0,
            "like_count": 0,
            "created_at": world.clock.now(),
        }
        for one in range(number)
    ]
    with world.application.app_state.database.writing() as tx:
        tx.execute(posts.insert(), rows)
    return [str(row["id"]) for row in rows]


def drop(world: World, some: Sequence[str]) -> None:
    with world.application.app_state.database.writing() as tx:
        for one in some:
            assert queries.change_post(tx, Id(one), {"deleted_at": world.clock.now()})


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_of_five_hundred_posts_of_one_moment_each_that_stays_is_seen_once(
    world: World, seed: int
) -> None:
    ada = circle.ada(world)
    author = make.account(world)
    draws = random.Random(seed)  # noqa: S311 - the same on every run
    there = fill(world, author, CROWD)
    stays = set(there)
    seen: list[str] = []
    cursor = ""
    while True:
        path = f"/feed/posts?limit={draws.randint(1, 60)}&cursor={cursor}"
        page = world.get(path, as_=ada).must(200).data
        seen += [item["id"] for item in page["items"]]
        if not page["hasMore"]:
            break
        cursor = page["nextCursor"]
        going = draws.sample(sorted(stays), 5)
        drop(world, going)
        stays -= set(going)
        fill(world, author, 5)
    assert len(seen) == len(set(seen))
    assert stays <= set(seen)
    assert seen == sorted(seen, reverse=True)  # of one moment, the later id is the newer post


def test_the_newest_post_comes_first_and_the_oldest_comment(world: World) -> None:
    ada = circle.ada(world)
    made, said = [], []
    for _ in range(5):
        made.append(circle.post(world, ada))
        said.append(circle.comment(world, ada, made[0]))
        world.clock.advance(seconds=1)
    assert circle.feed(world, ada) == made[::-1]
    assert circle.comments(world, ada, made[0]) == said
    page = world.get(f"/feed/posts/{made[0]}/comments?limit=2", as_=ada).must(200).data
    assert [item["id"] for item in page["items"]] == said[:2]
    following = f"/feed/posts/{made[0]}/comments?limit=9&cursor={page['nextCursor']}"
    assert [one["id"] for one in world.get(following, as_=ada).must(200).data["items"]] == said[2:]


def test_a_cursor_is_good_for_its_own_list_and_its_own_reader(world: World) -> None:
    ada, ben = circle.ada(world), circle.ben(world)
    first, second = circle.post(world, ada), circle.post(world, ada)
    for post in (first, second):
        circle.comment(world, ada, post)
        circle.comment(world, ada, post)
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


def test_a_page_takes_one_query_however_many_stand_on_it(world: World) -> None:
    ada = circle.ada(world)
    fill(world, make.account(world), 60)
    engine = world.application.app_state.database.engine
    asked: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if "feed_" in statement or "accounts" in statement:
            asked.append(statement)

    sa.event.listen(engine, "before_cursor_execute", note)
    counts = []
    for limit in (1, 50):
        asked.clear()
        world.get(f"/feed/posts?limit={limit}", as_=ada).must(200)
        counts.append(len([one for one in asked if "feed_posts" in one]))
    sa.event.remove(engine, "before_cursor_execute", note)
    assert counts == [1, 1]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_page_is_read_off_an_index(world: World) -> None:
    fill(world, make.account(world), 10)
    with world.application.app_state.database.reading() as tx:
        for table, order, index in (
            (posts, "WHERE hidden_at IS NULL AND deleted_at IS NULL", "ix_feed_posts_shown"),
            (comments, "WHERE post_id = 'x' AND hidden_at IS NULL", "ix_feed_comments_post"),
        ):
            text = f"EXPLAIN QUERY PLAN SELECT * FROM {table.name} {order} ORDER BY created_at, id"
            told = " ".join(str(row) for row in tx.rows(sa.text(text)))
            assert index in told
            assert "TEMP B-TREE" not in told
