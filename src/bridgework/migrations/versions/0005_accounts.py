"""Accounts that are to be erased are found by an index."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_index("ix_accounts_erases_at", "accounts", ["erases_at"])
