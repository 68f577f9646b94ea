"""The requests and responses of the feed."""

from typing import Literal

from pydantic import MISSING
from typing_extensions import TypeAliasType

from bridgework.kit.actions import Hidden
from bridgework.kit.data.pagination import CursorQuery
from bridgework.kit.validation import (
    CommentText,
    RequestBody,
    ResponseModel,
    Text5000,
    Url2048,
    UtcDatetime,
    Uuid,
    UuidText,
)

FeedInclude = TypeAliasType("FeedInclude", Literal["comments"])


class ListFeedPostsQuery(CursorQuery):
    author: UuidText | None = None
    """Only posts of this account."""
    include: FeedInclude | None = None
    """`comments`: each post has its newest comments."""


class CreateFeedPostRequest(RequestBody):
    """A new post."""

    content: Text5000 | MISSING = MISSING
    """A post may be empty: an upload with its ID as `feedPostId` adds an image."""


class UpdateFeedPostRequest(RequestBody):
    """Changes of a post. Omitted members are unchanged."""

    content: Text5000 | MISSING = MISSING
    image_url: Url2048 | None | MISSING = MISSING
    """Null removes the image."""


class CreateFeedCommentRequest(RequestBody):
    """A new comment."""

    content: CommentText


class FeedAuthor(ResponseModel):
    """The author. `id` is null if the account is erased or scheduled for erasure."""

    id: Uuid | None
    name: str
    """The first and last name, or `former member` after an erasure."""
    avatar_url: str | None


class FeedComment(ResponseModel):
    """A comment on a post."""

    id: Uuid
    post_id: Uuid
    author: FeedAuthor
    content: str
    created_at: UtcDatetime
    hidden: Hidden | None
    """Set for administrators if other members do not find the comment."""


class FeedPost(ResponseModel):
    """A post in the feed."""

    id: Uuid
    author: FeedAuthor
    content: str | None
    """The text, without markup. Null if the post has none."""
    image_url: str | None
    comment_count: int
    like_count: int
    liked_by_me: bool
    created_at: UtcDatetime
    edited_at: UtcDatetime | None
    hidden: Hidden | None
    """Set for administrators if other members do not find the post."""
    comments: list[FeedComment] | None
    """The newest three comments, oldest first. Null unless the list was asked to include them."""
