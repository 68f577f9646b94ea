"""Render posts: Markdown to HTML, and posts to the stored JSON."""

import math
from collections.abc import Mapping
from typing import Any

from bridgework.areas.community.blogs import schemas
from bridgework.kit.text import markdown, normalize

_WORDS_PER_MINUTE = 220


def render_body(body: str) -> dict[str, object]:
    """Return the columns `body_html` and `reading_minutes` for a Markdown text.

    This is slow for long texts. Raises ValidationFailed.
    """
    try:
        body_html = markdown.to_html(body)
    except markdown.TooIntricate:
        raise markdown.refusal("body") from None
    return {"body_html": body_html, "reading_minutes": reading_minutes(body)}


def reading_minutes(body: str) -> int:
    """Return the estimated reading time, at least 1."""
    return max(1, math.ceil(len(body.split()) / _WORDS_PER_MINUTE))


def render_post(post: Mapping[str, Any], author: schemas.Author) -> dict[str, object]:
    """Return the columns that are derived from the other columns of a post and its author.

    These are the search key, and the card and the record as JSON, which are empty for a draft.
    """
    search_key = {"search_key": normalize(f"{post['title']} {post['slug']}")}
    if post["status"] == "draft":
        return {**search_key, "card": b"", "record": b""}
    record = schemas.BlogPost.from_row(post, author=author)
    card = schemas.BlogPostCard.model_construct(
        **{member: getattr(record, member) for member in schemas.BlogPostCard.model_fields}
    )
    return {
        **search_key,
        "card": card.model_dump_json(by_alias=True).encode(),
        "record": record.model_dump_json(by_alias=True).encode(),
    }


def to_author(author_id: object, names: Any) -> schemas.Author:
    """Convert the row `names`, with the names and the picture of an account, to an author."""
    name = " ".join(part for part in (names.first_name, names.last_name) if part)
    return schemas.Author.from_row({"id": author_id, "name": name, "avatar_url": names.avatar_url})
