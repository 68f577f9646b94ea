"""The statements on blog posts."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.community.blogs import policies, schemas, serializers
from bridgework.areas.community.blogs.records import FoundPost, Names, Post, Rendered
from bridgework.areas.community.blogs.tables import NOT_DRAFT, posts, slugs
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.kit.actions import allowed_actions
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx, UtcDateTimeColumn, reader_of, side_by_side
from bridgework.kit.data.pagination import offset
from bridgework.kit.security import Caller
from bridgework.kit.text import search_words

_now = sa.bindparam("now", type_=UtcDateTimeColumn())
_is_public = sa.and_(NOT_DRAFT, posts.c.published_at <= _now)
_newest_first = (posts.c.published_at.desc(), posts.c.id.desc())
_page = (
    sa.select(posts.c.card)
    .where(_is_public)
    .order_by(*_newest_first)
    .limit(sa.bindparam("limit"))
    .offset(sa.bindparam("offset"))
)
_count = sa.select(sa.func.count()).select_from(posts).where(_is_public)
_next = sa.select(sa.func.min(posts.c.published_at)).where(NOT_DRAFT, posts.c.published_at > _now)
_newest = (
    sa.select(posts.c.record)
    .where(_is_public)
    .order_by(*_newest_first)
    .limit(sa.bindparam("limit"))
)
_record = sa.select(posts.c.record).where(_is_public, posts.c.slug == sa.bindparam("slug"))
_current_slug = (
    sa.select(posts.c.slug)
    .join_from(slugs, posts)
    .where(_is_public, slugs.c.slug == sa.bindparam("slug"))
)
_author_columns = [accounts.c[name] for name in Names._fields]
_author = sa.select(*_author_columns).where(accounts.c.id == sa.bindparam("author_id"))
_by_author = sa.select(*(posts.c[name] for name in Post._fields)).where(
    posts.c.author_id == sa.bindparam("author_id")
)

_set_published = (
    posts.update()
    .where(NOT_DRAFT, posts.c.status == "scheduled", posts.c.published_at <= _now)
    .values(status="published")
    .returning(posts.c.id)
)

_effective_status = sa.case(
    (posts.c.status == "draft", "draft"),
    (posts.c.published_at > _now, "scheduled"),
    else_="published",
)
_any_status = sa.select(
    *(
        _effective_status.label(name) if name == "status" else posts.c[name]
        for name in Post._fields
    ),
    *_author_columns,
).join_from(posts, accounts)
_reader = side_by_side(FoundPost, reader_of(Post), reader_of(Names))
_by_id = _any_status.where(posts.c.id == sa.bindparam("post_id"))
_locked = _by_id.with_for_update(of=posts)
_post_id_by_slug = sa.select(slugs.c.post_id).where(slugs.c.slug == sa.bindparam("slug"))


def list_cards(tx: Tx, now: datetime, page: int, limit: int) -> tuple[Sequence[bytes], int]:
    """Return a page of the public posts as JSON, newest first, and their total number."""
    total = int(tx.value(_count, {"now": now}) or 0)
    values = {"now": now, "limit": limit, "offset": (page - 1) * limit}
    return tx.execute(_page, values).scalars().all(), total


def find_next_publication(tx: Tx, now: datetime) -> datetime | None:
    """Return when the next scheduled post becomes public; None if there is none."""
    value: datetime | None = tx.value(_next, {"now": now})
    return value


def list_newest(tx: Tx, now: datetime, limit: int) -> list[schemas.BlogPost]:
    """Return the newest public posts."""
    records = tx.execute(_newest, {"now": now, "limit": limit}).scalars()
    return [schemas.BlogPost.model_validate_json(record) for record in records]


def find_record(tx: Tx, now: datetime, slug: str) -> bytes | None:
    """Return a public post as JSON."""
    record: bytes | None = tx.value(_record, {"now": now, "slug": slug})
    return record


def find_current_slug(tx: Tx, now: datetime, slug: str) -> str | None:
    """Return the present slug of the public post with this present or former slug."""
    current: str | None = tx.value(_current_slug, {"now": now, "slug": slug})
    return current


def find_post(tx: Tx, caller: Caller, now: datetime, post_id: Id) -> schemas.AdminBlogPost | None:
    """Return a post with any status."""
    found = tx.record(_reader, _by_id, {"now": now, "post_id": post_id})
    return None if found is None else to_schema(caller, found)


def lock_post(tx: Tx, now: datetime, post_id: Id) -> FoundPost | None:
    """Return a post with any status, and lock it until the transaction ends."""
    return tx.record(_reader, _locked, {"now": now, "post_id": post_id})


def list_posts(
    tx: Tx, caller: Caller, now: datetime, query: schemas.AdminListBlogsQuery
) -> tuple[Sequence[schemas.AdminBlogPost], int]:
    """Return a page of the matching posts, newest first, and their total number."""
    statement = _any_status.where(*_conditions(query))
    order = [posts.c.created_at.desc(), posts.c.id.desc()]
    found, total = offset.read(tx, query, _reader, statement, order, {"now": now})
    return [to_schema(caller, each) for each in found], total


def get_author(tx: Tx, author_id: Id) -> schemas.Author:
    [names] = tx.records(Names, _author, {"author_id": author_id})
    return serializers.to_author(author_id, names)


def list_by_author(tx: Tx, author_id: Id) -> Sequence[Post]:
    """Return all posts of an author, including drafts."""
    return tx.records(Post, _by_author, {"author_id": author_id})


def add(tx: Tx, post: Post, rendered: Rendered) -> bool:
    """Add a post; False if another post has or had its slug."""
    try:
        with tx.savepoint():
            tx.execute(posts.insert(), {**post._asdict(), **rendered._asdict()})
            tx.execute(slugs.insert(), {"slug": post.slug, "post_id": post.id})
    except sa.exc.IntegrityError:
        if tx.value(_post_id_by_slug, {"slug": post.slug}) is None:
            raise
        return False
    return True


def is_slug_taken(tx: Tx, slug: str) -> bool:
    """Whether a post has or had this slug."""
    return tx.value(_post_id_by_slug, {"slug": slug}) is not None


def update_slug(tx: Tx, post_id: Id, slug: str) -> bool:
    """Change the slug of a locked post, and keep the former one; False if another post has it.

    A former slug of the same post may be used again.
    """
    is_former = tx.value(_post_id_by_slug, {"slug": slug}) == post_id
    try:
        with tx.savepoint():
            tx.execute(posts.update().where(posts.c.id == post_id).values(slug=slug))
            if not is_former:
                tx.execute(slugs.insert(), {"slug": slug, "post_id": post_id})
    except sa.exc.IntegrityError:
        if tx.value(_post_id_by_slug, {"slug": slug}) is None:
            raise
        return False
    return True


def update(tx: Tx, post_id: Id, values: Mapping[str, object]) -> None:
    """Update columns of a post."""
    tx.execute(posts.update().where(posts.c.id == post_id).values(**values))


def update_published(tx: Tx, now: datetime) -> Sequence[Id]:
    """Store the status of the scheduled posts that became public, and return their ids."""
    return tx.execute(_set_published, {"now": now}).scalars().all()


def delete(tx: Tx, post_id: Id) -> None:
    """Delete a locked post, and free its slugs."""
    tx.execute(slugs.delete().where(slugs.c.post_id == post_id))
    tx.execute(posts.delete().where(posts.c.id == post_id))


def _conditions(query: schemas.AdminListBlogsQuery) -> Iterator[sa.ColumnElement[bool]]:
    if query.status is not None:
        yield _effective_status == query.status
    for word in search_words(query.search or ""):
        yield posts.c.search_key.contains(word, autoescape=True)


def to_schema(caller: Caller, found: FoundPost) -> schemas.AdminBlogPost:
    """Return a post as an administrator reads it."""
    author = serializers.to_author(found.post.author_id, found.names)
    actions = allowed_actions(policies.RULES, caller, found.post.status)
    return schemas.AdminBlogPost.from_row(found.post, author=author, allowed_actions=actions)
