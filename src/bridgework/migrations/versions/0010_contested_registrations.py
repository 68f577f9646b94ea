"""Registrations that another registration of the same address contests."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.data.db import UtcDateTimeColumn

revision = "0010"
down_revision = "0009"
additive = True


def upgrade() -> None:
    op.add_column("accounts", sa.Column("password_contested_at", UtcDateTimeColumn))
    contested = sa.Column(
        "are_roles_contested", sa.Boolean, nullable=False, server_default=sa.false()
    )
    op.add_column("accounts", contested)
