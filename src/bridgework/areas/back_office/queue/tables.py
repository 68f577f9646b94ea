"""The tables of claims and assignments."""

import sqlalchemy as sa

from bridgework.kit.data.db import IdColumn, UtcDateTimeColumn, metadata, personal_data

queue_claims = sa.Table(
    "queue_claims",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("item_id", IdColumn, primary_key=True),
    sa.Column("account_id", IdColumn, nullable=False, index=True),
    sa.Column("expires_at", UtcDateTimeColumn, nullable=False, index=True),
    info=personal_data(by="account_id", erase="delete"),
)
"""Which administrator looks at an item. A claim counts until `expires_at`, deleted or not.

`item_id` is the ID of a row of another area, depending on `kind`, so it is no foreign key.
"""

queue_assignments = sa.Table(
    "queue_assignments",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("item_id", IdColumn, primary_key=True),
    sa.Column("account_id", IdColumn, nullable=False, index=True),
    info=personal_data(by="account_id", erase="delete"),
)
"""Which administrator shall decide an item. Rows of items that no longer wait are deleted."""
