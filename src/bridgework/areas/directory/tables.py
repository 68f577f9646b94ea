"""What the public sees of experts, and what they are found by. A row here is public."""

import sqlalchemy as sa

from bridgework.kit.db.columns import Bytes, IdColumn, Key, Moment, Number
from bridgework.kit.db.own import own
from bridgework.kit.db.tables import metadata

experts = sa.Table(
    "directory_experts",
    metadata,
    sa.Column("number", Number, primary_key=True),
    sa.Column("id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, unique=True),
    sa.Column("card", Bytes, nullable=False),
    sa.Column("record", Bytes, nullable=False),
    sa.Column("listed_at", Moment, nullable=False),
    sa.Column("name_key", Key, nullable=False),
    sa.Column("years", sa.Float, nullable=False),
    sa.Column("active_on", sa.Text, nullable=False),
    sa.Index("ix_directory_experts_newest", "listed_at", "number"),
    sa.Index("ix_directory_experts_name", "name_key", "number"),
    sa.Index("ix_directory_experts_years", "years", "number"),
    sa.Index("ix_directory_experts_active", "active_on", "number"),
    sqlite_autoincrement=True,
    info=own(
        by="id",
        erase="delete",
        export=False,
        reason="rendered from the account and the profile, which are exported",
    ),
)
"""`years` is -1 where the profile is silent, so that those come last by experience."""

facets = sa.Table(
    "directory_facets",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("value", Key, primary_key=True),
    sa.Column(
        "number",
        Number,
        sa.ForeignKey("directory_experts.number", ondelete="CASCADE"),
        primary_key=True,
        index=True,
    ),
    sqlite_with_rowid=False,
    info=own(
        by="number",
        through="directory_experts",
        erase="delete",
        export=False,
        reason="rendered from the profile, which is exported",
    ),
)
"""What the filters look for, folded: a skill, a tag, a word of the place, …"""

WORDS = "directory_words"
"""The full-text index: FTS5's own kind of table on SQLite, a tsvector with GIN on PostgreSQL."""
