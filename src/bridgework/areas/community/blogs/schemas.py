"""The request and response models of the blog."""

from typing import Literal

from pydantic import MISSING
from typing_extensions import TypeAliasType

from bridgework.kit.data.pagination import OffsetPage, OffsetQuery
from bridgework.kit.validation import (
    Article,
    Excerpt500,
    PageNumber,
    PageSize,
    QueryParams,
    RequestBody,
    ResponseModel,
    Search,
    Slug200,
    Tags20,
    Title200,
    Url500,
    UtcDatetime,
    Uuid,
)

BlogStatus = TypeAliasType("BlogStatus", Literal["draft", "scheduled", "published"])


class ListBlogsQuery(QueryParams):
    page: PageNumber = 1
    limit: PageSize = 20


class AdminListBlogsQuery(OffsetQuery):
    status: BlogStatus | None = None
    search: Search | None = None
    """Every word must occur in the title or the slug. Case and accents are ignored."""


class AdminBlogRequest(RequestBody):
    """A new post."""

    slug: Slug200
    title: Title200
    """The title of the post."""
    excerpt: Excerpt500
    body: Article
    cover_url: Url500 | None | MISSING = MISSING
    tags: Tags20 | MISSING = MISSING
    """Keywords to show with the post."""
    seo_title: Title200 | None | MISSING = MISSING
    seo_description: Excerpt500 | None | MISSING = MISSING
    status: BlogStatus
    """`draft` is visible to administrators only; `scheduled` is published at `publishedAt`."""
    published_at: UtcDatetime | None | MISSING = MISSING
    """In the future for `scheduled`. By default the present time for `published`."""


class AdminBlogUpdateRequest(RequestBody):
    """Changes of a post. Omitted members are unchanged."""

    slug: Slug200 | MISSING = MISSING
    title: Title200 | MISSING = MISSING
    """The title of the post."""
    excerpt: Excerpt500 | MISSING = MISSING
    body: Article | MISSING = MISSING
    cover_url: Url500 | None | MISSING = MISSING
    tags: Tags20 | MISSING = MISSING
    """Keywords to show with the post."""
    seo_title: Title200 | None | MISSING = MISSING
    seo_description: Excerpt500 | None | MISSING = MISSING
    status: BlogStatus | MISSING = MISSING
    """`draft` hides the post; `scheduled` publishes it at `publishedAt`."""
    published_at: UtcDatetime | None | MISSING = MISSING


class Author(ResponseModel):
    """The author of a post."""

    id: Uuid
    """The ID of the account."""
    name: str
    avatar_url: str | None


class BlogSummary(ResponseModel):
    """The common members of a card, a post and an administrator's post."""

    id: Uuid
    slug: str
    title: str
    """The title of the post."""
    excerpt: str
    cover_url: str | None
    tags: list[str]
    """Keywords to show with the post."""
    author: Author
    reading_minutes: int
    updated_at: UtcDatetime


class BlogPostCard(BlogSummary):
    """A public post in a list, without its text."""

    published_at: UtcDatetime
    """When the post became public."""


class BlogPost(BlogPostCard):
    """A public post."""

    body: str
    body_html: str
    seo_title: str | None
    seo_description: str | None


class AdminBlogPost(BlogSummary):
    """A post with any status. A draft may have no `publishedAt`."""

    body: str
    body_html: str
    seo_title: str | None
    seo_description: str | None
    published_at: UtcDatetime | None
    status: BlogStatus
    """`draft` is visible to administrators only; `scheduled` is published at `publishedAt`."""
    allowed_actions: list[str]
    created_at: UtcDatetime


class AdminBlogPage(OffsetPage[AdminBlogPost]):
    """Posts with any status, newest first."""
