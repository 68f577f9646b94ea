"""The second factors and known devices of administrators."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import IdColumn, UtcDateTimeColumn

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("second_factor_at", UtcDateTimeColumn))
    op.create_table(
        "totp_secrets",
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("secret", sa.Text),
        sa.Column("last_step", sa.BigInteger),
        sa.Column("confirmed_at", UtcDateTimeColumn),
        sa.Column("pending_secret", sa.Text),
        sa.Column("pending_until", UtcDateTimeColumn),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("credential_id", sa.Text, nullable=False, unique=True),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("last_used_at", UtcDateTimeColumn),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("digest", sa.Text, primary_key=True),
    )
    op.create_table(
        "admin_challenges",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("network", sa.Text, nullable=False),
        sa.Column("expires_at", UtcDateTimeColumn, nullable=False, index=True),
    )
    op.create_table(
        "admin_devices",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("expires_at", UtcDateTimeColumn, nullable=False, index=True),
    )
