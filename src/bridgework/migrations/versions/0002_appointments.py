"""When and where a consultation takes place, and when the subject of a notification does."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.data.db import UtcDateTimeColumn

revision = "0002"
down_revision = "0001"
additive = True


def upgrade() -> None:
    op.add_column("consultations", sa.Column("start_at", UtcDateTimeColumn))
    op.add_column("consultations", sa.Column("timezone", sa.Text))
    op.add_column("consultations", sa.Column("location", sa.Text))
    op.add_column("consultations", sa.Column("meeting_url", sa.Text))
    op.add_column("notifications", sa.Column("start_at", UtcDateTimeColumn))
