"""What becomes of the feed behind members' calls: hidden, restored, withdrawn, swept."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.feed.tables import comments, likes, posts
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

_SWEPT_AT_ONCE = 500

_this = sa.bindparam("this", type_=IdColumn)
_now = sa.bindparam("at", type_=posts.c.hidden_at.type)
_account = sa.bindparam("account", type_=IdColumn)

_post = sa.select(posts.c.author_id, posts.c.content, posts.c.hidden_at).where(
    posts.c.id == _this, posts.c.deleted_at.is_(None)
)
_comment = (
    sa.select(comments.c.author_id, comments.c.content, comments.c.hidden_at)
    .join_from(comments, posts)
    .where(comments.c.id == _this, posts.c.deleted_at.is_(None))
)
_is_picture = sa.select(
    sa.exists().where(posts.c.image_path == sa.bindparam("path", type_=sa.Text))
)
_a_post = posts.update().where(posts.c.id == _this, posts.c.deleted_at.is_(None))
_hide_post = _a_post.where(posts.c.hidden_at.is_(None)).values(hidden_at=_now)
_restore_post = _a_post.where(posts.c.hidden_at.is_not(None)).values(hidden_at=None)
_a_comment = comments.update().where(comments.c.id == _this).returning(comments.c.post_id)
_hide_comment = _a_comment.where(comments.c.hidden_at.is_(None)).values(hidden_at=_now)
_restore_comment = _a_comment.where(comments.c.hidden_at.is_not(None)).values(hidden_at=None)
_count_comment = (
    posts.update()
    .where(posts.c.id == _this)
    .values(comment_count=posts.c.comment_count + sa.bindparam("more", type_=sa.Integer))
)

_liked = sa.select(likes.c.post_id).where(likes.c.account_id == _account)
_lock_liked = (
    sa.select(posts.c.id).where(posts.c.id.in_(_liked)).order_by(posts.c.id).with_for_update()
)
_one_like_less = (
    posts.update().where(posts.c.id.in_(_liked)).values(like_count=posts.c.like_count - 1)
)
_drop_likes = likes.delete().where(likes.c.account_id == _account)

_deleted = (
    sa.select(posts.c.id)
    .where(posts.c.deleted_at < sa.bindparam("before", type_=posts.c.deleted_at.type))
    .order_by(posts.c.deleted_at)
    .limit(1)
)
_some_comments = sa.select(comments.c.id).where(comments.c.post_id == _this).limit(_SWEPT_AT_ONCE)
_some_likers = sa.select(likes.c.account_id).where(likes.c.post_id == _this).limit(_SWEPT_AT_ONCE)
_drop_some: list[sa.Executable] = [
    comments.delete().where(comments.c.id.in_(_some_comments)),
    likes.delete().where(likes.c.post_id == _this, likes.c.account_id.in_(_some_likers)),
]
_drop_post = posts.delete().where(posts.c.id == _this)


def reported_post(tx: Tx, post_id: Id) -> sa.Row[Any] | None:
    """Who wrote a post, what, and since when it is hidden; None once it is deleted."""
    return tx.row(_post, {"this": post_id})


def reported_comment(tx: Tx, comment_id: Id) -> sa.Row[Any] | None:
    """The same of a comment; None once it or its post is deleted."""
    return tx.row(_comment, {"this": comment_id})


def is_picture(tx: Tx, object_path: str) -> bool:
    """Whether the upload at this path is the picture of a post."""
    return bool(tx.value(_is_picture, {"path": object_path}))


def hide_post(tx: Tx, post_id: Id, now: datetime) -> bool:
    """Hide a post from everybody; False if there was none to be seen."""
    return tx.execute(_hide_post, {"this": post_id, "at": now}).rowcount == 1


def restore_post(tx: Tx, post_id: Id) -> bool:
    """Show a hidden post again; False if there was none."""
    return tx.execute(_restore_post, {"this": post_id}).rowcount == 1


def hide_comment(tx: Tx, comment_id: Id, now: datetime) -> bool:
    """Hide a comment from everybody and count it no more; False if there was none to be seen."""
    return _counted(tx, tx.value(_hide_comment, {"this": comment_id, "at": now}), -1)


def restore_comment(tx: Tx, comment_id: Id) -> bool:
    """Show a hidden comment again and count it; False if there was none."""
    return _counted(tx, tx.value(_restore_comment, {"this": comment_id}), 1)


def withdraw_likes(tx: Tx, account_id: Id) -> None:
    """Drop what an account likes, and count it no more."""
    # In order of id, so that two accounts that go at once can't wait for each other.
    tx.rows(_lock_liked, {"account": account_id})
    tx.execute(_one_like_less, {"account": account_id})
    tx.execute(_drop_likes, {"account": account_id})


def sweep(tx: Tx, before: datetime) -> int:
    """Drop some rows of a post that was deleted before that; the post itself once it is bare."""
    post_id = tx.value(_deleted, {"before": before})
    if post_id is None:
        return 0
    dropped = sum(tx.execute(some, {"this": post_id}).rowcount for some in _drop_some)
    return dropped or tx.execute(_drop_post, {"this": post_id}).rowcount


def _counted(tx: Tx, post_id: Id | None, more: int) -> bool:
    if post_id is None:
        return False
    tx.execute(_count_comment, {"this": post_id, "more": more})
    return True
