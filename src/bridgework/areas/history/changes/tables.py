"""The tables of the change feed: the changes, and the last number."""

import sqlalchemy as sa

from bridgework.kit.data.db import (
    IdColumn,
    Json,
    Number,
    UtcDateTimeColumn,
    metadata,
    no_personal_data,
)

changes = sa.Table(
    "changes",
    metadata,
    sa.Column("id", Number, primary_key=True),
    sa.Column("type", sa.Text, nullable=False),
    sa.Column("subject_kind", sa.Text, nullable=False),
    sa.Column("subject_id", IdColumn, nullable=False),
    sa.Column("data", Json, nullable=False),
    sa.Column("sequence", sa.BigInteger, unique=True),
    sa.Column("at", UtcDateTimeColumn),
    sqlite_autoincrement=True,
    info=no_personal_data("types, ids and states of changes, deleted after a month"),
)
"""`id` is assigned by the database when a change is announced. Changes of one record are announced
while the record is locked, so their ids have the order of their commits.

`sequence` and `at` are null until the change is numbered. The index of `sequence` finds unnumbered
changes. There are no foreign keys, since changes stay after the records they name are deleted.
"""

head = sa.Table(
    "changes_head",
    metadata,
    sa.Column("one", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("sequence", sa.BigInteger, nullable=False),
    sa.CheckConstraint("one = 1", name="one"),
    info=no_personal_data("the number of the last change"),
)
"""The last sequence, in a single row. Transactions that number changes lock it."""
