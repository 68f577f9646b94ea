"""When the session of an administrator last proved to be theirs."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.data.db import UtcDateTimeColumn

revision = "0008"
down_revision = "0007"
additive = True


def upgrade() -> None:
    op.add_column("sessions", sa.Column("proved_at", UtcDateTimeColumn))
