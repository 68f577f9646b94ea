"""The tables of consultations, and of the answers of the experts whom they name."""

import sqlalchemy as sa

from bridgework.kit.data.db import IdColumn, Json, UtcDateTimeColumn, metadata, personal_data

consultations = sa.Table(
    "consultations",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("user_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("role_title", sa.Text, nullable=False),
    sa.Column("organization_name", sa.Text, nullable=False),
    sa.Column("organization_location", sa.Text, nullable=False),
    sa.Column("match_score", sa.Integer, nullable=False),
    sa.Column("curated_by", sa.Text, nullable=False),
    sa.Column("challenge", sa.Text, nullable=False),
    sa.Column("primary_expertise", Json, nullable=False),
    sa.Column("engagement_duration", sa.Text, nullable=False),
    sa.Column("hourly_rate", sa.Text, nullable=False),
    sa.Column("availability", sa.Text, nullable=False),
    sa.Column("timeline", Json, nullable=False),
    sa.Column("match_insights", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("note", sa.Text),
    sa.Column("start_at", UtcDateTimeColumn),
    sa.Column("timezone", sa.Text),
    sa.Column("location", sa.Text),
    sa.Column("meeting_url", sa.Text),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    sa.Column("expert_id", IdColumn),
    sa.Index("ix_consultations_user_id", "user_id", "created_at", "id"),
    sa.Index("ix_consultations_expert_id", "expert_id", "created_at", "id"),
    sa.Index("ix_consultations_created_at", "created_at", "id"),
    sa.Index("ix_consultations_status", "status", "created_at", "id"),
    info=personal_data(by="user_id", erase="delete"),
)
"""`expert_id` is the expert whom the client asks; the erasure of that account removes it."""

answers = sa.Table(
    "consultation_answers",
    metadata,
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
    info=personal_data(by="expert_id", erase="delete"),
)
"""A table of its own, since an answer belongs to the expert: only the expert's export has it."""

WAITS_FOR_EXPERT = sa.and_(
    consultations.c.status == "requested",
    ~sa.exists().where(answers.c.consultation_id == consultations.c.id),
)
"""The condition of consultations whose expert, if they name one, has not answered."""
CONSULTATION_IS_REQUESTED = consultations.c.status == "requested"
"""The condition of consultations that wait for an administrator."""
