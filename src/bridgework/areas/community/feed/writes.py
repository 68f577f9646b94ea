"""The statements of moderation, erasure and cleanup."""

from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.community.feed.tables import comments, likes, posts
from bridgework.areas.community.feed.visibility import is_disabled
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx

_BATCH_SIZE = 500

_this = sa.bindparam("this", type_=IdColumn)
_account = sa.bindparam("account", type_=IdColumn)

is_on_post = sa.exists().where(posts.c.id == comments.c.post_id, posts.c.deleted_at.is_(None))
"""Whether a comment belongs to a post that is not deleted."""
text_of_post = sa.select(posts.c.content).where(posts.c.id == comments.c.post_id).scalar_subquery()
"""The text of the post of a comment."""
_is_picture = sa.select(
    sa.exists().where(posts.c.image_path == sa.bindparam("path", type_=sa.Text))
)

_lock_enabled = (
    sa.select(accounts.c.id)
    .where(accounts.c.id == _account, accounts.c.disabled_at.is_(None))
    .with_for_update(read=True)
)

_liked_posts = sa.select(likes.c.post_id).where(likes.c.account_id == _account)
_lock_liked_posts = (
    sa.select(posts.c.id).where(posts.c.id.in_(_liked_posts)).order_by(posts.c.id).with_for_update()
)
_decrement_like_counts = (
    posts.update()
    .where(posts.c.id.in_(_liked_posts), sa.not_(is_disabled(_account)))
    .values(like_count=posts.c.like_count - 1)
)
_delete_likes = likes.delete().where(likes.c.account_id == _account)

_is_counted = sa.and_(comments.c.author_id == _account, comments.c.hidden_at.is_(None))
_lock_comments = (
    sa.select(comments.c.id).where(_is_counted).order_by(comments.c.id).with_for_update()
)
_touched = posts.c.id.in_(sa.union(sa.select(comments.c.post_id).where(_is_counted), _liked_posts))
_lock_touched = sa.select(posts.c.id).where(_touched).order_by(posts.c.id).with_for_update()
_more = sa.bindparam("more", type_=sa.Integer)
_count_contributions = (
    posts.update()
    .where(_touched)
    .values(
        comment_count=posts.c.comment_count
        + _more
        * sa.select(sa.func.count())
        .where(_is_counted, comments.c.post_id == posts.c.id)
        .scalar_subquery(),
        like_count=posts.c.like_count
        + _more
        * sa.select(sa.func.count())
        .where(likes.c.account_id == _account, likes.c.post_id == posts.c.id)
        .scalar_subquery(),
    )
)
_disabled_at = sa.select(accounts.c.disabled_at).where(accounts.c.id == _account).scalar_subquery()
_delete_posts_of_disabled = (
    posts.update()
    .where(posts.c.author_id == _account, posts.c.deleted_at.is_(None), is_disabled(_account))
    .values(deleted_at=_disabled_at, content=None, image_url=None, image_path=None)
)
_delete_comments_of_disabled = comments.delete().where(
    comments.c.author_id == _account, is_disabled(_account)
)

_oldest_deleted = (
    sa.select(posts.c.id)
    .where(posts.c.deleted_at < sa.bindparam("before", type_=posts.c.deleted_at.type))
    .order_by(posts.c.deleted_at)
    .limit(1)
)
_some_comments = sa.select(comments.c.id).where(comments.c.post_id == _this).limit(_BATCH_SIZE)
_some_likes = sa.select(likes.c.account_id).where(likes.c.post_id == _this).limit(_BATCH_SIZE)
_delete_some: list[sa.Executable] = [
    comments.delete().where(comments.c.id.in_(_some_comments)),
    likes.delete().where(likes.c.post_id == _this, likes.c.account_id.in_(_some_likes)),
]
_delete_post = posts.delete().where(posts.c.id == _this)


def is_picture(tx: Tx, object_path: str) -> bool:
    """Whether an upload is the picture of a post."""
    return bool(tx.value(_is_picture, {"path": object_path}))


def count_comment(tx: Tx, comment_id: Id, more: int) -> None:
    """Add `more` to the comment count of a comment's post, unless its author is disabled."""
    is_counted = sa.not_(is_disabled(comments.c.author_id))
    found = sa.select(comments.c.post_id).where(comments.c.id == comment_id, is_counted)
    post_id = found.scalar_subquery()
    change = posts.update().where(posts.c.id == post_id)
    tx.execute(change.values(comment_count=posts.c.comment_count + more))


def lock_enabled(tx: Tx, account_id: Id) -> bool:
    """Keep an account enabled until the transaction ends; False if it is disabled."""
    return tx.value(_lock_enabled, {"account": account_id}) is not None


def count_contributions(tx: Tx, account_id: Id, more: int) -> None:
    """Add the comments and likes of an account `more` times to the counts of their posts."""
    # Locks comments first, as those who hide or delete one do.
    tx.execute(_lock_comments, {"account": account_id})
    tx.execute(_lock_touched, {"account": account_id})
    tx.execute(_count_contributions, {"account": account_id, "more": more})


def delete_of_disabled(tx: Tx, account_id: Id) -> None:
    """Delete the posts and comments of an account if it is disabled. No count includes them."""
    tx.execute(_delete_comments_of_disabled, {"account": account_id})
    tx.execute(_delete_posts_of_disabled, {"account": account_id})


def delete_likes(tx: Tx, account_id: Id) -> None:
    """Delete the likes of an account, and decrement the counts of the posts that include them."""
    # Locks in order of id, so concurrent erasures cannot deadlock.
    tx.execute(_lock_liked_posts, {"account": account_id})
    tx.execute(_decrement_like_counts, {"account": account_id})
    tx.execute(_delete_likes, {"account": account_id})


def delete_post_for_good(tx: Tx, before: datetime) -> int:
    """Remove some comments and likes of a post that was deleted before a time, and then its row.

    Returns the number of removed rows.
    """
    post_id = tx.value(_oldest_deleted, {"before": before})
    if post_id is None:
        return 0
    count = sum(tx.execute(some, {"this": post_id}).rowcount for some in _delete_some)
    return count or tx.execute(_delete_post, {"this": post_id}).rowcount
