"""The counts and the changes of the overview, each from an index of the caller's rows."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from bridgework.areas.back_office.member_overview.records import StatusCount, WaitingChange
from bridgework.areas.history.reviews.tables import changes
from bridgework.areas.work.consultations.tables import WAITS_FOR_EXPERT, consultations
from bridgework.areas.work.jobs.tables import applications as job_applications
from bridgework.areas.work.jobs.tables import jobs
from bridgework.areas.work.roles.tables import applications as role_applications
from bridgework.areas.work.roles.tables import roles
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx

_account = sa.bindparam("account", type_=IdColumn)


def _by_status(
    kind: str, status: sa.Column[str], *conditions: sa.ColumnElement[bool]
) -> sa.Select[str, str, int]:
    kind_column: sa.ColumnElement[str] = sa.literal_column(f"'{kind}'", sa.Text)
    counted = sa.select(
        kind_column.label("kind"), status.label("status"), sa.func.count().label("number")
    )
    return counted.where(*conditions).group_by(status)


_COUNTS = sa.union_all(
    _by_status("jobs", job_applications.c.status, job_applications.c.applicant_id == _account),
    _by_status("roles", role_applications.c.status, role_applications.c.applicant_id == _account),
    _by_status(
        "received_jobs",
        job_applications.c.status,
        job_applications.c.job_id == jobs.c.id,
        jobs.c.user_id == _account,
        jobs.c.hidden_at.is_(None),
    ),
    _by_status(
        "received_roles",
        role_applications.c.status,
        role_applications.c.role_id == roles.c.id,
        roles.c.user_id == _account,
        roles.c.deleted_at.is_(None),
    ),
    _by_status("consultations", consultations.c.status, consultations.c.user_id == _account),
    _by_status(
        "consultations_to_answer",
        consultations.c.status,
        consultations.c.expert_id == _account,
        WAITS_FOR_EXPERT,
    ),
)


_title = (
    sa.select(roles.c.fields["role_needed"].as_string())
    .where(roles.c.id == changes.c.id)
    .scalar_subquery()
)
_CHANGES = (
    sa.select(changes.c.kind, changes.c.id, changes.c.since, changes.c.after, _title.label("title"))
    .where(changes.c.account_id == _account)
    .order_by(changes.c.kind, changes.c.since, changes.c.id)
    .limit(sa.bindparam("limit"))
)
"""With that of the account first, by the names of the kinds."""


def list_changes(tx: Tx, account_id: Id, limit: int) -> Sequence[WaitingChange]:
    """Return changes of an account and of its roles that wait for a review, oldest first."""
    return tx.records(WaitingChange, _CHANGES, {"account": account_id, "limit": limit})


def count_by_status(tx: Tx, account_id: Id) -> Mapping[str, Mapping[str, int]]:
    """Return the numbers of an account's rows by kind and status, without those that are 0."""
    counts: dict[str, dict[str, int]] = defaultdict(dict)
    for kind, status, number in tx.records(StatusCount, _COUNTS, {"account": account_id}):
        counts[kind][status] = number
    return counts
