"""Saved searches of an account."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import IdColumn, Json, UtcDateTimeColumn

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "saved_searches",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("user_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("query", Json, nullable=False),
        sa.Column("frequency", sa.Text, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        sa.Index("ix_saved_searches_user_id", "user_id", "created_at", "id"),
    )
