"""Failed runs of periodic tasks."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.data.db import IdColumn, UtcDateTimeColumn

revision = "0006"
down_revision = "0005"
additive = True


def upgrade() -> None:
    op.create_table(
        "task_failures",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("task", sa.Text, nullable=False),
        sa.Column("failed_at", UtcDateTimeColumn, nullable=False, index=True),
    )
