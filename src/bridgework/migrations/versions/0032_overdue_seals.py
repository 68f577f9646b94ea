"""The audit log records when entries wait too long for their seal."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import UtcDateTimeColumn

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    op.add_column("audit_head", sa.Column("overdue_at", UtcDateTimeColumn))
