"""Saved searches."""

import sqlalchemy as sa

from bridgework.kit.db.columns import IdColumn, Json, UtcDateTimeColumn
from bridgework.kit.db.data_ownership import personal_data
from bridgework.kit.db.tables import metadata

saved_searches = sa.Table(
    "saved_searches",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("user_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("query", Json, nullable=False),
    sa.Column("frequency", sa.Text, nullable=False),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    sa.Index("ix_saved_searches_user_id", "user_id", "created_at", "id"),
    info=personal_data(by="user_id", erase="delete"),
)
