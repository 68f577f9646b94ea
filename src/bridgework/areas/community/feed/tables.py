"""Posts, comments and likes of the feed."""

import sqlalchemy as sa

from bridgework.kit.data.db import (
    IdColumn,
    UtcDateTimeColumn,
    metadata,
    partial_index,
    personal_data,
)

_VISIBLE = sa.text("hidden_at IS NULL AND deleted_at IS NULL")
_DELETED = sa.text("deleted_at IS NOT NULL")
_HAS_IMAGE = sa.text("image_path IS NOT NULL")

posts = sa.Table(
    "feed_posts",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("author_id", IdColumn, sa.ForeignKey("accounts.id")),
    sa.Column("content", sa.Text),
    sa.Column("image_url", sa.Text),
    sa.Column("image_path", sa.Text),
    sa.Column("comment_count", sa.Integer, nullable=False),
    sa.Column("like_count", sa.Integer, nullable=False),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Column("edited_at", UtcDateTimeColumn),
    sa.Column("hidden_at", UtcDateTimeColumn),
    sa.Column("deleted_at", UtcDateTimeColumn),
    sa.Index("ix_feed_posts_author", "author_id", "created_at", "id"),
    partial_index("ix_feed_posts_visible", "created_at", "id", where=_VISIBLE),
    partial_index("ix_feed_posts_deleted", "deleted_at", where=_DELETED),
    partial_index("ix_feed_posts_image", "image_path", where=_HAS_IMAGE),
    info=personal_data(
        by="author_id",
        erase="blank",
        blank={"author_id": None, "image_url": None, "image_path": None},
        reason="others may have commented on the post, which is shown as that of a former member",
    ),
)
"""`image_path` is the path of an uploaded picture, null for a picture elsewhere on the web.

`comment_count` counts the comments that are not hidden, `like_count` the likes; neither those of
disabled accounts.

Deleting a post clears its text and picture. A periodic task then removes its comments and likes,
and the row.
"""

comments = sa.Table(
    "feed_comments",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("post_id", IdColumn, sa.ForeignKey("feed_posts.id"), nullable=False),
    sa.Column("author_id", IdColumn, sa.ForeignKey("accounts.id"), index=True),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Column("hidden_at", UtcDateTimeColumn),
    sa.Index("ix_feed_comments_post", "post_id", "created_at", "id"),
    info=personal_data(
        by="author_id",
        erase="blank",
        blank={"author_id": None},
        reason="others may have answered the comment, which is shown as that of a former member",
    ),
)

likes = sa.Table(
    "feed_likes",
    metadata,
    sa.Column("post_id", IdColumn, sa.ForeignKey("feed_posts.id"), primary_key=True),
    sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True, index=True),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sqlite_with_rowid=False,
    info=personal_data(by="account_id", erase="delete"),
)
"""One row per account and post. Each write also updates `like_count` of the post."""
