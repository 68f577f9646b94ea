"""Imports, the lines that they report, and the keys of the lines of a dry run."""

import sqlalchemy as sa

from bridgework.kit.data.db import (
    IdColumn,
    UtcDateTimeColumn,
    metadata,
    partial_index,
    personal_data,
)

_RUNNING = sa.text("state = 'running'")

imports = sa.Table(
    "imports",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("created_by", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("format", sa.Text, nullable=False),
    sa.Column("columns", sa.Text),
    sa.Column("dry_run", sa.Boolean, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("message", sa.Text),
    sa.Column("lines", sa.Integer, nullable=False),
    sa.Column("created", sa.Integer, nullable=False),
    sa.Column("skipped", sa.Integer, nullable=False),
    sa.Column("failed", sa.Integer, nullable=False),
    sa.Column("line", sa.Integer, nullable=False),
    sa.Column("position", sa.BigInteger, nullable=False),
    sa.Column("held_until", UtcDateTimeColumn),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False, index=True),
    sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    sa.Column("finished_at", UtcDateTimeColumn),
    sa.CheckConstraint("state in ('running', 'done', 'failed')", name="state"),
    partial_index("ix_imports_running", "state", where=_RUNNING, unique=True),
    info=personal_data(by="created_by", erase="delete"),
)
"""`columns` are those that the administrator has chosen, separated by commas, in the order of the
file. `line` is the number of lines of the file that were read, `position` their size in bytes.
A worker holds the import until `held_until`."""

reported_lines = sa.Table(
    "import_lines",
    metadata,
    sa.Column(
        "import_id",
        IdColumn,
        sa.ForeignKey("imports.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("outcome", sa.Text, nullable=False),
    sa.Column("message", sa.Text, nullable=False),
    sa.Column("text", sa.Text),
    info=personal_data(by="import_id", through="imports", erase="delete", secret=["text"]),
)
"""The first lines that created no record. The messages contain no values of the file. `text` is
about other people: it is deleted after some days, and when one of them is erased."""

seen_keys = sa.Table(
    "import_keys",
    metadata,
    sa.Column(
        "import_id",
        IdColumn,
        sa.ForeignKey("imports.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    sa.Column("key", sa.Text, primary_key=True),
    info=personal_data(
        by="import_id",
        through="imports",
        erase="delete",
        export=False,
        reason="digests of e-mail addresses and slugs, deleted when the import ends",
    ),
)
"""Digests of the keys in the lines of a dry run, which creates no records to find them by."""
