"""Every statement on blog posts."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.blogs import serializers
from bridgework.areas.blogs.schemas import AdminBlogPost, AdminListBlogsQuery, Author, BlogPost
from bridgework.areas.blogs.tables import NO_DRAFT, posts, slugs
from bridgework.kit.db.columns import UtcDateTimeColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.pagination import offset
from bridgework.kit.text import normalize

_now = sa.bindparam("now", type_=UtcDateTimeColumn())
_is_public = sa.and_(NO_DRAFT, posts.c.published_at <= _now)
_newest_first = (posts.c.published_at.desc(), posts.c.id.desc())
_page = (
    sa.select(posts.c.card)
    .where(_is_public)
    .order_by(*_newest_first)
    .limit(sa.bindparam("most"))
    .offset(sa.bindparam("skipped"))
)
_count = sa.select(sa.func.count()).select_from(posts).where(_is_public)
_next = sa.select(sa.func.min(posts.c.published_at)).where(NO_DRAFT, posts.c.published_at > _now)
_newest = (
    sa.select(posts.c.record).where(_is_public).order_by(*_newest_first).limit(sa.bindparam("most"))
)
_one = sa.select(posts.c.record).where(_is_public, posts.c.slug == sa.bindparam("slug"))
_moved = (
    sa.select(posts.c.slug)
    .join_from(slugs, posts)
    .where(_is_public, slugs.c.slug == sa.bindparam("slug"))
)
_names = (accounts.c.first_name, accounts.c.last_name, accounts.c.avatar_url)
_author = sa.select(*_names).where(accounts.c.id == sa.bindparam("author_id"))
_by_author = sa.select(posts).where(posts.c.author_id == sa.bindparam("author_id"))

_status_now = sa.case(
    (posts.c.status == "draft", "draft"),
    (posts.c.published_at > _now, "scheduled"),
    else_="published",
)
_columns = [posts.c[name] for name in AdminBlogPost.model_fields if name in posts.c]
_any_stage = sa.select(
    *(column for column in _columns if column is not posts.c.status),
    _status_now.label("status"),
    posts.c.author_id,
    *_names,
).join_from(posts, accounts)
_any = _any_stage.where(posts.c.id == sa.bindparam("post_id"))
_locked = _any.with_for_update(of=posts)
_whose_slug = sa.select(slugs.c.post_id).where(slugs.c.slug == sa.bindparam("slug"))


def cards(tx: Tx, now: datetime, page: int, limit: int) -> tuple[Sequence[bytes], int]:
    """One page of what is public now, newest first, and how many there are."""
    total = int(tx.value(_count, {"now": now}) or 0)
    place = {"now": now, "most": limit, "skipped": (page - 1) * limit}
    return tx.execute(_page, place).scalars().all(), total


def next_published_at(tx: Tx, now: datetime) -> datetime | None:
    """When the next of the scheduled posts appears; None if none is scheduled."""
    found: datetime | None = tx.value(_next, {"now": now})
    return found


def newest(tx: Tx, now: datetime, most: int) -> list[BlogPost]:
    """The newest of what is public now, up to so many."""
    records = tx.execute(_newest, {"now": now, "most": most}).scalars()
    return [BlogPost.model_validate_json(record) for record in records]


def record(tx: Tx, now: datetime, slug: str) -> bytes | None:
    """One post that is public now, as JSON."""
    found: bytes | None = tx.value(_one, {"now": now, "slug": slug})
    return found


def slug_now(tx: Tx, now: datetime, slug: str) -> str | None:
    """The slug of the public post that has or had this one; None if there is none."""
    found: str | None = tx.value(_moved, {"now": now, "slug": slug})
    return found


def post(tx: Tx, now: datetime, post_id: Id) -> AdminBlogPost | None:
    """One post at any stage."""
    row = tx.row(_any, {"now": now, "post_id": post_id})
    return None if row is None else _shown(row)


def locked(tx: Tx, now: datetime, post_id: Id) -> AdminBlogPost | None:
    """One post at any stage, nobody else's to change until the transaction ends."""
    row = tx.row(_locked, {"now": now, "post_id": post_id})
    return None if row is None else _shown(row)


def listed(
    tx: Tx, now: datetime, query: AdminListBlogsQuery
) -> tuple[Sequence[AdminBlogPost], int]:
    """One page of posts at any stage, the newest first, and how many there are on all pages."""
    fitting = _any_stage.where(*_conditions(query))
    order = [posts.c.created_at.desc(), posts.c.id.desc()]
    rows, total = offset.read(tx, query, fitting, order, {"now": now})
    return [_shown(row) for row in rows], total


def author(tx: Tx, author_id: Id) -> Author:
    """What readers see of an author."""
    return serializers.author_shown(author_id, tx.one(_author, {"author_id": author_id}))


def by_author(tx: Tx, author_id: Id) -> Sequence[sa.Row[Any]]:
    """Everything somebody wrote, drafts included."""
    return tx.rows(_by_author, {"author_id": author_id})


def add(tx: Tx, values: Mapping[str, object]) -> bool:
    """Add a post; False if another has or had its slug, and nothing was added."""
    slug = values["slug"]
    try:
        with tx.savepoint():
            tx.execute(posts.insert(), values)
            tx.execute(slugs.insert(), {"slug": slug, "post_id": values["id"]})
    except sa.exc.IntegrityError:
        if tx.value(_whose_slug, {"slug": slug}) is None:
            raise
        return False
    return True


def move(tx: Tx, post_id: Id, slug: str) -> bool:
    """Give a locked post another slug, and have it found by the former too; False as for `add`.

    A slug that it had before may come back.
    """
    had = tx.value(_whose_slug, {"slug": slug}) == post_id
    try:
        with tx.savepoint():
            tx.execute(posts.update().where(posts.c.id == post_id).values(slug=slug))
            if not had:
                tx.execute(slugs.insert(), {"slug": slug, "post_id": post_id})
    except sa.exc.IntegrityError:
        if tx.value(_whose_slug, {"slug": slug}) is None:
            raise
        return False
    return True


def change(tx: Tx, post_id: Id, values: Mapping[str, object]) -> None:
    """Change a post, but for its slug."""
    tx.execute(posts.update().where(posts.c.id == post_id).values(**values))


def drop(tx: Tx, post_id: Id) -> None:
    """Drop a post that is locked; its slugs are free again."""
    tx.execute(slugs.delete().where(slugs.c.post_id == post_id))
    tx.execute(posts.delete().where(posts.c.id == post_id))


def _conditions(query: AdminListBlogsQuery) -> Iterator[sa.ColumnElement[bool]]:
    if query.status is not None:
        yield _status_now == query.status
    for word in normalize(query.search or "").split():
        yield posts.c.search_key.contains(word, autoescape=True)


def _shown(row: sa.Row[Any]) -> AdminBlogPost:
    members = {**row._asdict(), "author": serializers.author_shown(row.author_id, row)}
    return AdminBlogPost.model_validate(members, by_name=True, by_alias=False, strict=False)
