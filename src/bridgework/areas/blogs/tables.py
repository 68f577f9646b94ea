"""Blog posts, with what the public sees of them rendered beside."""

import sqlalchemy as sa

from bridgework.kit.db.columns import Bytes, IdColumn, Json, Moment
from bridgework.kit.db.own import own
from bridgework.kit.db.tables import metadata

posts = sa.Table(
    "blog_posts",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("slug", sa.Text, nullable=False, unique=True),
    sa.Column("author_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("excerpt", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("body_html", sa.Text, nullable=False),
    sa.Column("cover_url", sa.Text),
    sa.Column("tags", Json, nullable=False),
    sa.Column("reading_minutes", sa.Integer, nullable=False),
    sa.Column("seo_title", sa.Text),
    sa.Column("seo_description", sa.Text),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("published_at", Moment),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("updated_at", Moment, nullable=False),
    sa.Column("card", Bytes, nullable=False),
    sa.Column("record", Bytes, nullable=False),
    sa.CheckConstraint("status in ('draft', 'scheduled', 'published')", name="status"),
    sa.Index("ix_blog_posts_published", "published_at", "id"),
    info=own(
        by="author_id",
        erase="keep",
        secret=("card", "record", "body_html"),
        reason="published work stays, under the name of a former member",
    ),
)
"""A post that is no draft is public from `published_at` on, without anybody's doing."""
