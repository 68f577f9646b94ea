"""The statements behind members' requests. None reads deleted content.

Only administrators find the posts and comments of disabled accounts, and read a hidden one by ID.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import groupby
from typing import TypeVar

import sqlalchemy as sa

from bridgework.areas.community.feed import policies, schemas
from bridgework.areas.community.feed.records import DeletedComment, FoundComment, FoundPost
from bridgework.areas.community.feed.tables import comments, likes, posts
from bridgework.areas.community.feed.visibility import is_disabled
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.kit.actions import hidden_by_decision, hidden_with_account
from bridgework.kit.core import Id
from bridgework.kit.data.db import CompiledStatement, IdColumn, Tx, UtcDateTimeColumn, insert
from bridgework.kit.data.pagination import Keyset, PageRequest, PageSlice
from bridgework.kit.security import ANONYMOUS, Caller

Read = TypeVar("Read", schemas.FeedPost, schemas.FeedComment)

_post_id = sa.bindparam("this_post", type_=IdColumn)
_comment_id = sa.bindparam("this_comment", type_=IdColumn)
_reader = sa.bindparam("reader", type_=IdColumn)
_reader_is_admin = sa.bindparam("reader_is_admin", type_=sa.Boolean)

_is_present = sa.and_(posts.c.hidden_at.is_(None), posts.c.deleted_at.is_(None))
_is_visible = sa.and_(
    _is_present, sa.or_(_reader_is_admin, sa.not_(is_disabled(posts.c.author_id)))
)
_POST_COLUMNS = FoundPost._fields[: FoundPost._fields.index("liked_by_me")]
_AUTHOR_MEMBERS = ["first_name", "last_name", "avatar_url"]
# An author who is scheduled for erasure, which can be cancelled, is not shown.
_author_columns = [
    sa.case((accounts.c.erases_at.is_(None), accounts.c[column])).label(label)
    for column, label in [("id", "author_id"), *((name, name) for name in _AUTHOR_MEMBERS)]
]
_disabled_columns = (accounts.c.disabled_at, accounts.c.disabled_reason)
_is_author_shown = sa.or_(_reader_is_admin, accounts.c.disabled_at.is_(None))
"""The condition on the joined account of the author."""

_liked_by_reader = (
    sa.exists()
    .where(likes.c.post_id == posts.c.id, likes.c.account_id == _reader)
    .label("liked_by_me")
)
_posts = sa.select(
    *(posts.c[name] for name in _POST_COLUMNS),
    _liked_by_reader,
    *_author_columns,
    *_disabled_columns,
).select_from(posts.outerjoin(accounts, accounts.c.id == posts.c.author_id))
_visible_posts = _posts.where(_is_present, _is_author_shown)
_comments = sa.select(
    *(comments.c[name] for name in ("id", "post_id", "content", "created_at", "hidden_at")),
    *_author_columns,
    *_disabled_columns,
).select_from(comments.outerjoin(accounts, accounts.c.id == comments.c.author_id))
_visible_comments = _comments.where(comments.c.hidden_at.is_(None), _is_author_shown)

SHOWN_COMMENTS = 3
"""How many comments of a post a list of posts includes."""

_author = sa.bindparam("author", type_=IdColumn)
_by_newest = Keyset(posts.c.created_at, posts.c.id)
_newest_posts = _by_newest.pages(_visible_posts, FoundPost)
_newest_posts_of_author = _by_newest.pages(
    _visible_posts.where(posts.c.author_id == _author, accounts.c.erases_at.is_(None)),
    FoundPost,
)
_oldest_comments = Keyset(comments.c.created_at, comments.c.id, descending=False).pages(
    _visible_comments.where(comments.c.post_id == _post_id), FoundComment
)
_post_ids = sa.bindparam("these_posts", type_=IdColumn, expanding=True)
# The third newest comment of a post bounds what is read of it.
_other = comments.alias()
_first_shown = (
    sa.select(_other.c.created_at)
    .where(
        _other.c.post_id == posts.c.id,
        _other.c.hidden_at.is_(None),
        sa.or_(_reader_is_admin, sa.not_(is_disabled(_other.c.author_id))),
    )
    .order_by(_other.c.created_at.desc(), _other.c.id.desc())
    .limit(1)
    .offset(SHOWN_COMMENTS - 1)
    .scalar_subquery()
)
_first_time = sa.literal(datetime(1, 1, 1, tzinfo=UTC), UtcDateTimeColumn)
_newest_comments = (
    _visible_comments.join(posts, posts.c.id == comments.c.post_id)
    .where(
        posts.c.id.in_(_post_ids),
        comments.c.created_at >= sa.func.coalesce(_first_shown, _first_time),
    )
    .order_by(comments.c.post_id, comments.c.created_at, comments.c.id)
)
_post = _visible_posts.where(posts.c.id == _post_id)
_comment = _visible_comments.join(
    posts, sa.and_(posts.c.id == comments.c.post_id, _is_visible)
).where(comments.c.id == _comment_id)
_any_post = _posts.where(posts.c.id == _post_id, posts.c.deleted_at.is_(None))
_any_comment = _comments.join(
    posts, sa.and_(posts.c.id == comments.c.post_id, posts.c.deleted_at.is_(None))
).where(comments.c.id == _comment_id)
_this_visible_post = sa.and_(posts.c.id == _post_id, _is_visible)
_is_post_visible = sa.select(posts.c.id).where(_this_visible_post)
_author_id = sa.select(posts.c.author_id).where(_this_visible_post)

_is_author_visible = sa.select(
    sa.or_(
        sa.exists().where(posts.c.author_id == _author, _is_visible),
        sa.exists().where(
            comments.c.author_id == _author,
            comments.c.hidden_at.is_(None),
            sa.or_(_reader_is_admin, sa.not_(is_disabled(comments.c.author_id))),
            posts.c.id == comments.c.post_id,
            _is_visible,
        ),
    )
)

# The same statement reads the author, so a post takes one statement.
_add_post = CompiledStatement(
    posts.insert().returning(
        *(posts.c[name] for name in _POST_COLUMNS),
        sa.false().label("liked_by_me"),
        posts.c.author_id,
        *(
            sa.select(accounts.c[name])
            .where(accounts.c.id == sa.literal_column("feed_posts.author_id"))
            .scalar_subquery()
            .label(name)
            for name in _AUTHOR_MEMBERS
        ),
        *(sa.null().label(column.name) for column in _disabled_columns),
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
_change_post = posts.update().where(_this_visible_post)
_add_comment = comments.insert()
_delete_comment = (
    comments.delete()
    .where(comments.c.id == _comment_id, comments.c.hidden_at.is_(None))
    .returning(comments.c.author_id)
)
_count_change = sa.bindparam("more", type_=sa.Integer)
_add_to_comment_count = _change_post.values(comment_count=posts.c.comment_count + 1)
_this_post = posts.update().where(posts.c.id == _post_id)
_uncount_comment = _this_post.where(sa.not_(is_disabled(_author))).values(
    comment_count=posts.c.comment_count - 1
)
_count_like = _this_post.values(like_count=posts.c.like_count + _count_change)
_delete_like = likes.delete().where(likes.c.post_id == _post_id, likes.c.account_id == _reader)


def list_posts(
    tx: Tx, reader: Caller, author: Id | None, page_request: PageRequest
) -> PageSlice[schemas.FeedPost]:
    """Return a page of the feed, or of the posts of an author, newest first."""
    to_post = partial(_to_post, reader)
    if author is None:
        return _newest_posts.read(tx, page_request, to_post, _of(reader))
    parameters = _of(reader, author=author)
    return _newest_posts_of_author.read(tx, page_request, to_post, parameters)


def list_newest_comments(
    tx: Tx, reader: Caller, post_ids: Sequence[Id]
) -> Mapping[Id, Sequence[schemas.FeedComment]]:
    """Return the newest `SHOWN_COMMENTS` comments of each post that has any, oldest first.

    Does not check that the posts are visible.
    """
    parameters = _of(reader, these_posts=list(post_ids))
    newest = tx.records(FoundComment, _newest_comments, parameters) if post_ids else []
    found = groupby(map(partial(_to_comment, reader), newest), key=lambda comment: comment.post_id)
    # Comments of the same time may be more.
    return {post_id: list(of_post)[-SHOWN_COMMENTS:] for post_id, of_post in found}


def find_post(tx: Tx, reader: Caller, post_id: Id) -> schemas.FeedPost | None:
    """Return a visible post, None if there is none."""
    found = tx.record(FoundPost, _post, _of(reader, this_post=post_id))
    return None if found is None else _to_post(reader, found)


def find_any_post(tx: Tx, administrator: Caller, post_id: Id) -> schemas.FeedPost | None:
    """Return a post, hidden or not, None if it does not exist."""
    found = tx.record(FoundPost, _any_post, _of(administrator, this_post=post_id))
    return None if found is None else _with_decision(tx, found, _to_post(administrator, found))


def is_post_visible(tx: Tx, reader: Caller, post_id: Id) -> bool:
    """Whether a post is visible."""
    return tx.value(_is_post_visible, _of(reader, this_post=post_id)) is not None


def find_author(tx: Tx, post_id: Id) -> Id | None:
    """Return the author of a post that members see, None if there is none."""
    author_id: Id | None = tx.value(_author_id, _of(ANONYMOUS, this_post=post_id))
    return author_id


def is_author_visible(tx: Tx, reader: Caller, account_id: Id) -> bool:
    """Whether the account has a visible post or comment."""
    return bool(tx.value(_is_author_visible, _of(reader, author=account_id)))


def add_post(tx: Tx, values: Mapping[str, object]) -> schemas.FeedPost:
    """Add a post without likes and comments, and return it."""
    defaults = {"image_url": None, "comment_count": 0, "like_count": 0}
    [added] = tx.records(FoundPost, _add_post, {**defaults, **values})
    return _to_post(ANONYMOUS, added)


def update_post(tx: Tx, editor: Caller, post_id: Id, values: Mapping[str, object]) -> bool:
    """Change a post; False if it is no longer visible."""
    return tx.execute(_change_post.values(**values), _of(editor, this_post=post_id)).rowcount == 1


def list_comments(
    tx: Tx, reader: Caller, post_id: Id, page_request: PageRequest
) -> PageSlice[schemas.FeedComment]:
    """Return a page of a post's comments, oldest first. Does not check that the post is visible."""
    return _oldest_comments.read(
        tx, page_request, partial(_to_comment, reader), _of(reader, this_post=post_id)
    )


