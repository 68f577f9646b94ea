"""The calendar: events, guests, proposals, feed tokens; letters that an address may refuse."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import IdColumn, Json, Key, UtcDateTimeColumn

revision = "0014"
down_revision = "0013"

_SHOWN = sa.text("hidden_at IS NULL AND cancelled_at IS NULL")
_CANCELLED = sa.text("cancelled_at IS NOT NULL")
_LETTER_DUE = sa.text("letter_due")
_WAITING = sa.text("state = 'waiting'")


def upgrade() -> None:
    op.create_table(
        "calendar_events",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("owner_id", IdColumn, sa.ForeignKey("accounts.id")),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("start_at", UtcDateTimeColumn, nullable=False),
        sa.Column("end_at", UtcDateTimeColumn),
        sa.Column("timezone", sa.Text, nullable=False),
        sa.Column("description", sa.Text),
        sa.Column("location", sa.Text),
        sa.Column("meeting_url", sa.Text),
        sa.Column("cover_url", sa.Text),
        sa.Column("max_capacity", sa.Integer),
        sa.Column("visibility", sa.Text, nullable=False),
        sa.Column("search_key", Key, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("luma_event_id", sa.Text),
        sa.Column("luma_url", sa.Text),
        sa.Column("hidden_at", UtcDateTimeColumn),
        sa.Column("cancelled_at", UtcDateTimeColumn),
        sa.Column("told_through", IdColumn),
        sa.Column("guests_told_at", UtcDateTimeColumn),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        sa.CheckConstraint(
            "visibility in ('public', 'members-only', 'private')",
            name="visibility",
        ),
    )
    op.create_index("ix_calendar_events_owner_id", "calendar_events", ["owner_id"])
    op.create_index(
        "ix_calendar_events_shown",
        "calendar_events",
        ["start_at", "id"],
        sqlite_where=_SHOWN,
        postgresql_where=_SHOWN,
    )
    op.create_index(
        "ix_calendar_events_cancelled",
        "calendar_events",
        ["cancelled_at"],
        sqlite_where=_CANCELLED,
        postgresql_where=_CANCELLED,
    )
    op.create_table(
        "calendar_guests",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("event_id", IdColumn, sa.ForeignKey("calendar_events.id"), nullable=False),
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id")),
        sa.Column("email", sa.Text),
        sa.Column("email_key", sa.Text),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("luma_status", sa.Text),
        sa.Column("letter_due", sa.Boolean, nullable=False),
        sa.Column("invited_at", UtcDateTimeColumn),
        sa.Column("answered_at", UtcDateTimeColumn),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.CheckConstraint("status in ('invited', 'going', 'declined')", name="status"),
        sa.CheckConstraint("(account_id IS NULL) <> (email_key IS NULL)", name="one_of_two"),
        sa.UniqueConstraint("event_id", "account_id"),
        sa.UniqueConstraint("event_id", "email_key"),
    )
    op.create_index("ix_calendar_guests_account_id", "calendar_guests", ["account_id"])
    op.create_index("ix_calendar_guests_email_key", "calendar_guests", ["email_key"])
    op.create_index(
        "ix_calendar_guests_listed", "calendar_guests", ["event_id", "created_at", "id"]
    )
    op.create_index("ix_calendar_guests_status", "calendar_guests", ["event_id", "status"])
    op.create_index(
        "ix_calendar_guests_letter_due",
        "calendar_guests",
        ["created_at"],
        sqlite_where=_LETTER_DUE,
        postgresql_where=_LETTER_DUE,
    )
    op.create_table(
        "calendar_requests",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("submitter_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("start_at", UtcDateTimeColumn, nullable=False),
        sa.Column("end_at", UtcDateTimeColumn),
        sa.Column("timezone", sa.Text, nullable=False),
        sa.Column("description", sa.Text),
        sa.Column("location", sa.Text),
        sa.Column("meeting_url", sa.Text),
        sa.Column("cover_url", sa.Text),
        sa.Column("max_capacity", sa.Integer),
        sa.Column("visibility", sa.Text, nullable=False),
        sa.Column("ticket_drafts", Json),
        sa.Column("invitee_emails", Json, nullable=False),
        sa.Column("event_id", IdColumn, sa.ForeignKey("calendar_events.id")),
        sa.Column("rejection_reason", sa.Text),
        sa.Column("reviewed_at", UtcDateTimeColumn),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        sa.CheckConstraint("status in ('pending', 'approved', 'rejected')", name="status"),
    )
    op.create_index(
        "ix_calendar_requests_submitter",
        "calendar_requests",
        ["submitter_id", "created_at", "id"],
    )
    op.create_index(
        "ix_calendar_requests_status", "calendar_requests", ["status", "created_at", "id"]
    )
    op.create_index("ix_calendar_requests_newest", "calendar_requests", ["created_at", "id"])
    op.create_table(
        "calendar_feed_tokens",
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("digest", sa.Text, nullable=False, unique=True),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    )
    op.create_table(
        "calendar_luma",
        sa.Column("event_id", IdColumn, sa.ForeignKey("calendar_events.id"), primary_key=True),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("wanted", sa.Integer, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due_at", UtcDateTimeColumn, nullable=False),
        sa.Column("held_until", UtcDateTimeColumn),
        sa.Column("told", sa.Text),
        sa.Column("cover_from", sa.Text),
        sa.Column("cover_url", sa.Text),
        sa.Column("fault", sa.Text),
        sa.CheckConstraint("state in ('waiting', 'told', 'dead')", name="state"),
    )
    op.create_index(
        "ix_calendar_luma_waiting",
        "calendar_luma",
        ["due_at"],
        sqlite_where=_WAITING,
        postgresql_where=_WAITING,
    )
    op.add_column("outbox_letters", sa.Column("choice_mark", sa.Text))
    op.create_table(
        "refused_addresses",
        sa.Column("mark", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("changed_at", UtcDateTimeColumn, nullable=False),
    )
