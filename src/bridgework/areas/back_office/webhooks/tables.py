"""Webhooks, their deliveries, and the position in the change feed."""

import sqlalchemy as sa

from bridgework.kit.data.db import (
    IdColumn,
    Json,
    UtcDateTimeColumn,
    metadata,
    no_personal_data,
    partial_index,
)

_IS_DUE = sa.text("due_at IS NOT NULL")
_IS_PENDING = sa.text("status = 'pending'")
_IS_FINISHED = sa.text("finished_at IS NOT NULL")
_IS_DELETED = sa.text("deleted_at IS NOT NULL")

webhooks = sa.Table(
    "webhooks",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("url", sa.Text, nullable=False),
    sa.Column("types", Json, nullable=False),
    sa.Column("description", sa.Text, nullable=False),
    sa.Column("secret", sa.Text, nullable=False),
    sa.Column("previous_secret", sa.Text),
    sa.Column("previous_secret_expires_at", UtcDateTimeColumn),
    sa.Column("enabled", sa.Boolean, nullable=False),
    sa.Column("disabled_reason", sa.Text),
    sa.Column("disabled_at", UtcDateTimeColumn),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    sa.Column("deleted_at", UtcDateTimeColumn),
    sa.CheckConstraint(
        "disabled_reason in ('administrator', 'gone', 'failing')", name="disabled_reason"
    ),
    partial_index("ix_webhooks_deleted_at", "deleted_at", where=_IS_DELETED),
    info=no_personal_data("addresses of other systems and encrypted secrets"),
)
"""`secret` and `previous_secret` are encrypted. The row of a deleted webhook stays until its
deliveries are deleted."""

webhook_deliveries = sa.Table(
    "webhook_deliveries",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("webhook_id", IdColumn, sa.ForeignKey("webhooks.id"), nullable=False),
    sa.Column("type", sa.Text, nullable=False),
    sa.Column("sequence", sa.BigInteger, nullable=False),
    sa.Column("subject_kind", sa.Text, nullable=False),
    sa.Column("subject_id", IdColumn, nullable=False),
    sa.Column("payload", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("due_at", UtcDateTimeColumn),
    sa.Column("last_attempt_at", UtcDateTimeColumn),
    sa.Column("response_status", sa.Integer),
    sa.Column("response_body", sa.Text),
    sa.Column("error", sa.Text),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Column("finished_at", UtcDateTimeColumn),
    sa.CheckConstraint("status in ('pending', 'succeeded', 'failed')", name="status"),
    sa.Index("ix_webhook_deliveries_webhook_id_id", "webhook_id", "id"),
    sa.Index("ix_webhook_deliveries_webhook_id_status_id", "webhook_id", "status", "id"),
    partial_index("ix_webhook_deliveries_due", "webhook_id", "due_at", where=_IS_DUE),
    partial_index(
        "ix_webhook_deliveries_pending", "subject_id", "webhook_id", "sequence", where=_IS_PENDING
    ),
    partial_index("ix_webhook_deliveries_finished_at", "finished_at", where=_IS_FINISHED),
    info=no_personal_data("types, ids and states of changes, and responses of receivers"),
)
"""`due_at` is when a worker may take the delivery; a worker that takes it sets the end of its
lease. It is null while an earlier delivery of the same webhook and subject is pending, and when the
delivery is finished. `payload` is the body of the request: the same bytes in every attempt."""

webhook_position = sa.Table(
    "webhook_position",
    metadata,
    sa.Column("one", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("sequence", sa.BigInteger, nullable=False),
    sa.CheckConstraint("one = 1", name="one"),
    info=no_personal_data("the number of the last change for which deliveries were written"),
)
"""A single row. Transactions that write deliveries of changes, or create a webhook, lock it."""
