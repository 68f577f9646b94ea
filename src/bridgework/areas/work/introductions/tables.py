"""Introductions as their senders see them, and as their recipients do."""

import sqlalchemy as sa

from bridgework.kit.data.db import (
    IdColumn,
    UtcDateTimeColumn,
    metadata,
    partial_index,
    personal_data,
)

_HAS_EMAIL = sa.text("email_at IS NOT NULL")

introductions = sa.Table(
    "introductions",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column(
        "sender_id", IdColumn, sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False
    ),
    sa.Column(
        "recipient_id", IdColumn, sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False
    ),
    sa.Column("about_kind", sa.Text, nullable=False),
    sa.Column("about_id", IdColumn, nullable=False),
    sa.Column("is_invitation", sa.Boolean, nullable=False),
    sa.Column("title", sa.Text),
    sa.Column("company", sa.Text),
    sa.Column("note", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False, index=True),
    sa.Column("lapses_at", UtcDateTimeColumn, nullable=False),
    sa.Column("accepted_at", UtcDateTimeColumn),
    sa.CheckConstraint("state in ('pending', 'accepted', 'withdrawn')", name="state"),
    sa.Index("ix_introductions_sender_id", "sender_id", "created_at", "id"),
    sa.Index("ix_introductions_recipient_id", "recipient_id", "sender_id"),
    info=personal_data(
        by="sender_id",
        erase="blank",
        blank={"note": "", "title": None, "company": None},
        reason="the recipient may have accepted it; it is shown as that of a former member",
    ),
)
"""What the sender knows of an introduction: nothing in it depends on whether it was delivered.

One that is `pending` counts as lapsed from `lapses_at` on. `title` and `company` are those of the
posting when it was asked.
"""

received = sa.Table(
    "received_introductions",
    metadata,
    sa.Column(
        "introduction_id",
        IdColumn,
        sa.ForeignKey("introductions.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    sa.Column(
        "recipient_id", IdColumn, sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False
    ),
    sa.Column(
        "sender_id", IdColumn, sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False
    ),
    sa.Column("note", sa.Text, nullable=False),
    sa.Column("is_note_held", sa.Boolean, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("received_at", UtcDateTimeColumn, nullable=False),
    sa.Column("answered_at", UtcDateTimeColumn),
    sa.Column("email_at", UtcDateTimeColumn),
    sa.CheckConstraint("state in ('pending', 'accepted', 'declined')", name="state"),
    sa.Index(
        "ix_received_introductions_recipient_id", "recipient_id", "received_at", "introduction_id"
    ),
    sa.Index("ix_received_introductions_sender_id", "sender_id", "recipient_id", "answered_at"),
    partial_index("ix_received_introductions_email_at", "email_at", where=_HAS_EMAIL),
    info=personal_data(by="recipient_id", erase="delete"),
)
"""The introductions that were delivered. `note` is a copy, for the export of the recipient.

`email_at` is when an e-mail tells of it if it still waits; null after that.
"""
