"""Administrators who are appointed over HTTP are invited by e-mail to set a master password."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import IdColumn, UtcDateTimeColumn

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    op.create_table(
        "admin_invitations",
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("digest", sa.Text, nullable=False, unique=True),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("expires_at", UtcDateTimeColumn, nullable=False),
    )
    op.create_index("ix_admin_invitations_expires_at", "admin_invitations", ["expires_at"])
    # Demotion takes the master password away from now on.
    op.execute("UPDATE accounts SET master_password_hash = NULL WHERE role <> 'admin'")
