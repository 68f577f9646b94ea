"""An index of when sessions end, by which old ones are found."""

from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.create_index("ix_sessions_expires_at", "sessions", ["expires_at"])
