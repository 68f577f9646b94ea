"""From Markdown to what is sent: HTML by a parser, cleaned by a sanitiser, then JSON."""

import math
from collections.abc import Mapping
from typing import Any

import nh3
from markdown_it import MarkdownIt

from bridgework.areas.blogs.shapes import BlogPost, BlogPostCard

_WORDS_A_MINUTE = 220
_parser = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable(
    ["table", "strikethrough"]
)


def html(markdown: str) -> str:
    """Safe HTML: no scripts, styles, frames or event handlers, whatever the Markdown holds."""
    return nh3.clean(_parser.render(markdown), link_rel="noopener noreferrer nofollow")


def reading_minutes(markdown: str) -> int:
    """How long a reader takes, at least a minute."""
    return max(1, math.ceil(len(markdown.split()) / _WORDS_A_MINUTE))


def public_json(post: Mapping[str, Any], author: Any) -> dict[str, bytes]:
    """The card and the record of a post, as they are sent."""
    name = " ".join(part for part in (author.first_name, author.last_name) if part)
    shown = {"id": author.id, "name": name, "avatar_url": author.avatar_url}
    record = BlogPost.model_validate({**post, "author": shown}, strict=False)
    card = BlogPostCard.model_construct(
        **{member: getattr(record, member) for member in BlogPostCard.model_fields}
    )
    return {
        "card": card.model_dump_json(by_alias=True).encode(),
        "record": record.model_dump_json(by_alias=True).encode(),
    }
