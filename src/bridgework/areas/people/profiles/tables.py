"""Profiles: at most one row per account."""

import sqlalchemy as sa

from bridgework.kit.data.db import IdColumn, Json, UtcDateTimeColumn, metadata, personal_data

profiles = sa.Table(
    "profiles",
    metadata,
    sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("fields", Json, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    info=personal_data(by="account_id", erase="delete"),
)
"""`fields` contains the members of ProfileFields by their Python names."""
