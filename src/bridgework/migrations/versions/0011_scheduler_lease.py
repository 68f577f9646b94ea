"""The lease of the periodic tasks."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import UtcDateTimeColumn

revision = "0011"
down_revision = "0010"
additive = True


def upgrade() -> None:
    op.create_table(
        "scheduler_lease",
        sa.Column("one", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("holder", sa.Text),
        sa.Column("held_until", UtcDateTimeColumn),
        sa.CheckConstraint("one = 1", name="one"),
    )
    op.execute("INSERT INTO scheduler_lease (one) VALUES (1)")
