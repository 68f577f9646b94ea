"""Idempotency keys, and the answers given under them."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import Bytes, UtcDateTimeColumn

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "idempotency_keys",
        sa.Column("whose", sa.Text, primary_key=True),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("expires_at", UtcDateTimeColumn, nullable=False),
        sa.Column("status", sa.SmallInteger),
        sa.Column("location", sa.Text),
        sa.Column("body", Bytes),
        sa.Column("made_id", sa.Text),
    )
    op.create_index("ix_idempotency_keys_expires_at", "idempotency_keys", ["expires_at"])
