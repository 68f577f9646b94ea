"""Members upload files: assets, and the files that outlive them for a day."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import IdColumn, UtcDateTimeColumn

revision = "0006"
down_revision = "0005"

_UNFINISHED = sa.text("state <> 'ready'")


def upgrade() -> None:
    op.create_table(
        "assets",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("object_path", sa.Text, nullable=False),
        sa.Column("folder", sa.Text, nullable=False),
        sa.Column("content_type", sa.Text, nullable=False),
        sa.Column("file_size_bytes", sa.Integer, nullable=False),
        sa.Column("is_cover", sa.Boolean, nullable=False),
        sa.Column("feed_post_id", IdColumn),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("digest", sa.Text),
        sa.Column("expires_at", UtcDateTimeColumn, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("ready_at", UtcDateTimeColumn),
        sa.CheckConstraint("state in ('issued', 'stored', 'ready')", name="state"),
        sa.UniqueConstraint("object_path"),
    )
    op.create_index("ix_assets_account_id", "assets", ["account_id", "state"])
    op.create_index(
        "ix_assets_unfinished",
        "assets",
        ["expires_at"],
        sqlite_where=_UNFINISHED,
        postgresql_where=_UNFINISHED,
    )
    op.create_table(
        "left_files",
        sa.Column("object_path", sa.Text, primary_key=True),
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("file_size_bytes", sa.Integer, nullable=False),
        sa.Column("goes_at", UtcDateTimeColumn),
    )
    op.create_index("ix_left_files_account_id", "left_files", ["account_id"])
    op.create_index("ix_left_files_goes_at", "left_files", ["goes_at"])
