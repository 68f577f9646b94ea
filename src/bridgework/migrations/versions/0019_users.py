"""An index of everything that administrators list users by."""

from alembic import op

revision = "0019"
down_revision = "0018"

_LISTED_BY = (
    "role",
    "verification_tier",
    "jobs_verification_tier",
    "jobs_role",
    "vendors_verification_tier",
    "vendors_role",
    "on_matchmaker",
    "search_key",
)


def upgrade() -> None:
    op.create_index("ix_accounts_users", "accounts", ["id", *_LISTED_BY])
