"""What was asked of a recruiting system, and what is known of it."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import IdColumn, UtcDateTimeColumn

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.create_table(
        "recruiting_attempts",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("person", sa.Text, unique=True),
        sa.Column("made_under", sa.Text, unique=True),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("held_until", UtcDateTimeColumn),
        sa.Column("sent_at", UtcDateTimeColumn),
        sa.Column("candidate_id", sa.Text),
        sa.Column("open_to_work", sa.Boolean),
        sa.Column("created_by", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    )
    for name in ("candidate_id", "created_by"):
        op.create_index(f"ix_recruiting_attempts_{name}", "recruiting_attempts", [name])
