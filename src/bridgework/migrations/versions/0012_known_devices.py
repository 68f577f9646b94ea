"""Known devices of all accounts, and the links in the e-mails of codes."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.data.db import IdColumn, UtcDateTimeColumn

revision = "0012"
down_revision = "0011"
additive = False


def upgrade() -> None:
    op.add_column("one_time_codes", sa.Column("link_digest", sa.Text))
    op.create_table(
        "known_devices",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("expires_at", UtcDateTimeColumn, nullable=False, index=True),
        sa.Column("kind", sa.Text, nullable=False),
    )
    op.execute(
        "INSERT INTO known_devices (digest, account_id, expires_at, kind) "
        "SELECT digest, account_id, expires_at, 'admin' FROM admin_devices"
    )
    op.drop_table("admin_devices")
