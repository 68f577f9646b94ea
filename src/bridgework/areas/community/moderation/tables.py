"""The table of reports and their decisions."""

import sqlalchemy as sa

from bridgework.kit.data.db import (
    IdColumn,
    UtcDateTimeColumn,
    metadata,
    partial_index,
    personal_data,
)

_IS_OPEN = sa.text("status = 'open'")

reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("reporter_id", IdColumn, sa.ForeignKey("accounts.id"), index=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("target_id", IdColumn, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("decision", sa.Text),
    sa.Column("decision_reason", sa.Text),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Column("decided_at", UtcDateTimeColumn),
    sa.CheckConstraint("kind in ('post', 'comment', 'job', 'profile', 'event')", name="kind"),
    sa.CheckConstraint("status in ('open', 'decided')", name="status"),
    sa.CheckConstraint("decision in ('keep', 'hide', 'restore')", name="decision"),
    sa.Index("ix_reports_kind", "kind", "id"),
    sa.Index("ix_reports_status", "status", "id"),
    partial_index("ix_reports_open", "status", "created_at", "id", where=_IS_OPEN),
    sa.Index("ix_reports_target", "target_id"),
    partial_index(
        "ix_reports_once", "reporter_id", "kind", "target_id", where=_IS_OPEN, unique=True
    ),
    info=personal_data(
        by="reporter_id",
        erase="blank",
        blank={"reporter_id": None},
        secret=("decision_reason",),
        reason="the report is about the content of another member",
    ),
)
"""`target_id` is the ID of a row of another area, depending on `kind`, so it is no foreign key.

The reason of a decision is visible to administrators and to the owner of the content only, so it is
left out of the reporter's export.
"""
REPORT_IS_OPEN = reports.c.status == sa.literal_column("'open'")
"""The condition of reports that are not decided."""

OTHER_REPORTS = reports.alias("other")
# Expressions in place of columns keep SQLite from reading all reports of a kind or state, by their
# indexes, instead of those of the content.
IS_OF_SAME_CONTENT = sa.and_(
    OTHER_REPORTS.c.kind.concat("") == reports.c.kind,
    OTHER_REPORTS.c.target_id == reports.c.target_id,
)
"""The condition that one of `OTHER_REPORTS` is about the content of a report."""
REPORTERS: sa.ScalarSelect[int] = (
    sa.select(
        sa.func.count(
            sa.distinct(sa.func.coalesce(OTHER_REPORTS.c.reporter_id, OTHER_REPORTS.c.id))
        )
    )
    .where(IS_OF_SAME_CONTENT)
    .scalar_subquery()
)
"""How many members reported the content of a report. An erased one counts once a report."""
REPORT_WAITS = sa.and_(
    REPORT_IS_OPEN,
    ~sa.exists().where(
        IS_OF_SAME_CONTENT,
        OTHER_REPORTS.c.status.concat("") == "open",
        OTHER_REPORTS.c.id < reports.c.id,
    ),
)
"""The condition of reports that wait for an administrator: the first open one of each content,
since a decision is on all of them."""
