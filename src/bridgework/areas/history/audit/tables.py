"""The tables of the audit log: entries, their personal values, and the head of the chain."""

import sqlalchemy as sa

from bridgework.kit.data.db import (
    IdColumn,
    Json,
    UtcDateTimeColumn,
    metadata,
    no_personal_data,
    personal_data,
)

entries = sa.Table(
    "audit_entries",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("at", UtcDateTimeColumn, nullable=False),
    sa.Column("actor", IdColumn),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("target", sa.Text),
    sa.Column("outcome", sa.Text, nullable=False),
    sa.Column("request_id", sa.Text, nullable=False),
    sa.Column("changes", Json, nullable=False),
    sa.Column("personal", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("number", sa.BigInteger, unique=True),
    sa.Column("mac", sa.Text),
    sa.CheckConstraint("outcome in ('ok', 'failed', 'refused')", name="outcome"),
    sa.Index("ix_audit_entries_at", "at"),
    sa.Index("ix_audit_entries_actor", "actor", "at"),
    sa.Index("ix_audit_entries_action", "action", "at"),
    sa.Index("ix_audit_entries_target", "target", "at"),
    info=personal_data(
        by="actor",
        erase="keep",
        secret=("personal", "digest", "number", "mac"),
        reason="the chain stays intact; the personal values in audit_personal are erased",
    ),
)
"""There are no foreign keys, since entries stay after the objects they name are erased.

`personal` is a salted digest of the row in `audit_personal`. `digest` is set when the entry is
written, `number` and `mac` when it is sealed; the index of `number` finds unsealed entries.
"""

personal = sa.Table(
    "audit_personal",
    metadata,
    sa.Column("entry_id", IdColumn, sa.ForeignKey("audit_entries.id"), primary_key=True),
    sa.Column("ip", sa.Text, nullable=False),
    sa.Column("user_agent", sa.Text, nullable=False),
    sa.Column("salt", sa.Text, nullable=False),
    info=personal_data(by="entry_id", through="audit_entries", erase="delete", secret=("salt",)),
)
"""Rows may be deleted one by one. The digest without the salt doesn't reveal the values."""

head = sa.Table(
    "audit_head",
    metadata,
    sa.Column("one", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("mac", sa.Text, nullable=False),
    sa.Column("seal", sa.Text, nullable=False),
    sa.Column("overdue_at", UtcDateTimeColumn),
    sa.CheckConstraint("one = 1", name="one"),
    info=no_personal_data("the end of a chain of digests"),
)
"""The last number and MAC of the chain, in a single row. It detects a truncated log.

`overdue_at` is the last time at which entries were unsealed for too long although a sealer was
running. The next seal sets it to null.
"""
