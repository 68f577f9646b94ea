"""The oldest program that may run with the schema."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
additive = True


def upgrade() -> None:
    op.create_table(
        "schema_compatibility",
        sa.Column("one", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("oldest_program", sa.Text, nullable=False),
        sa.CheckConstraint("one = 1", name="one"),
    )
