"""The table of requests for changes."""

import sqlalchemy as sa

from bridgework.kit.data.db import (
    IdColumn,
    Json,
    UtcDateTimeColumn,
    metadata,
    personal_data,
)

change_requests = sa.Table(
    "change_requests",
    metadata,
    sa.Column("account_id", IdColumn, primary_key=True),
    sa.Column("message", sa.Text, nullable=False),
    sa.Column("members", Json, nullable=False),
    sa.Column("asked_at", UtcDateTimeColumn, nullable=False),
    sa.Column("asked_by", IdColumn, index=True),
    sa.Column("answered_at", UtcDateTimeColumn),
    sa.Column("platforms", Json, nullable=False),
    sa.Column("before", Json, nullable=False),
    # The queue looks for those that are not answered.
    sa.Index("ix_change_requests_answered_at", "answered_at", "account_id"),
    info=personal_data(by="account_id", erase="delete", secret=("asked_by", "platforms")),
)
"""At most one row an account, from the request until the account is verified or leaves the queue.

`members` are the names in requests of what shall change; none means any. `before` has their values
at the time of the request. `platforms` are those on which the account then waited for its
verification. `asked_by` is the administrator; the erasure of that account removes it. An export
does not contain it (decision 0022).
"""

WAITING_FOR_MEMBER = sa.select(change_requests.c.account_id).where(
    change_requests.c.answered_at.is_(None)
)
"""The accounts that an administrator asked for changes and that made none yet."""
