"""Which optional letters members want."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import IdColumn, UtcDateTimeColumn

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "notification_choices",
        sa.Column("account_id", IdColumn, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("wanted", sa.Boolean, nullable=False),
        sa.Column("changed_at", UtcDateTimeColumn, nullable=False),
    )
    op.add_column("outbox_letters", sa.Column("choice_account_id", IdColumn))
    op.add_column("outbox_letters", sa.Column("choice_kind", sa.Text))
