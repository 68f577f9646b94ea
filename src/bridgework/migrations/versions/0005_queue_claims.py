"""Claims of administrators on items of the queue."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.data.db import IdColumn, UtcDateTimeColumn

revision = "0005"
down_revision = "0004"
additive = True


def upgrade() -> None:
    op.create_table(
        "queue_claims",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("item_id", IdColumn, primary_key=True),
        sa.Column("account_id", IdColumn, nullable=False, index=True),
        sa.Column("expires_at", UtcDateTimeColumn, nullable=False, index=True),
    )
