"""The priority of e-mails, by which workers take them."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
additive = True

_IS_WAITING = sa.text("state IN ('queued', 'retrying')")


def upgrade() -> None:
    priority = sa.Column("priority", sa.SmallInteger, nullable=False, server_default="1")
    op.add_column("outbox_emails", priority)
    op.create_index(
        "ix_outbox_emails_due",
        "outbox_emails",
        ["priority", "due_at", "id"],
        sqlite_where=_IS_WAITING,
        postgresql_where=_IS_WAITING,
    )
