"""The index by which workers take e-mails. Building it locks the table against writes."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
additive = False

_IS_WAITING = sa.text("state IN ('queued', 'retrying')")


def upgrade() -> None:
    op.create_index(
        "ix_outbox_emails_due",
        "outbox_emails",
        ["priority", "due_at", "id"],
        sqlite_where=_IS_WAITING,
        postgresql_where=_IS_WAITING,
    )
