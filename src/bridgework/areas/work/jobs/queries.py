"""The statements on jobs, job applications and CVs."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa

from bridgework.areas.history.audit.tables import entries
from bridgework.areas.identity.uploads.tables import assets
from bridgework.areas.work.jobs import policies, schemas
from bridgework.areas.work.jobs.formats import serializers
from bridgework.areas.work.jobs.records import Application, EndedApplication, Job
from bridgework.areas.work.jobs.tables import applications, documents, index, job_accounts, jobs
from bridgework.areas.work.postings.queries import ApplicationQueries, PostingQueries
from bridgework.areas.work.postings.records import Listed
from bridgework.areas.work.postings.search import NEWEST, RELEVANCE, PostingSearch
from bridgework.areas.work.postings.visibility import NOW, Visibility, reader
from bridgework.areas.work.postings.writes import EndingWrites, PostingWrites
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx
from bridgework.kit.data.search import AtLeast, Condition, Documents, query
from bridgework.kit.security import ANONYMOUS, Caller

_BATCH_SIZE = 100


def _has_status(status: str) -> sa.ColumnElement[bool]:
    """The condition that `policies.status_of` returns a status."""
    has_status = jobs.c.status == status
    if status == "approved":
        return sa.and_(has_status, jobs.c.expires_at > NOW)
    if status == "expired":
        return sa.or_(has_status, sa.and_(jobs.c.status == "approved", jobs.c.expires_at <= NOW))
    return has_status


def _filters(params: schemas.ListJobsQuery) -> Sequence[Condition]:
    conditions: list[Condition] = []
    for name in serializers.FILTERS:
        value = getattr(params, name)
        if value is not None:
            conditions += query.any_of("", [serializers.to_filter_token(name, value)])
    if params.min_comp is not None:
        conditions.append(AtLeast(serializers.COMP, params.min_comp))
    return conditions


def _order(params: schemas.ListJobsQuery) -> str:
    """Return the requested order; the default is relevance with a search, otherwise newest."""
    if params.sort_by == "compensation":
        return params.sort_by
    return RELEVANCE if params.search and params.sort_by != "newest" else NEWEST


# A literal, so the database can use the partial index of approved postings.
_is_approved = jobs.c.status == sa.literal_column("'approved'")
_is_expired = sa.and_(_is_approved, jobs.c.expires_at <= NOW)

_has_cv = sa.exists().where(
    assets.c.object_path == applications.c.cv_object_path,
    assets.c.account_id == applications.c.applicant_id,
    assets.c.folder == policies.CVS,
    assets.c.state == "ready",
)

visibility = Visibility(
    Job,
    jobs,
    applications.c.job_id,
    removed_at=jobs.c.hidden_at,
    hidden_at=jobs.c.hidden_at,
    open_status=policies.OPEN_STATUS,
    application_statuses=policies.APPLICATION_STATUSES,
    is_unexpired=[jobs.c.expires_at > NOW],
    contact_from=policies.CONTACT_FROM,
    tier="jobs_verification_tier",
)
postings = PostingQueries(
    visibility,
    has_status=_has_status,
    to_schema=serializers.to_schema,
    to_card=serializers.to_card,
)
search = PostingSearch(
    visibility,
    index,
    documents.c.job_id,
    to_schema=serializers.to_schema,
    filters=_filters,
    order=_order,
    orders={"compensation": documents.c.comp},
    expired=sa.select(documents.c.number).join_from(jobs, documents).where(_is_expired),
)
posting_writes = PostingWrites(
    Job,
    jobs,
    Documents(index, documents, "job_id"),
    removed_at=jobs.c.hidden_at,
    to_document=serializers.to_document,
)
endings = EndingWrites(
    applications,
    applications.c.job_id,
    visibility,
    open_statuses=policies.OPEN_APPLICATIONS,
)
job_applications = ApplicationQueries(
    Application,
    applications,
    applications.c.job_id,
    visibility,
    kind="job",
    may_decide=sa.and_(visibility.is_present, visibility.is_in_charge),
    has_cv=_has_cv,
    schema=schemas.JobApplication,
    rules=policies.APPLICATION_RULES,
)

_job_id = sa.bindparam("this_job", type_=IdColumn)
# Without the current time: expiry updates the status within a minute.
_may_see = sa.select(
    sa.exists().where(
        jobs.c.id == _job_id,
        visibility.is_present,
        sa.or_(
            visibility.is_in_charge, sa.and_(visibility.has_open_status, visibility.is_owner_active)
        ),
    )
)
is_public = sa.and_(visibility.is_present, visibility.is_open)
"""The condition that visitors may see a job where jobs are public."""
_public = visibility.listed.where(jobs.c.id == _job_id, is_public)
# A posting can be closed before anybody has approved it, and its row does not tell.
_was_approved = sa.exists().where(
    entries.c.target == sa.bindparam("this_target", type_=sa.Text),
    entries.c.action == "job.approve",
    entries.c.outcome == "ok",
)
_has_been_open = sa.select(
    sa.exists().where(
        jobs.c.id == _job_id,
        sa.or_(
            jobs.c.status == "expired",
            visibility.has_open_status,
            sa.and_(jobs.c.status == "closed", _was_approved),
        ),
    )
)
_documents = (
    sa.select(
        jobs.c.id, jobs.c.user_id, jobs.c.expires_at, documents.c.number, documents.c.found_by
    )
    .join_from(jobs, documents)
    .where(
        jobs.c.id.in_(sa.bindparam("ids", type_=IdColumn, expanding=True)),
        jobs.c.expires_at.is_not(None),
    )
)
_expired = (
    sa.select(jobs.c.id)
    .where(_is_expired)
    .order_by(jobs.c.expires_at)
    .limit(1)
    .with_for_update(skip_locked=True)
)
_expire = (
    jobs.update()
    .where(jobs.c.id == _expired.scalar_subquery())
    .values(status="expired")
    .returning(jobs.c.id, jobs.c.user_id)
)


def may_see(tx: Tx, caller: Caller, job_id: Id) -> bool:
    """Whether the caller may read a job."""
    return bool(tx.value(_may_see, {"this_job": job_id, **reader(caller)}))


def find_public(tx: Tx, job_id: Id, now: datetime) -> Listed[Job] | None:
    """Return a job that visitors may see where its page is public."""
    parameters = {"this_job": job_id, **reader(ANONYMOUS, now)}
    return tx.record(visibility.listed_reader, _public, parameters)


def has_been_open(tx: Tx, job_id: Id) -> bool:
    """Whether a job has the status of a public one, or had it before it ended or was hidden."""
    return bool(tx.value(_has_been_open, {"this_job": job_id, "this_target": job_id}))


class JobDocument(NamedTuple):
    """The search document of an approved job, with its owner and expiry."""

    id: Id
    user_id: Id
    expires_at: datetime
    number: int
    found_by: str


def get_documents(tx: Tx, ids: Sequence[Id]) -> Sequence[JobDocument]:
    """Return the search documents of approved jobs."""
    return tx.records(JobDocument, _documents, {"ids": list(ids)})


def mark_expired(tx: Tx, now: datetime) -> tuple[Id, Id] | None:
    """Set a job that is due to expired. Returns its ID and its owner, None if none is due."""
    expired = tx.execute(_expire, {"now": now}).first()
    return None if expired is None else (expired.id, expired.user_id)


# --- CVs --------------------------------------------------------------------------------------

_application_id = sa.bindparam("this_application", type_=IdColumn)
_path = sa.bindparam("path", type_=sa.Text)
# A CV belongs to its applicant, so few applications reference it.
_owner = sa.select(assets.c.account_id).where(assets.c.object_path == _path).scalar_subquery()
_references_file = sa.select(
    sa.or_(
        sa.exists().where(
            applications.c.applicant_id == _owner,
            applications.c.cv_object_path == _path,
            applications.c.status.in_(policies.OPEN_APPLICATIONS),
        ),
        sa.exists().where(job_accounts.c.cv_object_path == _path),
    )
)
_is_cv_link_valid = sa.select(
    sa.exists().where(
        applications.c.id == _application_id,
        applications.c.cv_object_path == _path,
        applications.c.status != "withdrawn",
        applications.c.job_id == jobs.c.id,
        visibility.is_present,
    )
)
_ended_ids = (
    sa.select(applications.c.id)
    .where(
        applications.c.cv_object_path.is_not(None),
        applications.c.status.in_(policies.ENDED_APPLICATIONS),
        applications.c.updated_at <= NOW,
    )
    .limit(_BATCH_SIZE)
    .with_for_update(skip_locked=True)
)
_ended = sa.select(
    applications.c.id, applications.c.applicant_id, applications.c.cv_object_path
).where(applications.c.id.in_(_ended_ids.scalar_subquery()))
_clear_cvs = (
    applications.update()
    .where(applications.c.id.in_(sa.bindparam("ids", type_=IdColumn, expanding=True)))
    .values(cv_object_path=None)
)
_paths = sa.bindparam("paths", type_=sa.Text, expanding=True)
_still_referenced = sa.union(
    sa.select(applications.c.cv_object_path).where(
        applications.c.applicant_id.in_(sa.bindparam("applicants", type_=IdColumn, expanding=True)),
        applications.c.cv_object_path.in_(_paths),
    ),
    sa.select(job_accounts.c.cv_object_path).where(job_accounts.c.cv_object_path.in_(_paths)),
)


def is_file_referenced(tx: Tx, object_path: str) -> bool:
    """Whether an upload is the CV of an open application or of an account."""
    return bool(tx.value(_references_file, {"path": object_path}))


def is_cv_link_valid(tx: Tx, application_id: Id, object_path: str) -> bool:
    """Whether a link to a CV is valid: the application is not withdrawn and its job not hidden."""
    return bool(
        tx.value(_is_cv_link_valid, {"this_application": application_id, "path": object_path})
    )


def delete_cvs(tx: Tx, before: datetime) -> tuple[int, Sequence[str]]:
    """Clear the CVs of some applications that were declined or withdrawn before a time.

    Returns their number, and the paths that are no longer referenced.
    """
    ended = tx.records(EndedApplication, _ended, {"now": before})
    if not ended:
        return 0, []
    tx.execute(_clear_cvs, {"ids": [row.id for row in ended]})
    paths = {row.cv_object_path for row in ended}
    parameters = {"paths": list(paths), "applicants": list({row.applicant_id for row in ended})}
    return len(ended), sorted(paths - set(tx.execute(_still_referenced, parameters).scalars()))
