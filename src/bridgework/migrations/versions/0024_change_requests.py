"""Changes of a profile that an administrator asks for."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.data.db import IdColumn, Json, UtcDateTimeColumn

revision = "0024"
down_revision = "0023"
additive = True


def upgrade() -> None:
    op.create_table(
        "change_requests",
        sa.Column("account_id", IdColumn, primary_key=True),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("members", Json, nullable=False),
        sa.Column("asked_at", UtcDateTimeColumn, nullable=False),
        sa.Column("asked_by", IdColumn, index=True),
        sa.Column("answered_at", UtcDateTimeColumn),
        sa.Column("platforms", Json, nullable=False),
        sa.Column("before", Json, nullable=False),
        sa.Index("ix_change_requests_answered_at", "answered_at", "account_id"),
    )
