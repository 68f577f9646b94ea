"""A circle of members, and what they say to one another."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from bridgework.areas.feed.tables import comments as comment_rows
from bridgework.areas.feed.tables import likes, posts
from tests import cast
from tests.world import Person, World

NOBODYS = "01942520-e3a0-7704-b3c8-3850c0ae0354"


def named(world: World, email: str, name: str, **body: Any) -> Person:
    """Somebody who has signed up and told their name."""
    person = cast.sign_up(world, email, **body)
    first, _, last = name.partition(" ")
    world.patch("/users/me", {"firstName": first, "lastName": last}, as_=person).must(200)
    return person


def ada(world: World) -> Person:
    return named(world, "ada@example.com", "Ada Lovell")


def ben(world: World) -> Person:
    return named(world, "ben@example.com", "Ben Hollis", role="client")


def crowd(world: World, size: int) -> list[Person]:
    """So many members with sessions of their own."""
    return [cast.sign_up(world, f"member{number}@example.com") for number in range(size)]


def post(world: World, author: Person, content: str = "Which scanner do you use?") -> str:
    """Put a post into the feed; its id."""
    return str(world.post("/feed/posts", {"content": content}, as_=author).must(201).data["id"])


def comment(world: World, author: Person, post_id: str, content: str = "The old one.") -> str:
    """Comment on a post; the comment's id."""
    path = f"/feed/posts/{post_id}/comments"
    return str(world.post(path, {"content": content}, as_=author).must(201).data["id"])


def seen(world: World, reader: Person, post_id: str) -> Any:
    """A post as somebody sees it."""
    return world.get(f"/feed/posts/{post_id}", as_=reader).must(200).data


def feed(world: World, reader: Person) -> list[str]:
    """The ids of the whole feed, in its order."""
    return walked(world, reader, "/feed/posts?limit=100")


def comments(world: World, reader: Person, post_id: str) -> list[str]:
    """The ids of a post's comments, in their order."""
    return walked(world, reader, f"/feed/posts/{post_id}/comments?limit=100")


def walked(world: World, reader: Person, path: str) -> list[str]:
    """The ids of a list, page after page."""
    ids: list[str] = []
    cursor = ""
    while True:
        page = world.get(f"{path}&cursor={cursor}", as_=reader).must(200).data
        ids += [item["id"] for item in page["items"]]
        if not page["hasMore"]:
            return ids
        cursor = page["nextCursor"]


def statuses(answers: Sequence[Any]) -> list[int]:
    return sorted(answer.status for answer in answers)


def erase(world: World, person: Person) -> None:
    """Have an account erased as its owner would, grace and all."""
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=person).must(202)
    world.clock.advance(days=14)
    world.run_periodic_tasks()


def must_add_up(world: World, post_id: str) -> None:
    """The counts that are stored are those of the rows."""
    shown = sa.and_(comment_rows.c.post_id == post_id, comment_rows.c.hidden_at.is_(None))
    with world.application.app_state.database.reading() as tx:
        counted = tx.rows(
            sa.select(posts.c.comment_count, posts.c.like_count).where(posts.c.id == post_id)
        )
        there = tuple(
            tx.value(sa.select(sa.func.count()).select_from(table).where(condition))
            for table, condition in (
                (comment_rows, shown),
                (likes, likes.c.post_id == post_id),
            )
        )
    assert [tuple(row) for row in counted] == [there]
