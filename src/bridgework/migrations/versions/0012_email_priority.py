"""The priority of e-mails, by which workers take them."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
additive = True


def upgrade() -> None:
    priority = sa.Column("priority", sa.SmallInteger, nullable=False, server_default="1")
    op.add_column("outbox_emails", priority)
