"""Imports, their reported lines, and the keys of dry runs."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import IdColumn, UtcDateTimeColumn

revision = "0005"
down_revision = "0004"

_RUNNING = sa.text("state = 'running'")


def upgrade() -> None:
    op.create_table(
        "imports",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("created_by", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("format", sa.Text, nullable=False),
        sa.Column("dry_run", sa.Boolean, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("message", sa.Text),
        sa.Column("lines", sa.Integer, nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
        sa.Column("skipped", sa.Integer, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
        sa.Column("line", sa.Integer, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("held_by", sa.Text),
        sa.Column("held_until", UtcDateTimeColumn),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False, index=True),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        sa.Column("finished_at", UtcDateTimeColumn),
        sa.CheckConstraint("state in ('running', 'done', 'failed')", name="state"),
        sa.Index(
            "ix_imports_running",
            "state",
            unique=True,
            sqlite_where=_RUNNING,
            postgresql_where=_RUNNING,
        ),
    )
    op.create_table(
        "import_lines",
        sa.Column(
            "import_id",
            IdColumn,
            sa.ForeignKey("imports.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
    )
    op.create_table(
        "import_keys",
        sa.Column(
            "import_id",
            IdColumn,
            sa.ForeignKey("imports.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("key", sa.Text, primary_key=True),
    )
