"""Only administrators find what a disabled account wrote and liked, until it is enabled."""

import importlib
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations

from bridgework.areas.community.feed.tables import comments, likes, posts
from bridgework.areas.identity.accounts.tables import accounts
from tests import cast, make
from tests.areas.feed import feed_requests
from tests.world import Person, World


def disable(world: World, root: Person, person: Person) -> None:
    world.post(f"/admin/users/{person.id}/disable", {"reason": "Spam"}, as_=root).must(200)


def enable(world: World, root: Person, person: Person) -> None:
    world.post(f"/admin/users/{person.id}/enable", as_=root).must(200)


def counts(world: World, reader: Person, post_id: str) -> tuple[int, int]:
    read = feed_requests.get_post(world, reader, post_id)
    return read["commentCount"], read["likeCount"]


def shown(world: World, reader: Person) -> Any:
    """Return the feed with its comments, as `reader` sees it."""
    items = world.get("/feed/posts?include=comments", as_=reader).must(200).data["items"]
    return [(item["content"], [each["content"] for each in item["comments"]]) for item in items]


def must_count_enabled_accounts(world: World) -> None:
    """Check that every count of a post is the number of rows of accounts that are not disabled."""
    disabled = sa.select(accounts.c.id).where(accounts.c.disabled_at.is_not(None))
    by_comments = sa.select(sa.func.count()).where(
        comments.c.post_id == posts.c.id,
        comments.c.hidden_at.is_(None),
        comments.c.author_id.not_in(disabled),
    )
    by_likes = sa.select(sa.func.count()).where(
        likes.c.post_id == posts.c.id, likes.c.account_id.not_in(disabled)
    )
    with world.application.app_state.database.reading() as tx:
        rows: Any = tx.rows(
            sa.select(
                posts.c.comment_count,
                by_comments.scalar_subquery(),
                posts.c.like_count,
                by_likes.scalar_subquery(),
            )
        )
    assert rows
    for stored_comments, found_comments, stored_likes, found_likes in rows:
        assert (stored_comments, stored_likes) == (found_comments, found_likes)


