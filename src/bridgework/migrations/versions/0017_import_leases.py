"""Imports without the name of the worker: the end of its lease identifies it."""

from alembic import op

revision = "0017"
down_revision = "0016"
additive = False


def upgrade() -> None:
    op.drop_column("imports", "held_by")
