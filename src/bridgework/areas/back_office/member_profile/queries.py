"""The statements on the documents and applications of a person."""

from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from bridgework.areas.back_office.member_profile.records import SentApplication, StoredDocument
from bridgework.areas.identity.uploads.tables import assets
from bridgework.areas.work.jobs.tables import applications as job_applications
from bridgework.areas.work.roles.tables import applications as role_applications
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx

_account = sa.bindparam("this_account", type_=IdColumn)
_limit = sa.bindparam("limit", type_=sa.Integer)
_documents = (
    sa.select(*(assets.c[name] for name in StoredDocument._fields))
    .where(
        assets.c.account_id == _account,
        assets.c.state == "ready",
        assets.c.object_path.in_(sa.bindparam("paths", type_=sa.Text, expanding=True)),
    )
    .order_by(assets.c.created_at.desc(), assets.c.id.desc())
)


def _applications(
    kind: str, table: sa.Table, posting_id: sa.Column[Any], has_cv: sa.ColumnElement[bool]
) -> sa.Select[Any]:
    """Select the newest applications of an account to one type of posting."""
    return (
        sa.select(
            sa.literal_column(f"'{kind}'", sa.Text).label("kind"),
            *(table.c[name] for name in ("id", "applied_to", "status", "created_at")),
            posting_id.label("posting_id"),
            has_cv.label("has_cv"),
        )
        .where(table.c.applicant_id == _account)
        .order_by(table.c.created_at.desc(), table.c.id.desc())
        .limit(_limit)
    )


def _count(table: sa.Table) -> sa.ScalarSelect[int]:
    counted = sa.select(sa.func.count()).select_from(table)
    return counted.where(table.c.applicant_id == _account).scalar_subquery()


_to_roles = _applications("role", role_applications, role_applications.c.role_id, sa.false())
_to_jobs = _applications(
    "job",
    job_applications,
    job_applications.c.job_id,
    job_applications.c.cv_object_path.is_not(None),
)
_total = sa.select(_count(role_applications) + _count(job_applications))


def list_documents(tx: Tx, account_id: Id, paths: Iterable[str]) -> Sequence[StoredDocument]:
    """Return the complete uploads of an account at these paths, newest first."""
    parameters = {"this_account": account_id, "paths": list(paths)}
    return tx.records(StoredDocument, _documents, parameters)


def list_applications(tx: Tx, account_id: Id, limit: int) -> Sequence[SentApplication]:
    """Return the newest applications of an account to roles and jobs."""
    parameters = {"this_account": account_id, "limit": limit}
    sent = [
        application
        for statement in (_to_roles, _to_jobs)
        for application in tx.records(SentApplication, statement, parameters)
    ]
    return sorted(sent, key=lambda each: (each.created_at, each.id), reverse=True)[:limit]


def count_applications(tx: Tx, account_id: Id) -> int:
    """Return how many applications to roles and jobs an account has."""
    return int(tx.value(_total, {"this_account": account_id}))
