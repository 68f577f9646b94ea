"""API keys: their names, scopes and digests."""

import sqlalchemy as sa

from bridgework.kit.data.db import IdColumn, Json, UtcDateTimeColumn, metadata, personal_data

api_keys = sa.Table(
    "api_keys",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("prefix", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("scopes", Json, nullable=False),
    sa.Column("made_by", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("expires_at", UtcDateTimeColumn),
    sa.Column("last_used_at", UtcDateTimeColumn),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Column("revoked_at", UtcDateTimeColumn),
    sa.Column("previous_digest", sa.Text),
    sa.Column("previous_until", UtcDateTimeColumn),
    info=personal_data(
        by="made_by",
        erase="keep",
        secret=("digest", "previous_digest"),
        reason="names the program that used it; the key is refused from then on",
    ),
)
