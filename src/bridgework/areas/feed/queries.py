"""The statements of members' calls on the feed; none sees what is hidden or deleted."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.feed import policies
from bridgework.areas.feed.schemas import FeedAuthor, FeedComment, FeedPost
from bridgework.areas.feed.tables import comments, likes, posts
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.compiled import CompiledStatement
from bridgework.kit.db.tables import insert
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.pagination.keyset import Keyset, PageRequest, PageSlice

_post_id = sa.bindparam("this_post", type_=IdColumn)
_comment_id = sa.bindparam("this_comment", type_=IdColumn)
_reader = sa.bindparam("reader", type_=IdColumn)

_is_shown = sa.and_(posts.c.hidden_at.is_(None), posts.c.deleted_at.is_(None))
_OWN_MEMBERS = [name for name in FeedPost.model_fields if name in posts.c]
_NAMED = ["first_name", "last_name", "avatar_url"]
_named = [accounts.c.id.label("author_id"), *(accounts.c[name] for name in _NAMED)]


def _by(author_id: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """An account that is about to be erased is nobody already; its owner may yet come back."""
    return sa.and_(accounts.c.id == author_id, accounts.c.erases_at.is_(None))


_liked_by_reader = (
    sa.exists()
    .where(likes.c.post_id == posts.c.id, likes.c.account_id == _reader)
    .label("liked_by_me")
)
_shown_posts = (
    sa.select(*(posts.c[name] for name in _OWN_MEMBERS), _liked_by_reader, *_named)
    .select_from(posts.outerjoin(accounts, _by(posts.c.author_id)))
    .where(_is_shown)
)
_shown_comments = (
    sa.select(comments.c.id, comments.c.post_id, comments.c.content, comments.c.created_at, *_named)
    .select_from(comments.outerjoin(accounts, _by(comments.c.author_id)))
    .where(comments.c.hidden_at.is_(None))
)

_newest_posts = Keyset(posts.c.created_at, posts.c.id).pages(_shown_posts)
_oldest_comments = Keyset(comments.c.created_at, comments.c.id, descending=False).pages(
    _shown_comments.where(comments.c.post_id == _post_id)
)
_post = _shown_posts.where(posts.c.id == _post_id)
_comment = _shown_comments.join(posts, sa.and_(posts.c.id == comments.c.post_id, _is_shown)).where(
    comments.c.id == _comment_id
)
_this_shown_post = sa.and_(posts.c.id == _post_id, _is_shown)
_post_is_shown = sa.select(posts.c.id).where(_this_shown_post)
_author_of_post = sa.select(posts.c.author_id).where(_this_shown_post)

_author = sa.bindparam("author", type_=IdColumn)
_has_written = sa.select(
    sa.or_(
        sa.exists().where(posts.c.author_id == _author, _is_shown),
        sa.exists().where(
            comments.c.author_id == _author,
            comments.c.hidden_at.is_(None),
            posts.c.id == comments.c.post_id,
            _is_shown,
        ),
    )
)

# Who writes is read by the same statement: a post costs one.
_add_post = CompiledStatement(
    posts.insert().returning(
        *(posts.c[name] for name in _OWN_MEMBERS),
        sa.false().label("liked_by_me"),
        posts.c.author_id,
        *(
            sa.select(accounts.c[name])
            .where(accounts.c.id == sa.literal_column("feed_posts.author_id"))
            .scalar_subquery()
            .label(name)
            for name in _NAMED
        ),
    ),
    columns=(
        "id",
        "author_id",
        "content",
        "image_url",
        "comment_count",
        "like_count",
        "created_at",
    ),
)
_change_post = posts.update().where(_this_shown_post)
_add_comment = comments.insert()
_drop_comment = comments.delete().where(
    comments.c.id == _comment_id, comments.c.hidden_at.is_(None)
)
_more = sa.bindparam("more", type_=sa.Integer)
_one_more_comment = _change_post.values(comment_count=posts.c.comment_count + 1)
_this_post = posts.update().where(posts.c.id == _post_id)
_count_comment = _this_post.values(comment_count=posts.c.comment_count + _more)
_count_like = _this_post.values(like_count=posts.c.like_count + _more)
_drop_like = likes.delete().where(likes.c.post_id == _post_id, likes.c.account_id == _reader)


def newest_posts(tx: Tx, reader: Id, page_request: PageRequest) -> PageSlice[FeedPost]:
    """A page of the feed, newest first, as `reader` sees it."""
    return _newest_posts.read(tx, page_request, _to_post, {"reader": reader})


def post(tx: Tx, reader: Id, post_id: Id) -> FeedPost | None:
    """One post as `reader` sees it."""
    row = tx.row(_post, {"reader": reader, "this_post": post_id})
    return None if row is None else _to_post(row)


def is_there(tx: Tx, post_id: Id) -> bool:
    """Whether a post is shown."""
    return tx.value(_post_is_shown, {"this_post": post_id}) is not None


def author_of_shown(tx: Tx, post_id: Id) -> Id | None:
    """Who wrote a post that is shown."""
    author_id: Id | None = tx.value(_author_of_post, {"this_post": post_id})
    return author_id


def has_written(tx: Tx, account_id: Id) -> bool:
    """Whether something is shown that this account wrote."""
    return bool(tx.value(_has_written, {"author": account_id}))


def add_post(tx: Tx, values: Mapping[str, object]) -> FeedPost:
    """Add a post that nobody has liked or commented on; the post as its author sees it."""
    unsaid = {"image_url": None, "comment_count": 0, "like_count": 0}
    (row,) = tx.rows(_add_post, {**unsaid, **values})
    return _to_post(row)


def change_post(tx: Tx, post_id: Id, values: Mapping[str, object]) -> bool:
    """Change a post; False if it is not shown any more."""
    return tx.execute(_change_post.values(**values), {"this_post": post_id}).rowcount == 1


def oldest_comments(tx: Tx, post_id: Id, page_request: PageRequest) -> PageSlice[FeedComment]:
    """A page of a post's comments, oldest first; the post must have been found to be shown."""
    return _oldest_comments.read(tx, page_request, _to_comment, {"this_post": post_id})


