"""Templates of administrators for the reasons of decisions and for e-mails."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.data.db import Key, UtcDateTimeColumn

revision = "0004"
down_revision = "0003"
additive = True


def upgrade() -> None:
    op.create_table(
        "text_templates",
        sa.Column("name", Key, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("subject", sa.Text),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        sa.CheckConstraint("kind in ('rejection', 'email')", name="kind"),
    )
