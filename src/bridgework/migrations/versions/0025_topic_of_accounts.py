"""A version of what administrators list accounts by, so that what was counted can be kept."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"

topics = sa.table(
    "topics",
    sa.column("name", sa.Text),
    sa.column("version", sa.BigInteger),
    sa.column("members", sa.BigInteger),
)


def upgrade() -> None:
    op.bulk_insert(topics, [{"name": "accounts", "version": 0, "members": 0}])
