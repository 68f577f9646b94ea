"""Posts are found by every slug they had, and administrators list and search them."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import IdColumn, Key
from bridgework.kit.text import normalize

revision = "0009"
down_revision = "0008"

posts = sa.table(
    "blog_posts",
    sa.column("id", IdColumn),
    sa.column("slug", sa.Text),
    sa.column("title", sa.Text),
    sa.column("search_key", Key),
)
topics = sa.table("topics", sa.column("name", sa.Text), sa.column("members", sa.BigInteger))


def upgrade() -> None:
    slugs = op.create_table(
        "blog_slugs",
        sa.Column("slug", sa.Text, primary_key=True),
        sa.Column("post_id", IdColumn, sa.ForeignKey("blog_posts.id"), nullable=False),
    )
    op.create_index("ix_blog_slugs_post_id", "blog_slugs", ["post_id"])
    op.execute(slugs.insert().from_select(["slug", "post_id"], sa.select(posts.c.slug, posts.c.id)))
    op.add_column("blog_posts", sa.Column("search_key", Key, nullable=False, server_default=""))
    connection = op.get_bind()
    for row in connection.execute(sa.select(posts.c.id, posts.c.slug, posts.c.title)).all():
        found_by = normalize(f"{row.title} {row.slug}")
        connection.execute(posts.update().where(posts.c.id == row.id).values(search_key=found_by))
    op.drop_index("ix_blog_posts_published", "blog_posts")
    no_draft = sa.text("status <> 'draft'")
    op.create_index(
        "ix_blog_posts_published",
        "blog_posts",
        ["published_at", "id", "status"],
        sqlite_where=no_draft,
        postgresql_where=no_draft,
    )
    op.create_index("ix_blog_posts_created", "blog_posts", ["created_at", "id"])
    # What is public is counted as of a moment: posts appear without anybody's doing.
    op.execute(topics.update().where(topics.c.name == "blog").values(members=0))
