"""Every statement on blog posts."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.blogs.tables import posts
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

_is_public = sa.and_(posts.c.status != "draft", posts.c.published_at <= sa.bindparam("now"))
_page = (
    sa.select(posts.c.card)
    .where(_is_public)
    .order_by(posts.c.published_at.desc(), posts.c.id.desc())
    .limit(sa.bindparam("most"))
    .offset(sa.bindparam("skipped"))
)
_count = sa.select(sa.func.count()).select_from(posts).where(_is_public)
_one = sa.select(posts.c.record).where(_is_public, posts.c.slug == sa.bindparam("slug"))
_author = sa.select(
    accounts.c.id, accounts.c.first_name, accounts.c.last_name, accounts.c.avatar_url
).where(accounts.c.id == sa.bindparam("author_id"))
_by_author = sa.select(posts).where(posts.c.author_id == sa.bindparam("author_id"))
_add = posts.insert()


def cards(tx: Tx, now: datetime, page: int, limit: int) -> tuple[Sequence[bytes], int]:
    """One page of what is public now, newest first, and how many there are."""
    total = int(tx.value(_count, {"now": now}) or 0)
    place = {"now": now, "most": limit, "skipped": (page - 1) * limit}
    return tx.execute(_page, place).scalars().all(), total


def record(tx: Tx, now: datetime, slug: str) -> bytes | None:
    """One post that is public now, as JSON."""
    found: bytes | None = tx.value(_one, {"now": now, "slug": slug})
    return found


def author(tx: Tx, author_id: Id) -> sa.Row[Any]:
    """What readers see of an author."""
    return tx.execute(_author, {"author_id": author_id}).one()


def by_author(tx: Tx, author_id: Id) -> Sequence[sa.Row[Any]]:
    """Everything somebody wrote, drafts included."""
    return tx.rows(_by_author, {"author_id": author_id})


def add(tx: Tx, values: Mapping[str, object]) -> None:
    """Add a post."""
    tx.execute(_add, values)


def change(tx: Tx, post_id: Id, values: Mapping[str, object]) -> None:
    """Change a post."""
    tx.execute(posts.update().where(posts.c.id == post_id).values(**values))
