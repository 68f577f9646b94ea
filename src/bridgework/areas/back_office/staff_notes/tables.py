"""The table of notes."""

import sqlalchemy as sa

from bridgework.kit.data.db import IdColumn, UtcDateTimeColumn, metadata, personal_data

staff_notes = sa.Table(
    "staff_notes",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("account_id", IdColumn, nullable=False, index=True),
    sa.Column("subject_kind", sa.Text, nullable=False),
    sa.Column("subject_id", IdColumn, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("author_id", IdColumn, index=True),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.CheckConstraint("subject_kind in ('account', 'role', 'job')", name="subject_kind"),
    sa.Index("ix_staff_notes_subject", "subject_id", "id"),
    info=personal_data(by="account_id", erase="delete", secret=("author_id",)),
)
"""`account_id` is the account that the note is about: the subject, or the owner of the posting.

`author_id` is the administrator who wrote it; the erasure of that account removes it. An export
does not contain it (decision 0022).
"""
