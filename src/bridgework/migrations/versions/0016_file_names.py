"""The names under which files are downloaded."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
additive = True


def upgrade() -> None:
    op.add_column("assets", sa.Column("file_name", sa.Text))
