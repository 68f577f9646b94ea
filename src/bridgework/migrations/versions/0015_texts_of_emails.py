"""The texts of e-mails that were sent, without their secrets."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.data.db import IdColumn

revision = "0015"
down_revision = "0014"
additive = True


def upgrade() -> None:
    email = sa.ForeignKey("outbox_emails.id", ondelete="CASCADE")
    op.create_table(
        "outbox_texts",
        sa.Column("email_id", IdColumn, email, primary_key=True),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
