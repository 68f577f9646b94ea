"""The table of consultations."""

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
    sa.Index("ix_consultations_user_id", "user_id", "created_at", "id"),
    sa.Index("ix_consultations_created_at", "created_at", "id"),
    sa.Index("ix_consultations_status", "status", "created_at", "id"),
    info=personal_data(by="user_id", erase="delete"),
)
CONSULTATION_IS_REQUESTED = consultations.c.status == "requested"
"""The condition of consultations that wait for an administrator."""
