"""Alerts of saved searches."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import IdColumn, Json, Key, UtcDateTimeColumn, partial_index

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "alert_queries",
        sa.Column("digest", Key, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("query", Json, nullable=False),
        sa.Column("edition", sa.Text, nullable=False, index=True),
    )
    op.create_table(
        "alert_keys",
        sa.Column("token", Key, primary_key=True),
        sa.Column(
            "digest",
            Key,
            sa.ForeignKey("alert_queries.digest", ondelete="CASCADE"),
            primary_key=True,
            index=True,
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "search_alerts",
        sa.Column(
            "search_id",
            IdColumn,
            sa.ForeignKey("saved_searches.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("user_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("digest", Key, sa.ForeignKey("alert_queries.digest"), nullable=False, index=True),
        sa.Column("has_finds", sa.Boolean, nullable=False),
        sa.Column("next_at", UtcDateTimeColumn, nullable=False),
        sa.Column("sent_at", UtcDateTimeColumn),
        partial_index("ix_search_alerts_due", "next_at", where=sa.text("has_finds")),
    )
    op.create_table(
        "alert_finds",
        sa.Column(
            "search_id",
            IdColumn,
            sa.ForeignKey("saved_searches.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("record_id", IdColumn, primary_key=True),
        sa.Column("found_at", UtcDateTimeColumn, nullable=False),
        sa.Column("sent_at", UtcDateTimeColumn),
        partial_index(
            "ix_alert_finds_pending",
            "search_id",
            "found_at",
            where=sa.text("sent_at IS NULL"),
        ),
    )
    op.create_table(
        "alert_position",
        sa.Column("one", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("sequence", sa.BigInteger),
        sa.CheckConstraint("one = 1", name="one"),
    )
    op.execute("INSERT INTO alert_position (one) VALUES (1)")
