"""When and why roles were rejected, which are closed since."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.data.db import IdColumn, UtcDateTimeColumn

revision = "0021"
down_revision = "0020"
additive = False

_DECISIONS = ("role.approve", "role.reject", "role.close", "role.change")
"""What an administrator does with a role. Its text is not changed after it is closed."""


def upgrade() -> None:
    op.add_column("roles", sa.Column("rejected_at", UtcDateTimeColumn))
    op.add_column("roles", sa.Column("rejection_reason", sa.Text))
    mark_rejected()


def mark_rejected() -> None:
    """Mark the closed roles whose last decision is a rejection. Its reason was not stored."""
    roles = sa.table(
        "roles",
        sa.column("id", IdColumn),
        sa.column("status", sa.Text),
        sa.column("rejected_at", UtcDateTimeColumn),
    )
    names = ("target", "action", "outcome")
    entries = sa.table(
        "audit_entries",
        *(sa.column(name, sa.Text) for name in names),
        sa.column("at", UtcDateTimeColumn),
    )
    is_theirs = sa.and_(entries.c.target == sa.cast(roles.c.id, sa.Text), entries.c.outcome == "ok")
    rejected = (
        sa.select(sa.func.max(entries.c.at))
        .where(is_theirs, entries.c.action == "role.reject")
        .scalar_subquery()
    )
    decided = (
        sa.select(sa.func.max(entries.c.at))
        .where(is_theirs, entries.c.action.in_(_DECISIONS))
        .scalar_subquery()
    )
    op.execute(
        roles.update()
        .where(roles.c.status == "closed", rejected == decided)
        .values(rejected_at=rejected)
    )
