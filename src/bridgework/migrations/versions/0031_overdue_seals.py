"""The audit log records when entries wait too long for their seal."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import Moment

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    op.add_column("audit_head", sa.Column("overdue_at", Moment))
