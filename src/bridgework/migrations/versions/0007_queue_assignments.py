"""Assignments of items of the queue to administrators."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.data.db import IdColumn

revision = "0007"
down_revision = "0006"
additive = True


def upgrade() -> None:
    op.create_table(
        "queue_assignments",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("item_id", IdColumn, primary_key=True),
        sa.Column("account_id", IdColumn, nullable=False, index=True),
    )
