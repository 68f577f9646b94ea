"""The table of changes that wait for a review."""

import sqlalchemy as sa

from bridgework.kit.data.db import (
    IdColumn,
    Json,
    UtcDateTimeColumn,
    metadata,
    personal_data,
)

changes = sa.Table(
    "changes_in_review",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("account_id", IdColumn, nullable=False, index=True),
    sa.Column("since", UtcDateTimeColumn, nullable=False),
    sa.Column("before", Json, nullable=False),
    sa.Column("after", Json, nullable=False),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("is_hidden", sa.Boolean, nullable=False),
    # With `is_hidden`, so that changes are counted without the table.
    sa.Index("ix_changes_in_review_queue", "kind", "since", "id", "is_hidden"),
    info=personal_data(by="account_id", erase="delete", secret=("version", "is_hidden")),
)
"""At most one row a record. `id` is that of the role, or of the account whose identity changed;
`account_id` is the owner. `before` has the changed members as an administrator last accepted them,
`after` as they are now, both by Python names. `version` is a digest of both, so that a decision is
about exactly what the administrator read. `is_hidden`: the account is disabled or about to be
erased, so that its records are hidden and the change does not wait.
"""
