"""Events, their guests, event requests, feed tokens, and the synchronization with Luma."""

import sqlalchemy as sa

from bridgework.kit.core.observability.tracing import request_origin
from bridgework.kit.data.db import (
    IdColumn,
    Json,
    Key,
    UtcDateTimeColumn,
    metadata,
    no_personal_data,
    partial_index,
    personal_data,
)

_PUBLISHED = sa.text("hidden_at IS NULL AND cancelled_at IS NULL")
_CANCELLED = sa.text("cancelled_at IS NOT NULL")
EMAIL_DUE = sa.text("email_due")
"""The condition of the index: SQLite does not use the index for `email_due = 1`."""
_WAITING = sa.text("state = 'waiting'")

events = sa.Table(
    "calendar_events",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("owner_id", IdColumn, sa.ForeignKey("accounts.id"), index=True),
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
    sa.Column("made_under", sa.Text),
    sa.Column("luma_event_id", sa.Text),
    sa.Column("luma_url", sa.Text),
    sa.Column("hidden_at", UtcDateTimeColumn),
    sa.Column("cancelled_at", UtcDateTimeColumn),
    sa.Column("notified_through", IdColumn),
    sa.Column("guests_notified_at", UtcDateTimeColumn),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    *request_origin.columns(),
    sa.CheckConstraint("visibility in ('public', 'members-only', 'private')", name="visibility"),
    partial_index("ix_calendar_events_published", "start_at", "id", where=_PUBLISHED),
    # PostgreSQL collects no statistics of the expression for a partial index.
    sa.Index("ix_calendar_events_ends", sa.text("coalesce(end_at, start_at)"), "start_at"),
    partial_index("ix_calendar_events_cancelled", "cancelled_at", where=_CANCELLED),
    info=personal_data(
        by="owner_id",
        erase="blank",
        blank={"owner_id": None, "made_under": None},
        secret=("made_under",),
        reason="its guests have been invited to the event",
    ),
)
"""`owner_id` created or requested the event. `made_under` is a digest of the creating request, with
its Idempotency-Key.

For a cancelled event, `notified_through` is the last notified guest in the order of IDs, and
`guests_notified_at` is set once all are notified; `request_id` and `traceparent` belong to the
cancellation.
"""

guests = sa.Table(
    "calendar_guests",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("event_id", IdColumn, sa.ForeignKey("calendar_events.id"), nullable=False),
    sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), index=True),
    sa.Column("email", sa.Text),
    sa.Column("email_key", sa.Text, index=True),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("luma_status", sa.Text),
    sa.Column("email_due", sa.Boolean, nullable=False),
    sa.Column("invited_at", UtcDateTimeColumn),
    sa.Column("answered_at", UtcDateTimeColumn),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    *request_origin.columns(),
    sa.Column("known_digest", sa.Text),
    sa.CheckConstraint("status in ('invited', 'going', 'declined')", name="status"),
    sa.CheckConstraint("(account_id IS NULL) <> (email_key IS NULL)", name="one_of_two"),
    sa.UniqueConstraint("event_id", "account_id"),
    sa.UniqueConstraint("event_id", "email_key"),
    sa.Index("ix_calendar_guests_listed", "event_id", "created_at", "id"),
    sa.Index("ix_calendar_guests_status", "event_id", "status"),
    partial_index("ix_calendar_guests_email_due", "created_at", where=EMAIL_DUE),
    info=personal_data(by="account_id", erase="delete"),
)
"""A guest is an account, or an address that no account has verified yet.

`invited_at` is null for uninvited guests, `luma_status` is the status on Luma. If a request invites
many guests, `email_due` marks those whose invitation is not e-mailed yet; `request_id` and
`traceparent` belong to that request. `known_digest` is the digest of the time and place that the
guest was last e-mailed; it is null for guests of a former version of the program.
"""

moves = sa.Table(
    "calendar_moves",
    metadata,
    sa.Column("event_id", IdColumn, sa.ForeignKey("calendar_events.id"), primary_key=True),
    sa.Column("former_digest", sa.Text, nullable=False),
    sa.Column("due_at", UtcDateTimeColumn, nullable=False),
    *request_origin.columns(),
    sa.Index("ix_calendar_moves_due", "due_at"),
    info=no_personal_data("events that moved"),
)
"""Events that moved in time or place, until their guests are e-mailed at `due_at`.

`former_digest` is the digest of the time and place before the first move, which guests without a
`known_digest` know. `request_id` and `traceparent` belong to the last request that moved the event.
"""

requests = sa.Table(
    "calendar_requests",
    metadata,
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
    sa.Column("made_under", sa.Text),
    sa.Column("event_id", IdColumn, sa.ForeignKey("calendar_events.id")),
    sa.Column("rejection_reason", sa.Text),
    sa.Column("reviewed_at", UtcDateTimeColumn),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    sa.CheckConstraint("status in ('pending', 'approved', 'rejected')", name="status"),
    sa.Index("ix_calendar_requests_submitter", "submitter_id", "created_at", "id"),
    sa.Index("ix_calendar_requests_status", "status", "created_at", "id"),
    sa.Index("ix_calendar_requests_newest", "created_at", "id"),
    info=personal_data(by="submitter_id", erase="delete", secret=("invitee_emails", "made_under")),
)
"""`invitee_emails` belong to other people: never exported, and deleted with the decision."""
REQUEST_IS_PENDING = requests.c.status == "pending"
"""The condition of event requests that wait for an administrator."""

feed_tokens = sa.Table(
    "calendar_feed_tokens",
    metadata,
    sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("digest", sa.Text, nullable=False, unique=True),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    info=personal_data(by="account_id", erase="delete", secret=("digest",)),
)
"""One per account: a new token replaces the previous one."""

luma = sa.Table(
    "calendar_luma",
    metadata,
    sa.Column("event_id", IdColumn, sa.ForeignKey("calendar_events.id"), primary_key=True),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("change_count", sa.Integer, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("due_at", UtcDateTimeColumn, nullable=False),
    sa.Column("held_until", UtcDateTimeColumn),
    sa.Column("synced_digest", sa.Text),
    sa.Column("cover_from", sa.Text),
    sa.Column("cover_url", sa.Text),
    sa.Column("fault", sa.Text),
    *request_origin.columns(),
    sa.CheckConstraint("state in ('waiting', 'synced', 'dead')", name="state"),
    partial_index("ix_calendar_luma_waiting", "due_at", where=_WAITING),
    info=no_personal_data("the state of the synchronization of an event"),
)
"""The state of the synchronization of an event with Luma.

`change_count` counts the changes: a worker is finished only if there was no change meanwhile.
`due_at` is the time of the next attempt, `held_until` the end of a worker's lease. `synced_digest`
is a digest of the event on Luma, `cover_url` Luma's copy of the image at `cover_from`.
`request_id` and `traceparent` belong to the last request that changed the event.
"""
