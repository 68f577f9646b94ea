"""The request and response models of the blog."""

from typing import Literal

from pydantic import MISSING

from bridgework.kit.fields import (
    Article,
    Excerpt500,
    PageNumber,
    PageSize,
    Search,
    Slug200,
    Tags20,
    Title200,
    Url500,
    UtcDatetime,
    Uuid,
)
from bridgework.kit.pagination.schemas import OffsetPage, OffsetQuery
from bridgework.kit.schemas import QueryParams, RequestBody, ResponseModel

Status = Literal["draft", "scheduled", "published"]


class ListBlogsQuery(QueryParams):
    page: PageNumber = 1
    limit: PageSize = 20


class AdminListBlogsQuery(OffsetQuery):
    status: Status | None = None
    search: Search | None = None


class AdminBlogRequest(RequestBody):
    slug: Slug200
    title: Title200
    excerpt: Excerpt500
    body: Article
    cover_url: Url500 | None | MISSING = MISSING
    tags: Tags20 | MISSING = MISSING
    seo_title: Title200 | None | MISSING = MISSING
    seo_description: Excerpt500 | None | MISSING = MISSING
    status: Status
    published_at: UtcDatetime | None | MISSING = MISSING


class AdminBlogUpdateRequest(RequestBody):
    slug: Slug200 | MISSING = MISSING
    title: Title200 | MISSING = MISSING
    excerpt: Excerpt500 | MISSING = MISSING
    body: Article | MISSING = MISSING
    cover_url: Url500 | None | MISSING = MISSING
    tags: Tags20 | MISSING = MISSING
    seo_title: Title200 | None | MISSING = MISSING
    seo_description: Excerpt500 | None | MISSING = MISSING
    status: Status | MISSING = MISSING
    published_at: UtcDatetime | None | MISSING = MISSING


class Author(ResponseModel):
    id: Uuid
    name: str
    avatar_url: str | None


class BlogSummary(ResponseModel):
    """The common members of a card, a post and an administrator's post."""

    id: Uuid
    slug: str
    title: str
    excerpt: str
    cover_url: str | None
    tags: list[str]
    author: Author
    reading_minutes: int
    updated_at: UtcDatetime


class BlogPostCard(BlogSummary):
    published_at: UtcDatetime


class BlogPost(BlogPostCard):
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
    status: Status
    created_at: UtcDatetime


class AdminBlogPage(OffsetPage[AdminBlogPost]):
    """Posts with any status, newest first."""
