"""When postings ended, in their open applications. Those that ended before send no notification."""

from datetime import datetime

import sqlalchemy as sa
from alembic import op

from bridgework.kit.data.db import IdColumn, UtcDateTimeColumn

revision = "0023"
down_revision = "0022"
additive = False

_OPEN = {
    "job": ("submitted", "reviewing", "interview", "offered"),
    "role": ("submitted", "shortlisted"),
}
_ENDED = {"job": ("closed", "rejected", "expired"), "role": ("closed", "filled")}
_REMOVED = {"job": "hidden_at", "role": "deleted_at"}


def upgrade() -> None:
    for kind in ("job", "role"):
        op.add_column(f"{kind}_applications", sa.Column("posting_ended_at", UtcDateTimeColumn))
        mark_ended(kind)
    rename_notifications()


def mark_ended(kind: str) -> None:
    """Mark the open applications to postings of a kind that ended, with the time as far as known.

    An approved job whose time is over is left to the periodic task, which notifies its applicants.
    """
    times = ("updated_at", "posting_ended_at", _REMOVED[kind])
    postings, applications, accounts = (
        sa.table(
            name,
            *(sa.column(column, IdColumn) for column in ids),
            *(sa.column(column, UtcDateTimeColumn) for column in columns),
            sa.column("status", sa.Text),
        )
        for name, ids, columns in (
            (f"{kind}s", ("id", "user_id"), (*times, "expires_at")),
            (f"{kind}_applications", ("id", f"{kind}_id"), times),
            ("accounts", ("id",), ("updated_at", "disabled_at", "erases_at")),
        )
    )
    removed_at = postings.c[_REMOVED[kind]]
    has_ended = postings.c.status.in_(_ENDED[kind])
    changed_at: sa.ColumnElement[datetime] = postings.c.updated_at
    if kind == "job":  # the periodic task does not change `updated_at`
        is_expired = postings.c.status == "expired"
        expired_at = sa.func.coalesce(postings.c.expires_at, changed_at)
        changed_at = sa.case((is_expired, expired_at), else_=changed_at)
    is_owner_hidden = sa.or_(accounts.c.disabled_at.is_not(None), accounts.c.erases_at.is_not(None))
    ended_at = (
        sa.select(
            sa.case(
                (has_ended, changed_at),
                (removed_at.is_not(None), removed_at),
                else_=sa.func.coalesce(accounts.c.disabled_at, accounts.c.updated_at),
            )
        )
        .join_from(postings, accounts, accounts.c.id == postings.c.user_id)
        .where(
            postings.c.id == applications.c[f"{kind}_id"],
            sa.or_(has_ended, removed_at.is_not(None), is_owner_hidden),
        )
        .scalar_subquery()
    )
    op.execute(
        applications.update()
        .where(applications.c.status.in_(_OPEN[kind]))
        .values(posting_ended_at=ended_at)
    )


def rename_notifications() -> None:
    """Rename the notifications of deleted roles, which are about the application now."""
    notifications, applications = (
        sa.table(
            name,
            *(sa.column(column, IdColumn) for column in ids),
            sa.column("kind", sa.Text),
        )
        for name, ids in (
            ("notifications", ("account_id", "subject_id")),
            ("role_applications", ("id", "role_id", "applicant_id")),
        )
    )
    application_id = (
        sa.select(applications.c.id)
        .where(
            applications.c.role_id == notifications.c.subject_id,
            applications.c.applicant_id == notifications.c.account_id,
        )
        .scalar_subquery()
    )
    op.execute(
        notifications.update()
        .where(notifications.c.kind == "role.withdrawn")
        .values(
            kind="role_application.posting_removed",
            subject_id=sa.func.coalesce(application_id, notifications.c.subject_id),
        )
    )
