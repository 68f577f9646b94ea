"""The texts of the lines in the report of an import."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
additive = True


def upgrade() -> None:
    op.add_column("import_lines", sa.Column("text", sa.Text))