def test_posts_of_a_disabled_account_are_not_found_until_it_is_enabled(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    post = feed_requests.post(world, ben, "Cheap scanners")
    comment = feed_requests.comment(world, ada, post)
    before = shown(world, ada)
    disable(world, root, ben)
    assert feed_requests.list_post_ids(world, ada) == []
    assert feed_requests.list_ids(world, ada, f"/feed/posts?limit=100&author={ben.id}") == []
    path = f"/feed/posts/{post}"
    world.get(path, as_=ada).must(404)
    world.get(f"{path}/comments", as_=ada).must(404)
    world.post(f"{path}/comments", {"content": "?"}, as_=ada).must(404)
    world.put(f"{path}/like", as_=ada).must(404)
    world.delete(f"{path}/like", as_=ada).must(404)
    world.delete(f"/feed/comments/{comment}", as_=ada).must(404)
    for kind, content_id in (("post", post), ("comment", comment), ("profile", ben.id)):
        sent = {"kind": kind, "targetId": content_id, "reason": "?"}
        assert world.post("/reports", sent, as_=ada).must(422).faults == {"targetId": "unknown"}
    enable(world, root, ben)
    assert shown(world, ada) == before == [("Cheap scanners", ["The old one."])]


def test_comments_and_likes_of_a_disabled_account_are_neither_listed_nor_counted(
    world: World,
) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    post = feed_requests.post(world, ada, "Hello")
    for author, text in ((ada, "1"), (ada, "2"), (ada, "3"), (ben, "4"), (ben, "5")):
        feed_requests.comment(world, author, post, text)
    for person in (ada, ben):
        world.put(f"/feed/posts/{post}/like", as_=person).must(200)
    disable(world, root, ben)
    disable(world, root, ben)
    assert shown(world, ada) == [("Hello", ["1", "2", "3"])]
    assert len(feed_requests.list_comment_ids(world, ada, post)) == 3
    assert counts(world, ada, post) == (3, 1)
    must_count_enabled_accounts(world)
    enable(world, root, ben)
    enable(world, root, ben)
    assert shown(world, ada) == [("Hello", ["3", "4", "5"])]
    assert counts(world, ada, post) == (5, 2)


def test_administrators_find_them_and_delete_them_without_counting_them(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    post = feed_requests.post(world, ada, "Hello")
    comment = feed_requests.comment(world, ben, post, "Spam")
    bens = feed_requests.post(world, ben, "Buy")
    disable(world, root, ben)
    assert shown(world, root) == [("Buy", []), ("Hello", ["Spam"])]
    world.delete(f"/feed/comments/{comment}", as_=root).must(200)
    assert counts(world, ada, post) == (0, 0)
    world.delete(f"/feed/posts/{bens}", as_=root).must(200)
    enable(world, root, ben)
    assert shown(world, ada) == [("Hello", [])]
    must_count_enabled_accounts(world)


def test_hiding_a_comment_of_a_disabled_account_does_not_count_it(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    post = feed_requests.post(world, ada, "Hello")
    comment = feed_requests.comment(world, ben, post, "Spam")
    sent = {"kind": "comment", "targetId": comment, "reason": "?"}
    report = world.post("/reports", sent, as_=ada).must(201).data["id"]
    disable(world, root, ben)
    for decision in ("hide", "restore"):
        body = {"decision": decision, "reason": "?"}
        world.post(f"/admin/reports/{report}/decide", body, as_=root).must(200)
        assert counts(world, ada, post) == (0, 0)
    enable(world, root, ben)
    assert counts(world, ada, post) == (1, 0)


def test_what_a_disabled_account_wrote_is_deleted_with_it(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    post = feed_requests.post(world, ada, "Hello")
    feed_requests.comment(world, ben, post, "Spam")
    feed_requests.post(world, ben, "Buy")
    world.put(f"/feed/posts/{post}/like", as_=ben).must(200)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ben).must(202)
    disable(world, root, ben)
    world.clock.advance(days=14)
    for _ in range(3):
        world.run_periodic_tasks()
    ada, root = cast.sign_in(world, ada.email), cast.root_again(world)
    assert shown(world, ada) == shown(world, root) == [("Hello", [])]
    assert counts(world, ada, post) == (0, 0)
    with world.application.app_state.database.reading() as tx:
        assert tx.values(sa.select(posts.c.content)) == ["Hello"]


def test_the_migration_removes_disabled_accounts_from_the_counts(world: World) -> None:
    ada, ben = feed_requests.ada(world), feed_requests.ben(world)
    post = feed_requests.post(world, ada, "Hello")
    for person in (ada, ben):
        feed_requests.comment(world, person, post)
        world.put(f"/feed/posts/{post}/like", as_=person).must(200)
    sent = {"kind": "post", "targetId": post, "reason": "Kept"}
    world.post("/reports", sent, as_=ben).must(201)
    # The former program did not change the counts.
    make.change_account(world, ben.id, disabled_at=world.clock.now())
    migrate = importlib.import_module("bridgework.migrations.versions.0009_disabled_authors")
    engine = sa.create_engine(world.application.app_state.database.engine.url)
    with (
        engine.begin() as connection,
        Operations.context(MigrationContext.configure(connection)),
    ):
        migrate.upgrade()
    engine.dispose()
    assert counts(world, ada, post) == (1, 1)
    must_count_enabled_accounts(world)


@pytest.mark.postgresql("concurrent requests")
def test_counts_are_right_after_concurrent_comments_likes_and_disabling(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    post = feed_requests.post(world, ada)
    comment_ids = [feed_requests.comment(world, ben, post) for _ in range(4)]
    path = f"/feed/posts/{post}"
    user = f"/admin/users/{ben.id}"
    send = partial(partial, world.sending)
    world.together(
        [
            *[send("POST", f"{path}/comments", {"content": "?"}, as_=ben)] * 3,
            send("PUT", f"{path}/like", as_=ben),
            *[send("DELETE", f"/feed/comments/{each}", as_=root) for each in comment_ids[:2]],
            *[send("POST", f"{user}/disable", {"reason": "?"}, as_=root)] * 2,
            send("DELETE", f"{path}/like", as_=ben),
            *[send("DELETE", f"/feed/comments/{each}", as_=root) for each in comment_ids[2:]],
            *[send("POST", f"{user}/enable", as_=root)] * 2,
            *[send("POST", f"{path}/comments", {"content": "?"}, as_=ben)] * 2,
        ]
    )
    must_count_enabled_accounts(world)
    enable(world, root, ben)
    must_count_enabled_accounts(world)
