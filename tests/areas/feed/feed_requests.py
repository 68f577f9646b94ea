"""Members, and their requests to the feed."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from bridgework.areas.community.feed.tables import comments as comment_rows
from bridgework.areas.community.feed.tables import likes, posts
from tests import cast
from tests.world import Person, World

UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"


def sign_up(world: World, email: str, name: str, **body: Any) -> Person:
    """Sign up a member with a name."""
    person = cast.sign_up(world, email, **body)
    first, _, last = name.partition(" ")
    world.patch("/users/me", {"firstName": first, "lastName": last}, as_=person).must(200)
    return person


def ada(world: World) -> Person:
    return sign_up(world, "ada@example.com", "Ada Lovell")


def ben(world: World) -> Person:
    return sign_up(world, "ben@example.com", "Ben Hollis", role="client")


def sign_up_many(world: World, size: int) -> list[Person]:
    """Sign up a number of members."""
    return [cast.sign_up(world, f"member{number}@example.com") for number in range(size)]


def post(world: World, author: Person, content: str = "Which scanner do you use?") -> str:
    """Create a post and return its ID."""
    return str(world.post("/feed/posts", {"content": content}, as_=author).must(201).data["id"])


def comment(world: World, author: Person, post_id: str, content: str = "The old one.") -> str:
    """Comment on a post and return the ID of the comment."""
    path = f"/feed/posts/{post_id}/comments"
    return str(world.post(path, {"content": content}, as_=author).must(201).data["id"])


def get_post(world: World, reader: Person, post_id: str) -> Any:
    """Return a post as `reader` sees it."""
    return world.get(f"/feed/posts/{post_id}", as_=reader).must(200).data


def list_post_ids(world: World, reader: Person) -> list[str]:
    """Return the IDs of all posts, in order."""
    return list_ids(world, reader, "/feed/posts?limit=100")


def list_comment_ids(world: World, reader: Person, post_id: str) -> list[str]:
    """Return the IDs of all comments on a post, in order."""
    return list_ids(world, reader, f"/feed/posts/{post_id}/comments?limit=100")


def list_ids(world: World, reader: Person, path: str) -> list[str]:
    """Return the IDs of a list, from all its pages."""
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
    """Erase an account: request it, and wait for the grace period."""
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=person).must(202)
    world.clock.advance(days=14)
    world.run_periodic_tasks()


def must_have_right_counts(world: World, post_id: str) -> None:
    """Check that the stored counts are the numbers of rows."""
    is_visible = sa.and_(comment_rows.c.post_id == post_id, comment_rows.c.hidden_at.is_(None))
    with world.application.app_state.database.reading() as tx:
        stored = tx.rows(
            sa.select(posts.c.comment_count, posts.c.like_count).where(posts.c.id == post_id)
        )
        row_counts = tuple(
            tx.value(sa.select(sa.func.count()).select_from(table).where(condition))
            for table, condition in (
                (comment_rows, is_visible),
                (likes, likes.c.post_id == post_id),
            )
        )
    assert [tuple(row) for row in stored] == [row_counts]
