"""The feed: posts, their comments, and who likes them."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import IdColumn, UtcDateTimeColumn

revision = "0012"
down_revision = "0011"

_SHOWN = sa.text("hidden_at IS NULL AND deleted_at IS NULL")
_HAS_IMAGE = sa.text("image_path IS NOT NULL")
_DELETED = sa.text("deleted_at IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "feed_posts",
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
    )
    op.create_index("ix_feed_posts_author_id", "feed_posts", ["author_id"])
    op.create_index(
        "ix_feed_posts_shown",
        "feed_posts",
        ["created_at", "id"],
        sqlite_where=_SHOWN,
        postgresql_where=_SHOWN,
    )
    op.create_index(
        "ix_feed_posts_deleted",
        "feed_posts",
        ["deleted_at"],
        sqlite_where=_DELETED,
        postgresql_where=_DELETED,
    )
    op.create_index(
        "ix_feed_posts_image",
        "feed_posts",
        ["image_path"],
        sqlite_where=_HAS_IMAGE,
        postgresql_where=_HAS_IMAGE,
    )
    op.create_table(
        "feed_comments",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("post_id", IdColumn, sa.ForeignKey("feed_posts.id"), nullable=False),
        sa.Column("author_id", IdColumn, sa.ForeignKey("accounts.id")),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("hidden_at", UtcDateTimeColumn),
    )
    op.create_index("ix_feed_comments_author_id", "feed_comments", ["author_id"])
    op.create_index("ix_feed_comments_post", "feed_comments", ["post_id", "created_at", "id"])
    op.create_table(
        "feed_likes",
        sa.Column("post_id", IdColumn, sa.ForeignKey("feed_posts.id"), primary_key=True),
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_feed_likes_account_id", "feed_likes", ["account_id"])
