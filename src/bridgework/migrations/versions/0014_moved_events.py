"""Events that moved, the time and place that their guests know, and the index of ends of events.

Building the index locks the events against writes.
"""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import IdColumn, UtcDateTimeColumn

revision = "0014"
down_revision = "0013"
additive = False


def upgrade() -> None:
    op.add_column("calendar_guests", sa.Column("known_digest", sa.Text))
    op.create_table(
        "calendar_moves",
        sa.Column("event_id", IdColumn, sa.ForeignKey("calendar_events.id"), primary_key=True),
        sa.Column("former_digest", sa.Text, nullable=False),
        sa.Column("due_at", UtcDateTimeColumn, nullable=False),
        sa.Column("request_id", sa.Text),
        sa.Column("traceparent", sa.Text),
    )
    op.create_index("ix_calendar_moves_due", "calendar_moves", ["due_at"])
    ends_at = sa.text("coalesce(end_at, start_at)")
    op.create_index("ix_calendar_events_ends", "calendar_events", [ends_at, "start_at"])
