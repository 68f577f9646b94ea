"""The lineage of the migrations of a database."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
additive = True


def upgrade() -> None:
    lineage = sa.Column("lineage", sa.Text, nullable=False, server_default="2026-11")
    op.add_column("schema_compatibility", lineage)
