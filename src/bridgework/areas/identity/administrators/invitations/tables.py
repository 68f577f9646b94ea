"""The table of administrator invitations."""

import sqlalchemy as sa

from bridgework.kit.data.db import IdColumn, UtcDateTimeColumn, metadata, personal_data

admin_invitations = sa.Table(
    "admin_invitations",
    metadata,
    sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("digest", sa.Text, nullable=False, unique=True),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Column("expires_at", UtcDateTimeColumn, nullable=False, index=True),
    info=personal_data(by="account_id", erase="delete", secret=("digest",)),
)
"""The open invitation of an administrator without a master password, one per account."""
