"""From what a person wrote to what is sent: HTML, then JSON."""

import math
from collections.abc import Mapping
from typing import Any

from bridgework.areas.blogs import rules
from bridgework.areas.blogs.shapes import Author, BlogPost, BlogPostCard
from bridgework.kit import markdown
from bridgework.kit.text import normalize

_WORDS_A_MINUTE = 220


def of_body(body: str) -> dict[str, object]:
    """What follows from an article's Markdown. Takes long; raises ValidationFailed.

    The columns `body_html` and `reading_minutes`.
    """
    try:
        body_html = markdown.to_html(body)
    except markdown.TooIntricate:
        raise rules.too_intricate() from None
    return {"body_html": body_html, "reading_minutes": reading_minutes(body)}


def reading_minutes(body: str) -> int:
    """How long a reader takes, at least a minute."""
    return max(1, math.ceil(len(body.split()) / _WORDS_A_MINUTE))


def of_post(post: Mapping[str, Any], author: Author) -> dict[str, object]:
    """What follows from the columns of a post, in the others.

    The card and the record as they are sent, empty for a draft, which isn't; and what
    administrators find it by.
    """
    found_by = {"search_key": normalize(f"{post['title']} {post['slug']}")}
    if post["status"] == "draft":
        return {**found_by, "card": b"", "record": b""}
    record = BlogPost.model_validate({**post, "author": author}, strict=False)
    card = BlogPostCard.model_construct(
        **{member: getattr(record, member) for member in BlogPostCard.model_fields}
    )
    return {
        **found_by,
        "card": card.model_dump_json(by_alias=True).encode(),
        "record": record.model_dump_json(by_alias=True).encode(),
    }


def author_shown(author_id: object, names: Any) -> Author:
    """What readers see of an author; `names` has the first and last name and the picture."""
    name = " ".join(part for part in (names.first_name, names.last_name) if part)
    shown = {"id": author_id, "name": name, "avatar_url": names.avatar_url}
    return Author.model_validate(shown, strict=False)
