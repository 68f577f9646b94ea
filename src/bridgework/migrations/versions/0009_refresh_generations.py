"""Generations of refresh tokens, so that two tabs may exchange the same one."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
additive = True


def upgrade() -> None:
    generation = sa.Column("generation", sa.Integer, nullable=False, server_default="0")
    op.add_column("refresh_tokens", generation)
    op.add_column("refresh_tokens", sa.Column("used_by", sa.Text))
