"""Profiles of vendors and ambassadors, and the entries of the directory."""

import sqlalchemy as sa

from bridgework.kit.data.db import (
    Bytes,
    IdColumn,
    Json,
    Key,
    UtcDateTimeColumn,
    metadata,
    personal_data,
)
from bridgework.kit.data.search import SearchIndex, define_documents

VENDORS = "vendors"
"""The cache topic of the directory. A write to the index locks its row."""

profiles = sa.Table(
    "vendors_profiles",
    metadata,
    sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("fields", Json, nullable=False),
    sa.Column("monthly_paid_lead_cap", sa.Float, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    info=personal_data(by="account_id", erase="delete"),
)
"""One row for each role that an account has or had. `fields` are the members that were sent."""

index = SearchIndex("vendors", topic=VENDORS)

entries = define_documents(
    "vendors_entries",
    sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, unique=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("name_key", Key, nullable=False),
    sa.Column("entry", Bytes, nullable=False),
    sa.Index("ix_vendors_entries_name_key", "name_key", "account_id", "number"),
    info=personal_data(
        by="account_id",
        erase="delete",
        export=False,
        reason="rendered from account and profile, which are exported",
    ),
)
