"""The index of events by their end. Building it locks the table against writes."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
additive = False


def upgrade() -> None:
    ends_at = sa.text("coalesce(end_at, start_at)")
    op.create_index("ix_calendar_events_ends", "calendar_events", [ends_at, "start_at"])
