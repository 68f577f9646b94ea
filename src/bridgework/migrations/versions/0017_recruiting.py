"""Candidates of the recruiting system, and what they are put forward for."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import IdColumn, Key, Number, UtcDateTimeColumn

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "recruiting_candidates",
        sa.Column("number", Number, primary_key=True),
        sa.Column("first_name", sa.Text, nullable=False),
        sa.Column("last_name", sa.Text, nullable=False),
        sa.Column("email", sa.Text),
        sa.Column("email_key", sa.Text, unique=True),
        sa.Column("secondary_email", sa.Text),
        sa.Column("phone", sa.Text),
        sa.Column("city", sa.Text),
        sa.Column("state", sa.Text),
        sa.Column("current_job_title", sa.Text),
        sa.Column("experience_in_years", sa.Integer),
        sa.Column("skill_set", sa.Text),
        sa.Column("professional_network_url", sa.Text),
        sa.Column("open_to_work", sa.Boolean, nullable=False),
        sa.Column("search_key", Key, nullable=False),
        sa.Column("created_by", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_recruiting_candidates_created_by", "recruiting_candidates", ["created_by"])
    op.create_table(
        "recruiting_associations",
        sa.Column(
            "candidate_number",
            Number,
            sa.ForeignKey("recruiting_candidates.number", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column(
            "job_id", IdColumn, sa.ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("application_status", sa.Text, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_recruiting_associations_job_id", "recruiting_associations", ["job_id"])
