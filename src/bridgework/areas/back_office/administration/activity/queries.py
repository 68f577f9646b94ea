"""The statements that count what happened in a period. Each number is counted from an index."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.back_office.administration.activity.records import (
    Administrator,
    Counts,
    Funnel,
)
from bridgework.areas.history.audit.tables import entries
from bridgework.areas.identity.accounts.tables import NAME_OR_EMAIL, accounts, sessions
from bridgework.areas.people.directory.tables import experts
from bridgework.areas.people.vendors.tables import entries as vendors
from bridgework.areas.work.jobs.tables import applications as job_applications
from bridgework.areas.work.jobs.tables import documents as job_documents
from bridgework.areas.work.roles.tables import applications as role_applications
from bridgework.areas.work.roles.tables import documents as role_documents
from bridgework.kit.data.db import Tx, UtcDateTimeColumn

_TIMES: dict[str, sa.Column[Any]] = {
    "registrations": accounts.c.created_at,
    "sign_ins": sessions.c.created_at,
    # Their indexes contain the time, and the documents the postings that were not removed.
    "roles_posted": role_documents.c.created_at,
    "jobs_posted": job_documents.c.created_at,
    "role_applications": role_applications.c.created_at,
    "job_applications": job_applications.c.created_at,
}
"""The time that each number counts."""
MOST_ADMINISTRATORS = 100
_start = sa.bindparam("start", type_=UtcDateTimeColumn())
_end = sa.bindparam("end", type_=UtcDateTimeColumn())
_counts = sa.select(
    *(
        sa.select(sa.func.count()).where(time >= _start, time < _end).scalar_subquery().label(name)
        for name, time in _TIMES.items()
    )
)

_TIERS = (
    accounts.c.verification_tier,
    accounts.c.jobs_verification_tier,
    accounts.c.vendors_verification_tier,
)
_LISTED = (experts.c.id, vendors.c.account_id)


def _has_application(
    role_condition: sa.ColumnElement[bool], job_condition: sa.ColumnElement[bool]
) -> sa.ColumnElement[bool]:
    of_role = role_applications.c.applicant_id == accounts.c.id
    of_job = job_applications.c.applicant_id == accounts.c.id
    return sa.or_(
        sa.exists().where(of_role, role_condition).correlate(accounts),
        sa.exists().where(of_job, job_condition).correlate(accounts),
    )


_STEPS: dict[str, sa.ColumnElement[bool]] = {
    "registered": sa.true(),
    "email_verified": accounts.c.is_email_verified,
    "verified": sa.or_(*(tier != "not-verified" for tier in _TIERS)),
    "listed": sa.or_(
        *(sa.exists().where(listed == accounts.c.id).correlate(accounts) for listed in _LISTED)
    ),
    "applied": _has_application(sa.true(), sa.true()),
    "hired": _has_application(
        role_applications.c.status == "accepted", job_applications.c.status == "hired"
    ),
}
"""What each number of the funnel counts of the accounts of a period."""
_funnel = sa.select(
    *(sa.func.count().filter(condition).label(name) for name, condition in _STEPS.items())
).where(accounts.c.created_at >= _start, accounts.c.created_at < _end)


_entries_of_each = (
    sa.select(
        entries.c.actor,
        sa.func.count().label("entries"),
        sa.func.max(entries.c.at).label("last_at"),
    )
    .where(
        entries.c.actor.in_(sa.select(accounts.c.id).where(accounts.c.role == "admin")),
        entries.c.at >= _start,
        entries.c.outcome == "ok",
    )
    .group_by(entries.c.actor)
    .subquery()
)
_administrators = (
    sa.select(
        accounts.c.id,
        NAME_OR_EMAIL.label("name"),
        sa.func.coalesce(_entries_of_each.c.entries, 0).label("entries"),
        _entries_of_each.c.last_at,
    )
    .join_from(accounts, _entries_of_each, _entries_of_each.c.actor == accounts.c.id, isouter=True)
    .where(accounts.c.role == "admin")
    .order_by(sa.desc("entries"), accounts.c.id)
    .limit(MOST_ADMINISTRATORS)
)


def list_administrators(tx: Tx, start: datetime) -> Sequence[Administrator]:
    """Return the administrators with the number and the last of their audit entries since `start`.

    Those with most entries are first, at most MOST_ADMINISTRATORS.
    """
    return tx.records(Administrator, _administrators, {"start": start})


def count_funnel(tx: Tx, start: datetime, end: datetime) -> Funnel:
    """Return how many accounts registered from `start` until before `end`, and their steps."""
    [funnel] = tx.records(Funnel, _funnel, {"start": start, "end": end})
    return funnel


def count(tx: Tx, start: datetime, end: datetime) -> Counts:
    """Return the numbers from `start` until before `end`."""
    [counts] = tx.records(Counts, _counts, {"start": start, "end": end})
    return counts
