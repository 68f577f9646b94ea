"""The answers of applicants to offers."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.data.db import UtcDateTimeColumn

revision = "0025"
down_revision = "0024"
additive = True


def upgrade() -> None:
    for table in ("job_applications", "role_applications"):
        op.add_column(table, sa.Column("offer_answer", sa.Text))
        op.add_column(table, sa.Column("offer_note", sa.Text))
        op.add_column(table, sa.Column("offer_answered_at", UtcDateTimeColumn))
