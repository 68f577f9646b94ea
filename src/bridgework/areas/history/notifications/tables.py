"""The tables of notifications: the notifications, and the last number."""

import sqlalchemy as sa

from bridgework.kit.data.db import (
    IdColumn,
    UtcDateTimeColumn,
    metadata,
    no_personal_data,
    partial_index,
    personal_data,
)

IS_UNREAD = sa.text("read_at IS NULL")

notifications = sa.Table(
    "notifications",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("account_id", IdColumn, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("at", UtcDateTimeColumn, nullable=False, index=True),
    sa.Column("read_at", UtcDateTimeColumn),
    sa.Column("subject_id", IdColumn, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("title_by", IdColumn, index=True),
    sa.Column("start_at", UtcDateTimeColumn),
    sa.Column("actor_id", IdColumn, index=True),
    sa.Column("sequence", sa.BigInteger, unique=True),
    sa.Index("ix_notifications_account_id", "account_id", "at", "id"),
    sa.Index("ix_notifications_stream", "account_id", "sequence"),
    partial_index("ix_notifications_unread", "account_id", "at", "id", where=IS_UNREAD),
    info=personal_data(
        by="account_id", erase="delete", secret=("actor_id", "title_by", "sequence")
    ),
)
"""`sequence` is null until the notification is numbered for the streams, and again after a change
of `read_at` that they are to send. The names of the actor are read from its account. `title` is
that of the subject and contains no name of a person; `title_by` is the account that wrote it, if
that is not `account_id`. `start_at` is when the subject takes place. The erasure of an account
removes it from `actor_id`, and the titles that it wrote. An export contains neither of the two
accounts.
"""

head = sa.Table(
    "notifications_head",
    metadata,
    sa.Column("one", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("sequence", sa.BigInteger, nullable=False),
    sa.CheckConstraint("one = 1", name="one"),
    info=no_personal_data("the number of the last notification"),
)
"""The last sequence, in a single row. Transactions that number notifications lock it."""
