"""The previous key of a rotated API key, and until when it is valid."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.data.db import UtcDateTimeColumn

revision = "0011"
down_revision = "0010"
additive = True


def upgrade() -> None:
    op.add_column("api_keys", sa.Column("previous_digest", sa.Text))
    op.add_column("api_keys", sa.Column("previous_until", UtcDateTimeColumn))