def find_comment(tx: Tx, reader: Caller, comment_id: Id) -> schemas.FeedComment | None:
    """Return a visible comment on a visible post, None if there is none."""
    found = tx.record(FoundComment, _comment, _of(reader, this_comment=comment_id))
    return None if found is None else _to_comment(reader, found)


def find_any_comment(tx: Tx, administrator: Caller, comment_id: Id) -> schemas.FeedComment | None:
    """Return a comment, hidden or not, None if it or its post does not exist."""
    found = tx.record(FoundComment, _any_comment, _of(administrator, this_comment=comment_id))
    return None if found is None else _with_decision(tx, found, _to_comment(administrator, found))


def add_comment(tx: Tx, author: Caller, values: Mapping[str, object]) -> bool:
    """Add a comment and increment the count; False if its post is not visible."""
    this_post = _of(author, this_post=values["post_id"])
    if tx.execute(_add_to_comment_count, this_post).rowcount == 0:
        return False
    tx.execute(_add_comment, values)
    return True


def delete_comment(tx: Tx, comment_id: Id, post_id: Id) -> bool:
    """Delete a comment and decrement the count; True for one of several concurrent calls."""
    deleted = tx.record(DeletedComment, _delete_comment, {"this_comment": comment_id})
    if deleted is None:
        return False
    tx.execute(_uncount_comment, {"this_post": post_id, "author": deleted.author_id})
    return True


