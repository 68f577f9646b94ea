"""The counts of the overview, each from an index of the caller's rows."""

from collections import defaultdict
from collections.abc import Mapping

import sqlalchemy as sa

from bridgework.areas.work.consultations.tables import consultations
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
)


def count_by_status(tx: Tx, account_id: Id) -> Mapping[str, Mapping[str, int]]:
    """Return the numbers of an account's rows by kind and status, without those that are 0."""
    counts: dict[str, dict[str, int]] = defaultdict(dict)
    for row in tx.rows(_COUNTS, {"account": account_id}):
        counts[row.kind][row.status] = row.number
    return counts
