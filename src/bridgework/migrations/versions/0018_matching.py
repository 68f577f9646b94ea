"""People and postings as they are matched, and the index of their traits."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import Bytes, IdColumn, Key, Number

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_table(
        "match_people",
        sa.Column("number", Number, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("offer", Bytes, nullable=False),
        sa.Column("formula", sa.Text, nullable=False),
        sa.UniqueConstraint("account_id", "kind", name="uq_match_people_account_id_kind"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "match_postings",
        sa.Column("number", Number, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("posting_id", IdColumn, nullable=False),
        sa.Column("wants", Bytes, nullable=False),
        sa.Column("base", sa.Integer, nullable=False),
        sa.Column("formula", sa.Text, nullable=False),
        sa.UniqueConstraint("posting_id", "kind", name="uq_match_postings_posting_id_kind"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "match_wanted",
        sa.Column("token", Key, primary_key=True),
        sa.Column(
            "number",
            Number,
            sa.ForeignKey("match_postings.number", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("most", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_match_wanted_number", "match_wanted", ["number"])
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "CREATE VIRTUAL TABLE match_traits"
            " USING fts5(traits, content = '', detail = none,"
            " tokenize = 'unicode61 remove_diacritics 0')"
        )
    else:
        op.execute(
            "CREATE TABLE match_traits (number BIGINT PRIMARY KEY, traits TSVECTOR NOT NULL)"
        )
        op.execute("CREATE INDEX ix_match_traits_traits ON match_traits USING gin (traits)")
