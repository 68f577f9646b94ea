"""What there is to do for chores is found by indexes: it took reading whole tables each minute."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"

_ERASED = sa.text("email = 'erased'")
_MAY_GO = sa.text("(candidate_id IS NULL OR state = 'made here')")


def upgrade() -> None:
    op.create_index("ix_match_people_formula", "match_people", ["kind", "formula"])
    op.create_index("ix_match_postings_formula", "match_postings", ["kind", "formula"])
    op.create_index(
        "ix_accounts_erased",
        "accounts",
        ["id"],
        sqlite_where=_ERASED,
        postgresql_where=_ERASED,
    )
    op.create_index(
        "ix_recruiting_attempts_may_go",
        "recruiting_attempts",
        ["created_at"],
        sqlite_where=_MAY_GO,
        postgresql_where=_MAY_GO,
    )
