"""Notes of administrators about accounts and postings."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.data.db import IdColumn, UtcDateTimeColumn

revision = "0003"
down_revision = "0002"
additive = True


def upgrade() -> None:
    op.create_table(
        "staff_notes",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("account_id", IdColumn, nullable=False, index=True),
        sa.Column("subject_kind", sa.Text, nullable=False),
        sa.Column("subject_id", IdColumn, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("author_id", IdColumn, index=True),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.CheckConstraint("subject_kind in ('account', 'role', 'job')", name="subject_kind"),
        sa.Index("ix_staff_notes_subject", "subject_id", "id"),
    )
