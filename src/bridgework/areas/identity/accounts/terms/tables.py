"""The table of terms."""

import sqlalchemy as sa

from bridgework.kit.data.db import IdColumn, Key, metadata, personal_data

account_terms = sa.Table(
    "account_terms",
    metadata,
    sa.Column("term", Key, primary_key=True),
    sa.Column("account_id", IdColumn, primary_key=True),
    sa.Column("source", Key, primary_key=True),
    sa.Index("ix_account_terms_account_id", "account_id", "term"),
    sqlite_with_rowid=False,
    info=personal_data(
        by="account_id",
        erase="delete",
        export=False,
        reason="words of the account and profile, which are exported, and of administrators' notes",
    ),
)
"""`source` is what contains the term: `names`, `profile`, or the ID of a note about the account."""
