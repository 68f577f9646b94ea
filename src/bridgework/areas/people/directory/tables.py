"""The directory of experts. All rows are public."""

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import EXPERTS
from bridgework.kit.data.db import (
    Bytes,
    IdColumn,
    Key,
    Number,
    UtcDateTimeColumn,
    metadata,
    personal_data,
)
from bridgework.kit.data.search import SearchIndex, Spellings

spellings = Spellings("directory")
index = SearchIndex("directory", topic=EXPERTS, spellings=spellings)

experts = sa.Table(
    "directory_experts",
    metadata,
    sa.Column("number", Number, primary_key=True),
    sa.Column("id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, unique=True),
    sa.Column("listed_at", UtcDateTimeColumn, nullable=False),
    sa.Column("name_key", Key, nullable=False),
    sa.Column("years", sa.Float, nullable=False),
    sa.Column("active_on", sa.Text, nullable=False),
    sa.Column("edition", sa.Text, nullable=False, index=True),
    sa.Column("card", Bytes, nullable=False),
    sa.Index("ix_directory_experts_newest", "listed_at", "number"),
    sa.Index("ix_directory_experts_name", "name_key", "number"),
    sa.Index("ix_directory_experts_years", "years", "number"),
    sa.Index("ix_directory_experts_active", "active_on", "number"),
    sqlite_autoincrement=True,
    info=personal_data(
        by="id",
        erase="delete",
        export=False,
        reason="rendered from the account and the profile, which are exported",
    ),
)
"""`years` is -1 if the profile does not state it, so these experts come last by experience.

`edition` is the edition of the terminology with which the expert was indexed.
"""

records = sa.Table(
    "directory_records",
    metadata,
    sa.Column(
        "number",
        Number,
        sa.ForeignKey("directory_experts.number", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("record", Bytes, nullable=False),
    sa.Column("found_by", sa.Text, nullable=False),
    info=personal_data(
        by="number",
        through="directory_experts",
        erase="delete",
        export=False,
        reason="rendered from the account and the profile, which are exported",
    ),
)
"""Records are stored apart, so lists read short rows only. `found_by` are the search tokens."""
