"""Changes of the directory say of whom they are, so that what is told of others may be kept."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import IdColumn

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    # Whoever raises a version and knows nothing of this column has changed everything.
    op.add_column("topics", sa.Column("told", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "topic_subjects",
        sa.Column("subject", IdColumn, primary_key=True),
        sa.Column("topic", sa.Text, primary_key=True),
        sa.Column("version", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_topic_subjects_version", "topic_subjects", ["topic", "version"])
