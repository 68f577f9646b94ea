"""Profiles of vendors and ambassadors, and their directory."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import Bytes, IdColumn, Json, Key, UtcDateTimeColumn

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "vendors_profiles",
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("fields", Json, nullable=False),
        sa.Column("monthly_paid_lead_cap", sa.Float, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    )
    op.create_table(
        "vendors_entries",
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name_key", Key, nullable=False),
        sa.Column("entry", Bytes, nullable=False),
    )
    op.create_index("ix_vendors_entries_name_key", "vendors_entries", ["name_key", "account_id"])
    op.create_index(
        "ix_vendors_entries_kind", "vendors_entries", ["kind", "name_key", "account_id"]
    )
    op.create_table(
        "vendors_facets",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("value", Key, primary_key=True),
        sa.Column(
            "account_id",
            IdColumn,
            sa.ForeignKey("vendors_entries.account_id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_vendors_facets_account_id", "vendors_facets", ["account_id"])
