"""The tables of blog posts, with their rendered JSON, and of present and former slugs."""

import sqlalchemy as sa

from bridgework.kit.data.db import (
    Bytes,
    IdColumn,
    Json,
    Key,
    UtcDateTimeColumn,
    metadata,
    no_personal_data,
    partial_index,
    personal_data,
)

NOT_DRAFT = sa.text("status <> 'draft'")
"""The condition of public and scheduled posts. It is literal SQL, so that it matches the partial
index."""

TOPIC = "blog"
"""The cache topic of the public responses of the blog."""

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
    sa.Column("published_at", UtcDateTimeColumn),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    sa.Column("card", Bytes, nullable=False),
    sa.Column("record", Bytes, nullable=False),
    sa.Column("search_key", Key, nullable=False, server_default=""),
    sa.CheckConstraint("status in ('draft', 'scheduled', 'published')", name="status"),
    # With the status, so that SQLite counts without reading the rows.
    partial_index("ix_blog_posts_published", "published_at", "id", "status", where=NOT_DRAFT),
    sa.Index("ix_blog_posts_created", "created_at", "id"),
    info=personal_data(
        by="author_id",
        erase="keep",
        secret=("card", "record", "body_html", "search_key"),
        reason="published posts stay, with the author shown as a former member",
    ),
)
"""A post that is not a draft is public from `published_at` on: its effective status changes from
`scheduled` to `published` without a write; a periodic task stores it later. The card and the record
of a draft are empty."""

slugs = sa.Table(
    "blog_slugs",
    metadata,
    sa.Column("slug", sa.Text, primary_key=True),
    sa.Column("post_id", IdColumn, sa.ForeignKey("blog_posts.id"), nullable=False, index=True),
    info=no_personal_data("URLs of articles"),
)
"""All present and former slugs. One table, so that no two posts can share a slug."""
