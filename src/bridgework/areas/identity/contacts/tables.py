"""Contact settings, and blocks."""

import sqlalchemy as sa

from bridgework.kit.data.db import IdColumn, UtcDateTimeColumn, metadata, personal_data

contact_settings = sa.Table(
    "contact_settings",
    metadata,
    sa.Column(
        "account_id", IdColumn, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("introductions", sa.Text, nullable=False),
    sa.Column("email_after_minutes", sa.Integer, nullable=False),
    info=personal_data(by="account_id", erase="delete"),
)
"""An account without a row has the defaults."""

blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column(
        "blocker_id", IdColumn, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column(
        "blocked_id",
        IdColumn,
        sa.ForeignKey("accounts.id", ondelete="CASCADE"),
        primary_key=True,
        index=True,
    ),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Index("ix_blocks_newest", "blocker_id", "created_at", "blocked_id"),
    info=personal_data(by="blocker_id", erase="delete"),
)
"""The blocked account does not learn of its rows: they are not part of its export."""
