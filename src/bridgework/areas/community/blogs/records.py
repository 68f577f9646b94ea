"""What the statements on blog posts return."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from bridgework.areas.community.blogs.schemas import BlogStatus
from bridgework.kit.core import Id


class Post(NamedTuple):
    """A post, without the columns of `Rendered`."""

    id: Id
    slug: str
    author_id: Id
    title: str
    excerpt: str
    body: str
    body_html: str
    cover_url: str | None
    tags: Sequence[str]
    reading_minutes: int
    seo_title: str | None
    seo_description: str | None
    status: BlogStatus
    published_at: datetime | None
    created_at: datetime
    updated_at: datetime


class Rendered(NamedTuple):
    """The columns that are derived from the others of a post and from its author.

    The card and the record are JSON, and empty for a draft.
    """

    card: bytes
    record: bytes
    search_key: str


class Body(NamedTuple):
    """The columns that are derived from the text of a post."""

    body_html: str
    reading_minutes: int


class Names(NamedTuple):
    """The names and the picture of an author."""

    first_name: str | None
    last_name: str | None
    avatar_url: str | None


class FoundPost(NamedTuple):
    """A post with its effective status, and its author."""

    post: Post
    names: Names
