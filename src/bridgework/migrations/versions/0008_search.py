"""The directory is found by an index of its own, which forgives slips and knows the trade's words.

The experts who are there are indexed in the background, once the server has started.
"""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import Bytes, Key, Number

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.execute("DROP TABLE directory_words")
    op.drop_table("directory_facets")
    op.create_table(
        "directory_records",
        sa.Column(
            "number",
            Number,
            sa.ForeignKey("directory_experts.number", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("record", Bytes, nullable=False),
        sa.Column("found_by", sa.Text, nullable=False),
    )
    op.execute(
        "INSERT INTO directory_records (number, record, found_by)"
        " SELECT number, record, '' FROM directory_experts"
    )
    op.drop_column("directory_experts", "record")
    # What is the same for everybody need not be written: all are of an edition that never was.
    op.add_column(
        "directory_experts", sa.Column("edition", sa.Text, nullable=False, server_default="none")
    )
    op.create_index("ix_directory_experts_edition", "directory_experts", ["edition"])
    op.create_table(
        "directory_entries",
        sa.Column("token", Key, primary_key=True),
        sa.Column("part", Number, primary_key=True, autoincrement=False),
        sa.Column("holders", Bytes, nullable=False),
    )
    op.create_table(
        "directory_slips",
        sa.Column("variant", Key, primary_key=True),
        sa.Column("word", Key, primary_key=True),
        sqlite_with_rowid=False,
    )
    if op.get_bind().dialect.name == "postgresql":
        # Bits don't get shorter by being compressed, and are read at every search.
        op.execute("ALTER TABLE directory_entries ALTER COLUMN holders SET STORAGE EXTERNAL")
