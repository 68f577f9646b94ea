"""Events, their guests, what members propose, feed tokens, and what Luma has yet to be told."""

import sqlalchemy as sa

from bridgework.kit.db.columns import IdColumn, Json, Key, UtcDateTimeColumn
from bridgework.kit.db.data_ownership import no_personal_data, personal_data
from bridgework.kit.db.tables import metadata
from bridgework.kit.tracing import origins

_SHOWN = sa.text("hidden_at IS NULL AND cancelled_at IS NULL")
_CANCELLED = sa.text("cancelled_at IS NOT NULL")
LETTER_DUE = sa.text("letter_due")
"""The condition of an index, for whoever wants it: SQLite takes `letter_due = 1` for another."""
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
    sa.Column("told_through", IdColumn),
    sa.Column("guests_told_at", UtcDateTimeColumn),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    *origins.columns(),
    sa.CheckConstraint("visibility in ('public', 'members-only', 'private')", name="visibility"),
    sa.Index(
        "ix_calendar_events_shown",
        "start_at",
        "id",
        sqlite_where=_SHOWN,
        postgresql_where=_SHOWN,
    ),
    sa.Index(
        "ix_calendar_events_cancelled",
        "cancelled_at",
        sqlite_where=_CANCELLED,
        postgresql_where=_CANCELLED,
    ),
    info=personal_data(
        by="owner_id",
        erase="blank",
        blank={"owner_id": None, "made_under": None},
        secret=("made_under",),
    ),
)
"""`owner_id` is who made the event, or who proposed it.

Of a cancelled one, `told_through` is the last guest who was told so, in order of id, and
`guests_told_at` is set once all were; `request_id` and `traceparent` are of who cancelled it.
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
    sa.Column("letter_due", sa.Boolean, nullable=False),
    sa.Column("invited_at", UtcDateTimeColumn),
    sa.Column("answered_at", UtcDateTimeColumn),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    *origins.columns(),
    sa.CheckConstraint("status in ('invited', 'going', 'declined')", name="status"),
    sa.CheckConstraint("(account_id IS NULL) <> (email_key IS NULL)", name="one_of_two"),
    sa.UniqueConstraint("event_id", "account_id"),
    sa.UniqueConstraint("event_id", "email_key"),
    sa.Index("ix_calendar_guests_listed", "event_id", "created_at", "id"),
    sa.Index("ix_calendar_guests_status", "event_id", "status"),
    sa.Index(
        "ix_calendar_guests_letter_due",
        "created_at",
        sqlite_where=LETTER_DUE,
        postgresql_where=LETTER_DUE,
    ),
    info=personal_data(by="account_id", erase="delete"),
)
"""A guest is an account, or an address that no account has proved; whoever proves it is the guest.

`invited_at` is null of somebody who comes uninvited, `luma_status` is what Luma was told last.
Where many are invited at once, `letter_due` marks those who have yet to be written to, on behalf
of the request that `request_id` and `traceparent` name.
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
"""`invitee_emails` are other people's: they go into no export, and from here once it is decided."""

feed_tokens = sa.Table(
    "calendar_feed_tokens",
    metadata,
    sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("digest", sa.Text, nullable=False, unique=True),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    info=personal_data(by="account_id", erase="delete", secret=("digest",)),
)
"""One an account: a fresh one takes the place of the former."""

luma = sa.Table(
    "calendar_luma",
    metadata,
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
    *origins.columns(),
    sa.CheckConstraint("state in ('waiting', 'told', 'dead')", name="state"),
    sa.Index(
        "ix_calendar_luma_waiting",
        "due_at",
        sqlite_where=_WAITING,
        postgresql_where=_WAITING,
    ),
    info=no_personal_data("how far Luma knows of an event, without a word of anybody"),
)
"""What Luma has yet to be told of an event: all that has changed since it was told last.

`wanted` counts the changes: whoever has told Luma may only strike the row out if none came
meanwhile. `due_at` is when it may be tried, `held_until` the end of the lease of who does. `told`
is a digest of what Luma holds, `cover_url` Luma's copy of the picture at `cover_from`.
`request_id` and `traceparent` are of the last request that changed something.
"""
