"""The professions that candidates state."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
additive = True


def upgrade() -> None:
    op.add_column("job_accounts", sa.Column("profession", sa.Text))
