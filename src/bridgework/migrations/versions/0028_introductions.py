"""Introductions, contact settings and blocks."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.data.db import IdColumn, UtcDateTimeColumn

revision = "0028"
down_revision = "0027"
additive = True


def _account() -> sa.ForeignKey:
    return sa.ForeignKey("accounts.id", ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "contact_settings",
        sa.Column("account_id", IdColumn, _account(), primary_key=True),
        sa.Column("introductions", sa.Text, nullable=False),
        sa.Column("email_after_minutes", sa.Integer, nullable=False),
    )
    op.create_table(
        "blocks",
        sa.Column("blocker_id", IdColumn, _account(), primary_key=True),
        sa.Column("blocked_id", IdColumn, _account(), primary_key=True, index=True),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Index("ix_blocks_newest", "blocker_id", "created_at", "blocked_id"),
    )
    op.create_table(
        "introductions",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("sender_id", IdColumn, _account(), nullable=False),
        sa.Column("recipient_id", IdColumn, _account(), nullable=False),
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
    )
    op.create_table(
        "received_introductions",
        sa.Column(
            "introduction_id",
            IdColumn,
            sa.ForeignKey("introductions.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("recipient_id", IdColumn, _account(), nullable=False),
        sa.Column("sender_id", IdColumn, _account(), nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("is_note_held", sa.Boolean, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("received_at", UtcDateTimeColumn, nullable=False),
        sa.Column("answered_at", UtcDateTimeColumn),
        sa.Column("email_at", UtcDateTimeColumn),
        sa.CheckConstraint("state in ('pending', 'accepted', 'declined')", name="state"),
        sa.Index(
            "ix_received_introductions_recipient_id",
            *("recipient_id", "received_at", "introduction_id"),
        ),
        sa.Index("ix_received_introductions_sender_id", "sender_id", "recipient_id", "answered_at"),
        sa.Index(
            "ix_received_introductions_email_at",
            "email_at",
            sqlite_where=sa.text("email_at IS NOT NULL"),
            postgresql_where=sa.text("email_at IS NOT NULL"),
        ),
    )
