"""The columns that an administrator chose for an import."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
additive = True


def upgrade() -> None:
    op.add_column("imports", sa.Column("columns", sa.Text))
