"""The keys of a day, and the answers that were given under them."""

import sqlalchemy as sa

from bridgework.kit.db.columns import Bytes, Moment
from bridgework.kit.db.data_ownership import no_personal_data
from bridgework.kit.db.tables import metadata

keys = sa.Table(
    "idempotency_keys",
    metadata,
    sa.Column("whose", sa.Text, primary_key=True),
    sa.Column("what", sa.Text, nullable=False),
    sa.Column("expires_at", Moment, nullable=False, index=True),
    sa.Column("status", sa.SmallInteger),
    sa.Column("location", sa.Text),
    sa.Column("body", Bytes),
    sa.Column("made_id", sa.Text),
    info=no_personal_data("keyed digests and answers, which expire within a day"),
)
"""Without a status the request is under way, and `expires_at` is the end of its lease. With a
status and without a body the answer is not kept, and `made_id` is all there is to tell."""
