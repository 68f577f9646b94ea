"""Posts and comments as content types of moderation; `event_handlers` registers them."""

import textwrap

from bridgework.areas.community.feed import queries, writes
from bridgework.areas.community.feed.records import ModeratedComment, ModeratedPost
from bridgework.areas.community.feed.tables import comments, posts
from bridgework.kit.actions import ContentType

_TITLE_LENGTH = 60


def _text(content: ModeratedPost | ModeratedComment) -> str:
    return content.content or ""


def _title(content: ModeratedPost | ModeratedComment) -> str:
    return textwrap.shorten(_text(content), _TITLE_LENGTH, placeholder="…")


POST = ContentType(
    table=posts,
    record=ModeratedPost,
    owner="author_id",
    may_see=queries.is_post_visible,
    title=_title,
    text=_text,
    image_url=lambda post: post.image_url,
    exists=posts.c.deleted_at.is_(None),
)
"""Hiding a post hides its comments."""
COMMENT = ContentType(
    table=comments,
    record=ModeratedComment,
    owner="author_id",
    may_see=lambda tx, caller, comment_id: queries.find_comment(tx, caller, comment_id) is not None,
    title=_title,
    text=_text,
    parent_text=writes.text_of_post,
    exists=writes.is_on_post,
    after_change=lambda tx, comment_id, _, hidden: writes.count_comment(
        tx, comment_id, -1 if hidden else 1
    ),
)
