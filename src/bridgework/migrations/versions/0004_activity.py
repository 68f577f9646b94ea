"""Indexes for counting accounts, sessions, applications and sent e-mails by day."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_WAS_SENT = sa.text("sent_at IS NOT NULL")


def upgrade() -> None:
    for table in ("accounts", "sessions", "role_applications", "job_applications"):
        op.create_index(f"ix_{table}_created_at", table, ["created_at"])
    op.create_index(
        "ix_outbox_emails_sent_at",
        "outbox_emails",
        ["sent_at"],
        sqlite_where=_WAS_SENT,
        postgresql_where=_WAS_SENT,
    )
