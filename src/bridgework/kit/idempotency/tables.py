"""The keys of a day, and the answers that were given under them."""

import sqlalchemy as sa

from bridgework.kit.db.columns import Bytes, UtcDateTimeColumn
from bridgework.kit.db.own import nobodys
from bridgework.kit.db.tables import metadata

keys = sa.Table(
    "idempotency_keys",
    metadata,
    sa.Column("whose", sa.Text, primary_key=True),
    sa.Column("what", sa.Text, nullable=False),
    sa.Column("expires_at", UtcDateTimeColumn, nullable=False, index=True),
    sa.Column("status", sa.SmallInteger),
    sa.Column("location", sa.Text),
    sa.Column("body", Bytes),
    sa.Column("made_id", sa.Text),
    info=nobodys("keyed digests and answers, which expire within a day"),
)
"""Without a status the request is under way, and `expires_at` is the end of its lease. With a
status and without a body the answer is not kept, and `made_id` is all there is to tell."""
