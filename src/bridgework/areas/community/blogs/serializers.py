"""Render posts: Markdown to HTML, and posts to the stored JSON."""

import math

from bridgework.areas.community.blogs import schemas
from bridgework.areas.community.blogs.records import Body, Names, Post, Rendered
from bridgework.kit.core import Id
from bridgework.kit.text import markdown, normalize

_WORDS_PER_MINUTE = 220


def render_body(body: str) -> Body:
    """Render a Markdown text, which is slow for long ones. Raises ValidationFailed."""
    try:
        body_html = markdown.to_html(body)
    except markdown.TooIntricate:
        raise markdown.refusal("body") from None
    return Body(body_html, reading_minutes(body))


def reading_minutes(body: str) -> int:
    """Return the estimated reading time, at least 1."""
    return max(1, math.ceil(len(body.split()) / _WORDS_PER_MINUTE))


def render_post(post: Post, author: schemas.Author) -> Rendered:
    """Return the columns that are derived from the other columns of a post and its author."""
    search_key = normalize(f"{post.title} {post.slug}")
    if post.status == "draft":
        return Rendered(b"", b"", search_key)
    record = schemas.BlogPost.from_row(post, author=author)
    card = schemas.BlogPostCard.model_construct(
        **{member: getattr(record, member) for member in schemas.BlogPostCard.model_fields}
    )
    return Rendered(
        card.model_dump_json(by_alias=True).encode(),
        record.model_dump_json(by_alias=True).encode(),
        search_key,
    )


def to_author(author_id: Id, names: Names) -> schemas.Author:
    name = " ".join(part for part in (names.first_name, names.last_name) if part)
    return schemas.Author(id=author_id, name=name, avatar_url=names.avatar_url)