def add_like(tx: Tx, post_id: Id, account_id: Id, now: datetime) -> None:
    """Add a like and increment the count, unless the account likes the post already."""
    values = {"post_id": post_id, "account_id": account_id, "created_at": now}
    add = insert(tx.dialect, likes).on_conflict_do_nothing().returning(likes.c.post_id)
    if tx.value(add, values) is not None:
        tx.execute(_count_like, {"this_post": post_id, "more": 1})


def delete_like(tx: Tx, post_id: Id, account_id: Id) -> None:
    """Delete a like and decrement the count, if there is a like."""
    if tx.execute(_delete_like, {"this_post": post_id, "reader": account_id}).rowcount:
        tx.execute(_count_like, {"this_post": post_id, "more": -1})


def _of(reader: Caller, **parameters: object) -> dict[str, object]:
    """Add the parameters of the reader, whose account is that of `likedByMe`."""
    return {"reader": reader.account_id, "reader_is_admin": reader.is_admin, **parameters}


def _to_post(reader: Caller, post: FoundPost) -> schemas.FeedPost:
    return schemas.FeedPost(
        id=post.id,
        author=_to_author(post),
        content=post.content,
        image_url=post.image_url,
        comment_count=post.comment_count,
        like_count=post.like_count,
        liked_by_me=post.liked_by_me,
        created_at=post.created_at,
        edited_at=post.edited_at,
        hidden=hidden_with_account(reader, post.disabled_at, post.disabled_reason),
        comments=None,
    )


def _to_comment(reader: Caller, comment: FoundComment) -> schemas.FeedComment:
    return schemas.FeedComment(
        id=comment.id,
        post_id=comment.post_id,
        author=_to_author(comment),
        content=comment.content,
        created_at=comment.created_at,
        hidden=hidden_with_account(reader, comment.disabled_at, comment.disabled_reason),
    )


def _with_decision(tx: Tx, found: FoundPost | FoundComment, read: Read) -> Read:
    """Return a post or comment with the decision that hid it, if there is one."""
    if found.hidden_at is None:
        return read
    hidden = hidden_by_decision(tx, found.id, found.hidden_at)
    return read.model_copy(update={"hidden": hidden})


def _to_author(of: FoundPost | FoundComment) -> schemas.FeedAuthor:
    name = policies.display_name(of.author_id, of.first_name, of.last_name)
    return schemas.FeedAuthor(id=of.author_id, name=name, avatar_url=of.avatar_url)
