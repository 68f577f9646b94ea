"""Whoever has a profile is on the matchmaker's platform."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.execute(
        sa.text(
            "UPDATE accounts SET on_matchmaker = true WHERE id IN (SELECT account_id FROM profiles)"
        )
    )
