"""The change feed. It replaces the events that only the outbox wrote and nothing read."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import IdColumn, Json, Number, UtcDateTimeColumn

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "changes",
        sa.Column("id", Number, primary_key=True),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("subject_kind", sa.Text, nullable=False),
        sa.Column("subject_id", IdColumn, nullable=False),
        sa.Column("data", Json, nullable=False),
        sa.Column("sequence", sa.BigInteger, unique=True),
        sa.Column("at", UtcDateTimeColumn),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "changes_head",
        sa.Column("one", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.CheckConstraint("one = 1", name="one"),
    )
    op.execute("INSERT INTO changes_head (one, sequence) VALUES (1, 0)")
    op.drop_table("domain_events")