def comment(tx: Tx, comment_id: Id) -> FeedComment | None:
    """One comment on a post that is shown."""
    row = tx.row(_comment, {"this_comment": comment_id})
    return None if row is None else _to_comment(row)


def add_comment(tx: Tx, values: Mapping[str, object]) -> bool:
    """Add a comment and count it; False if its post is not shown."""
    if tx.execute(_one_more_comment, {"this_post": values["post_id"]}).rowcount == 0:
        return False
    tx.execute(_add_comment, values)
    return True


def drop_comment(tx: Tx, comment_id: Id, post_id: Id) -> bool:
    """Drop a comment and count it no more. Of several at once, one is told True."""
    if tx.execute(_drop_comment, {"this_comment": comment_id}).rowcount == 0:
        return False
    tx.execute(_count_comment, {"this_post": post_id, "more": -1})
    return True


def add_like(tx: Tx, post_id: Id, account_id: Id, now: datetime) -> None:
    """Have somebody like a post, and count it; one who likes it already is not counted twice."""
    values = {"post_id": post_id, "account_id": account_id, "created_at": now}
    add = insert(tx.dialect, likes).on_conflict_do_nothing().returning(likes.c.post_id)
    if tx.value(add, values) is not None:
        tx.execute(_count_like, {"this_post": post_id, "more": 1})


def drop_like(tx: Tx, post_id: Id, account_id: Id) -> None:
    """Have somebody like a post no more, and count it, if they did."""
    if tx.execute(_drop_like, {"this_post": post_id, "reader": account_id}).rowcount:
        tx.execute(_count_like, {"this_post": post_id, "more": -1})


def _to_post(row: sa.Row[Any]) -> FeedPost:
    return FeedPost(
        id=row.id,
        author=_to_author(row),
        content=row.content,
        image_url=row.image_url,
        comment_count=row.comment_count,
        like_count=row.like_count,
        liked_by_me=row.liked_by_me,
        created_at=row.created_at,
        edited_at=row.edited_at,
    )


def _to_comment(row: sa.Row[Any]) -> FeedComment:
    return FeedComment(
        id=row.id,
        post_id=row.post_id,
        author=_to_author(row),
        content=row.content,
        created_at=row.created_at,
    )


def _to_author(row: sa.Row[Any]) -> FeedAuthor:
    name = policies.name_of(row.author_id, row.first_name, row.last_name)
    return FeedAuthor(id=row.author_id, name=name, avatar_url=row.avatar_url)
