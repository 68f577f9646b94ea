"""The experts whom consultations name, and their answers."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.data.db import IdColumn, Json, UtcDateTimeColumn

revision = "0027"
down_revision = "0026"
additive = False


def upgrade() -> None:
    op.add_column("consultations", sa.Column("expert_id", IdColumn))
    op.create_index(
        "ix_consultations_expert_id", "consultations", ["expert_id", "created_at", "id"]
    )
    op.create_table(
        "consultation_answers",
        sa.Column(
            "consultation_id",
            IdColumn,
            sa.ForeignKey("consultations.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("expert_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("answer_note", sa.Text),
        sa.Column("slots", Json, nullable=False),
        sa.Column("answered_at", UtcDateTimeColumn, nullable=False),
    )
