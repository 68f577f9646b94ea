"""The tables of the outbox and of subscriptions."""

import sqlalchemy as sa

from bridgework.kit.core.observability.tracing import request_origin
from bridgework.kit.data.db import (
    Bytes,
    IdColumn,
    Json,
    UtcDateTimeColumn,
    metadata,
    no_personal_data,
    partial_index,
    personal_data,
)

_IS_WAITING = sa.text("state IN ('queued', 'retrying')")
IS_DEAD = sa.text("state = 'dead'")
_WAS_SENT = sa.text("sent_at IS NOT NULL")

outbox_emails = sa.Table(
    "outbox_emails",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("recipient", sa.Text, nullable=False),
    sa.Column("facts", Json, nullable=False),
    sa.Column("sealed", Bytes),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("due_at", UtcDateTimeColumn, nullable=False),
    sa.Column("expires_at", UtcDateTimeColumn),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Column("sent_at", UtcDateTimeColumn),
    sa.Column("fault", sa.Text),
    sa.Column("subscription_account_id", IdColumn),
    sa.Column("subscription_kind", sa.Text),
    sa.Column("subscription_digest", sa.Text),
    *request_origin.columns(),
    sa.Column("priority", sa.SmallInteger, nullable=False, server_default="1"),
    sa.Column("recipient_id", IdColumn, index=True),
    sa.Column("recipient_key", sa.Text, index=True),
    sa.CheckConstraint("state in ('queued', 'retrying', 'sent', 'dead')", name="state"),
    sa.Index("ix_outbox_emails_waiting", "state", "due_at"),
    partial_index("ix_outbox_emails_due", "priority", "due_at", "id", where=_IS_WAITING),
    partial_index(
        "ix_outbox_emails_dead", "state", "created_at", "id", "expires_at", where=IS_DEAD
    ),
    partial_index("ix_outbox_emails_sent_at", "sent_at", where=_WAS_SENT),
    info=personal_data(by="recipient_id", erase="delete", secret=("facts", "sealed")),
)
"""`due_at` is when a worker may take the e-mail; a worker that takes it sets the end of its lease.
`subscription_digest` is the digest of an address without an account. `request_id` and `traceparent`
identify the request that queued it. `priority` is a value of `priorities.py`; the default serves
nodes of a former version.

`recipient_id` is the recipient's account; None for an address without an account. `recipient_key`
is the key of the address. `facts` may tell of other people, so they are not exported; they and
`sealed` are emptied when the e-mail was sent or has expired.
"""

email_texts = sa.Table(
    "outbox_texts",
    metadata,
    sa.Column(
        "email_id",
        IdColumn,
        sa.ForeignKey("outbox_emails.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    info=personal_data(
        by="email_id",
        through="outbox_emails",
        erase="delete",
        export=False,
        reason="the texts may tell of other people",
    ),
)
"""What administrators read of an e-mail that was sent: its subject and text without secrets, as
`EmailRenderer.masked` renders them."""

named_accounts = sa.Table(
    "outbox_named_accounts",
    metadata,
    sa.Column(
        "email_id",
        IdColumn,
        sa.ForeignKey("outbox_emails.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    sa.Column("account_id", IdColumn, primary_key=True, index=True),
    info=personal_data(
        by="account_id", erase="delete", export=False, reason="the e-mails are to other people"
    ),
)
"""The accounts, besides the recipient, that the facts or the text of an e-mail tell of."""

notification_choices = sa.Table(
    "notification_choices",
    metadata,
    sa.Column("account_id", IdColumn, primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("wanted", sa.Boolean, nullable=False),
    sa.Column("changed_at", UtcDateTimeColumn, nullable=False),
    info=personal_data(by="account_id", erase="delete"),
)
"""The choices of accounts by kind of optional e-mail; without a row the account is subscribed."""

refused_addresses = sa.Table(
    "refused_addresses",
    metadata,
    sa.Column("address_digest", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("changed_at", UtcDateTimeColumn, nullable=False),
    info=no_personal_data("keyed digests of addresses that unsubscribed"),
)
"""Addresses without an account that unsubscribed from a kind of e-mails, as keyed digests."""
