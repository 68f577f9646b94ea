"""Assets, and the files of deleted assets."""

import sqlalchemy as sa

from bridgework.kit.data.db import (
    IdColumn,
    UtcDateTimeColumn,
    metadata,
    partial_index,
    personal_data,
)

_UNFINISHED = sa.text("state <> 'ready'")

assets = sa.Table(
    "assets",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("object_path", sa.Text, nullable=False, unique=True),
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
    sa.Column("file_name", sa.Text),
    sa.CheckConstraint("state in ('issued', 'stored', 'ready')", name="state"),
    sa.Index("ix_assets_account_id", "account_id", "state"),
    partial_index("ix_assets_unfinished", "expires_at", where=_UNFINISHED),
    info=personal_data(by="account_id", erase="delete", secret=("digest",)),
)
"""Until a cover image is uploaded, `file_size_bytes` is its maximum size. An asset that is not
`ready` when its ticket expires is deleted. `file_name` is the name for downloads; it is null for
files that were uploaded to a former version."""

left_files = sa.Table(
    "left_files",
    metadata,
    sa.Column("object_path", sa.Text, primary_key=True),
    sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("file_size_bytes", sa.Integer, nullable=False),
    sa.Column("goes_at", UtcDateTimeColumn, index=True),
    info=personal_data(
        by="account_id",
        erase="keep",
        export=False,
        reason="names files that are still to be deleted; deleted with them within a day",
    ),
)
"""Files of deleted assets. `goes_at`, their time of deletion, is null until a task sets it."""
