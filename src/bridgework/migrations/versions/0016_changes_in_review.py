"""Changes of active roles and of verified persons that wait for an administrator."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.data.db import IdColumn, Json, UtcDateTimeColumn

revision = "0016"
down_revision = "0015"
additive = True


def upgrade() -> None:
    op.create_table(
        "changes_in_review",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("account_id", IdColumn, nullable=False, index=True),
        sa.Column("since", UtcDateTimeColumn, nullable=False),
        sa.Column("before", Json, nullable=False),
        sa.Column("after", Json, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("is_hidden", sa.Boolean, nullable=False),
        sa.Index("ix_changes_in_review_queue", "kind", "since", "id", "is_hidden"),
    )
