"""The audit log: entries, what in them is personal, and the head of their chain."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import IdColumn, Json, UtcDateTimeColumn

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "audit_entries",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("at", UtcDateTimeColumn, nullable=False),
        sa.Column("actor", IdColumn),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("target", sa.Text),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("request_id", sa.Text, nullable=False),
        sa.Column("changes", Json, nullable=False),
        sa.Column("personal", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("number", sa.BigInteger),
        sa.Column("mac", sa.Text),
        sa.CheckConstraint("outcome in ('ok', 'failed', 'refused')", name="outcome"),
        sa.UniqueConstraint("number"),
    )
    op.create_index("ix_audit_entries_action", "audit_entries", ["action", "at"])
    op.create_index("ix_audit_entries_actor", "audit_entries", ["actor", "at"])
    op.create_index("ix_audit_entries_at", "audit_entries", ["at"])
    op.create_index("ix_audit_entries_target", "audit_entries", ["target", "at"])
    op.create_table(
        "audit_head",
        sa.Column("one", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("mac", sa.Text, nullable=False),
        sa.Column("seal", sa.Text, nullable=False),
        sa.CheckConstraint("one = 1", name="one"),
    )
    op.create_table(
        "audit_personal",
        sa.Column("entry_id", IdColumn, sa.ForeignKey("audit_entries.id"), primary_key=True),
        sa.Column("ip", sa.Text, nullable=False),
        sa.Column("user_agent", sa.Text, nullable=False),
        sa.Column("salt", sa.Text, nullable=False),
    )
    op.execute("INSERT INTO audit_head (one, number, mac, seal) VALUES (1, 0, '', '')")
