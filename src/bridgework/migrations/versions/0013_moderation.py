"""Reports, and profiles that moderation has hidden."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import IdColumn, UtcDateTimeColumn

revision = "0013"
down_revision = "0012"

_OPEN = sa.text("status = 'open'")


def upgrade() -> None:
    op.add_column("accounts", sa.Column("hidden_at", UtcDateTimeColumn))
    op.create_table(
        "reports",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("reporter_id", IdColumn, sa.ForeignKey("accounts.id")),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("target_id", IdColumn, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("decision", sa.Text),
        sa.Column("decision_reason", sa.Text),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("decided_at", UtcDateTimeColumn),
        sa.CheckConstraint("kind in ('post', 'comment', 'job', 'profile', 'event')", name="kind"),
        sa.CheckConstraint("status in ('open', 'decided')", name="status"),
        sa.CheckConstraint("decision in ('keep', 'hide', 'restore')", name="decision"),
    )
    op.create_index("ix_reports_reporter_id", "reports", ["reporter_id"])
    op.create_index("ix_reports_kind", "reports", ["kind", "id"])
    op.create_index("ix_reports_status", "reports", ["status", "id"])
    op.create_index("ix_reports_target", "reports", ["target_id"])
    op.create_index(
        "ix_reports_once",
        "reports",
        ["reporter_id", "kind", "target_id"],
        unique=True,
        sqlite_where=_OPEN,
        postgresql_where=_OPEN,
    )
