"""The messages of applications to jobs."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
additive = True


def upgrade() -> None:
    op.add_column("job_applications", sa.Column("message", sa.Text))
