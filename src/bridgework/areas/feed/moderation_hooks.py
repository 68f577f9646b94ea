"""Posts and comments as content that is moderated; `wiring.py` registers them."""

import textwrap
from typing import Any

from bridgework.areas.feed import queries, writes
from bridgework.areas.feed.tables import comments, posts
from bridgework.kit.moderation import ContentType

_TITLE_LENGTH = 60


def _beginning(row: Any) -> str:
    return textwrap.shorten(row.content or "", _TITLE_LENGTH, placeholder="…")


POST = ContentType(
    table=posts,
    owner="author_id",
    may_see=lambda tx, _, post_id: queries.is_there(tx, post_id),
    title=_beginning,
    exists=posts.c.deleted_at.is_(None),
)
"""A post is hidden with its comments."""
COMMENT = ContentType(
    table=comments,
    owner="author_id",
    may_see=lambda tx, _, comment_id: queries.comment(tx, comment_id) is not None,
    title=_beginning,
    exists=writes.is_on_post,
    after_change=lambda tx, comment_id, _, hidden: writes.count_comment(
        tx, comment_id, -1 if hidden else 1
    ),
)
