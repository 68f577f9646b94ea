"""The index of matching: people by what they offer, postings by what they want."""

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import CANDIDATES, EXPERTS
from bridgework.kit.data.db import (
    Bytes,
    IdColumn,
    Key,
    Number,
    metadata,
    no_personal_data,
    personal_data,
)
from bridgework.kit.data.search import SearchIndex

people = sa.Table(
    "match_people",
    metadata,
    sa.Column("number", Number, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("offer", Bytes, nullable=False),
    sa.Column("formula", sa.Text, nullable=False),
    sa.UniqueConstraint("account_id", "kind", name="uq_match_people_account_id_kind"),
    sa.Index("ix_match_people_formula", "kind", "formula"),
    sqlite_autoincrement=True,
    info=personal_data(
        by="account_id",
        erase="delete",
        export=False,
        reason="computed from the profile, which is exported",
    ),
)
"""`offer` is the encoded offer of a record, `number` its number in the index of traits."""

postings = sa.Table(
    "match_postings",
    metadata,
    sa.Column("number", Number, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("posting_id", IdColumn, nullable=False),
    sa.Column("wants", Bytes, nullable=False),
    sa.Column("base", sa.Integer, nullable=False),
    sa.Column("formula", sa.Text, nullable=False),
    sa.UniqueConstraint("posting_id", "kind", name="uq_match_postings_posting_id_kind"),
    sa.Index("ix_match_postings_formula", "kind", "formula"),
    sqlite_autoincrement=True,
    info=no_personal_data("computed from a posting, and deleted with it"),
)
"""`base` is the score that every record reaches, in thousandths of a point."""

wanted = sa.Table(
    "match_wanted",
    metadata,
    sa.Column("token", Key, primary_key=True),
    sa.Column(
        "number",
        Number,
        sa.ForeignKey("match_postings.number", ondelete="CASCADE"),
        primary_key=True,
        index=True,
    ),
    sa.Column("most", sa.Integer, nullable=False),
    sqlite_with_rowid=False,
    info=no_personal_data("the traits that a posting wants"),
)
"""`most` is the maximum that a trait can add to a score, in thousandths of a point."""

indexes = {
    "expert": SearchIndex("match_expert", topic=EXPERTS),
    "candidate": SearchIndex("match_candidate", topic=CANDIDATES),
}
"""The people with each trait, by kind of person."""
