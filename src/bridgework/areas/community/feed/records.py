"""What the statements on posts and comments return."""

from datetime import datetime
from typing import NamedTuple

from bridgework.kit.core import Id


class FoundPost(NamedTuple):
    """A post with its author.

    `author_id` and the names are None if the account is erased or scheduled for erasure.
    """

    id: Id
    content: str | None
    image_url: str | None
    comment_count: int
    like_count: int
    created_at: datetime
    edited_at: datetime | None
    hidden_at: datetime | None
    liked_by_me: bool
    author_id: Id | None
    first_name: str | None
    last_name: str | None
    avatar_url: str | None
    disabled_at: datetime | None
    disabled_reason: str | None


class FoundComment(NamedTuple):
    """A comment with its author, as of a `FoundPost`."""

    id: Id
    post_id: Id
    content: str
    created_at: datetime
    hidden_at: datetime | None
    author_id: Id | None
    first_name: str | None
    last_name: str | None
    avatar_url: str | None
    disabled_at: datetime | None
    disabled_reason: str | None


class DeletedComment(NamedTuple):
    """The author of a comment that was deleted, even if not shown."""

    author_id: Id | None


class ModeratedPost(NamedTuple):
    """What moderation reads of a post."""

    id: Id
    author_id: Id | None
    content: str | None
    image_url: str | None
    created_at: datetime
    hidden_at: datetime | None


class ModeratedComment(NamedTuple):
    """What moderation reads of a comment."""

    id: Id
    author_id: Id | None
    content: str
    created_at: datetime
    hidden_at: datetime | None
