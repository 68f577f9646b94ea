"""The statements on the feed behind members' calls: counts of moderated comments, cleanup."""

from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.feed.tables import comments, likes, posts
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

_SWEPT_AT_ONCE = 500

_this = sa.bindparam("this", type_=IdColumn)
_account = sa.bindparam("account", type_=IdColumn)

is_on_post = sa.exists().where(posts.c.id == comments.c.post_id, posts.c.deleted_at.is_(None))
"""The condition that a comment is on a post that was not deleted."""
_is_picture = sa.select(
    sa.exists().where(posts.c.image_path == sa.bindparam("path", type_=sa.Text))
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


def is_picture(tx: Tx, object_path: str) -> bool:
    """Whether the upload at this path is the picture of a post."""
    return bool(tx.value(_is_picture, {"path": object_path}))


def count_comment(tx: Tx, comment_id: Id, more: int) -> None:
    """Add to the number of comments that are shown on a comment's post."""
    post_id = sa.select(comments.c.post_id).where(comments.c.id == comment_id).scalar_subquery()
    counted = posts.update().where(posts.c.id == post_id)
    tx.execute(counted.values(comment_count=posts.c.comment_count + more))


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
