"""What the public sees of the blog: contract section 9."""

from bridgework.kit.fields import Moment, PageNumber, PageSize, Uuid
from bridgework.kit.shapes import Query, Record


class ListBlogsQuery(Query):
    page: PageNumber = 1
    limit: PageSize = 20


class Author(Record):
    id: Uuid
    name: str
    avatar_url: str | None


class BlogPostCard(Record):
    id: Uuid
    slug: str
    title: str
    excerpt: str
    cover_url: str | None
    tags: list[str]
    author: Author
    reading_minutes: int
    published_at: Moment
    updated_at: Moment


class BlogPost(BlogPostCard):
    body: str
    body_html: str
    seo_title: str | None
    seo_description: str | None
