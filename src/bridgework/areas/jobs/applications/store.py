"""Every statement on applications to jobs; readers narrow by the caller."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.jobs.applications import rules
from bridgework.areas.jobs.applications.shapes import JobApplication
from bridgework.areas.jobs.tables import applications, job_accounts, jobs
from bridgework.areas.profiles.shapes import CARD_OF_ACCOUNT, ApplicantCard
from bridgework.areas.profiles.tables import profiles
from bridgework.areas.uploads.tables import assets
from bridgework.kit.auth import Caller
from bridgework.kit.db.columns import IdColumn, UtcDateTimeColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.pagination.keyset import Keyset, PageRequest, PageSlice

Row = sa.Row[Any]

_AT_ONCE = 100

_application_id = sa.bindparam("this_application", type_=IdColumn)
_job_id = sa.bindparam("this_job", type_=IdColumn)
_reader = sa.bindparam("reader", type_=IdColumn)
_reader_is_admin = sa.bindparam("reader_is_admin", type_=sa.Boolean)
_status = sa.bindparam("status", type_=sa.Text)
_now = sa.bindparam("now", type_=UtcDateTimeColumn)
_path = sa.bindparam("path", type_=sa.Text)

_of_account = [accounts.c[name].label(f"card_{name}") for name in CARD_OF_ACCOUNT]
_told = (
    sa.select(
        applications,
        *_of_account,
        profiles.c.fields.label("card_fields"),
        jobs.c.user_id.label("clinic_id"),
        jobs.c.fields.label("job_fields"),
    )
    .join_from(applications, jobs, jobs.c.id == applications.c.job_id)
    .join(accounts, accounts.c.id == applications.c.applicant_id)
    .outerjoin(profiles, profiles.c.account_id == applications.c.applicant_id)
)
_is_clinics = sa.and_(
    jobs.c.hidden_at.is_(None), sa.or_(_reader_is_admin, jobs.c.user_id == _reader)
)
_one = _told.where(
    applications.c.id == _application_id,
    sa.or_(_is_clinics, applications.c.applicant_id == _reader),
)
_in_state = sa.or_(_status.is_(None), applications.c.status == _status)
_newest = Keyset(applications.c.created_at, applications.c.id)
_of_job = _newest.pages(_told.where(applications.c.job_id == _job_id, _in_state))
_of_applicant = _newest.pages(_told.where(applications.c.applicant_id == _reader, _in_state))

# The posting, its clinic and the applicant in one statement.
_clinic = accounts.alias("clinic")
_clinic_is_active = sa.and_(_clinic.c.disabled_at.is_(None), _clinic.c.erases_at.is_(None))
_applied_to = (
    sa.select(
        jobs.c.id,
        jobs.c.user_id,
        jobs.c.status,
        jobs.c.expires_at,
        jobs.c.fields,
        _clinic.c.email.label("clinic_email"),
        *_of_account,
        profiles.c.fields.label("card_fields"),
    )
    .join_from(jobs, _clinic, _clinic.c.id == jobs.c.user_id)
    .join(accounts, accounts.c.id == _reader)
    .outerjoin(profiles, profiles.c.account_id == _reader)
    .where(
        jobs.c.id == _job_id,
        jobs.c.hidden_at.is_(None),
        sa.or_(
            _reader_is_admin,
            jobs.c.user_id == _reader,
            sa.and_(jobs.c.status == "approved", jobs.c.expires_at > _now, _clinic_is_active),
        ),
    )
    .with_for_update(of=jobs, read=True)
)
_new = applications.c.id
_add = {
    dialect: insert(applications).on_conflict_do_nothing().returning(_new)
    for dialect, insert in (("sqlite", sqlite.insert), ("postgresql", postgresql.insert))
}
_has_applied = sa.select(
    sa.exists().where(applications.c.job_id == _job_id, applications.c.applicant_id == _reader)
)
_move = (
    applications.update()
    .where(applications.c.id == _application_id, applications.c.status == sa.bindparam("state"))
    .values(status=sa.bindparam("to"), reason=sa.bindparam("why"), updated_at=_now)
)
# A CV is its applicant's own, so whoever names one is found among few, by whose it is.
_owner = sa.select(assets.c.account_id).where(assets.c.object_path == _path).scalar_subquery()
_needed = sa.select(
    sa.exists().where(
        applications.c.applicant_id == _owner,
        applications.c.cv_object_path == _path,
        applications.c.status.in_(rules.OPEN),
    )
)
_gives_cv = sa.select(
    sa.exists().where(
        applications.c.id == _application_id,
        applications.c.cv_object_path == _path,
        applications.c.status != "withdrawn",
        applications.c.job_id == jobs.c.id,
        jobs.c.hidden_at.is_(None),
    )
)
_over = (
    sa.select(applications.c.id)
    .where(
        applications.c.cv_object_path.is_not(None),
        applications.c.status.in_(rules.ENDED),
        applications.c.updated_at <= _now,
    )
    .limit(_AT_ONCE)
    .with_for_update(skip_locked=True)
)
_ended = sa.select(
    applications.c.id, applications.c.applicant_id, applications.c.cv_object_path
).where(applications.c.id.in_(_over.scalar_subquery()))
_forget = (
    applications.update()
    .where(applications.c.id.in_(sa.bindparam("ids", type_=IdColumn, expanding=True)))
    .values(cv_object_path=None)
)
_paths = sa.bindparam("paths", type_=sa.Text, expanding=True)
_still_named = sa.union(
    sa.select(applications.c.cv_object_path).where(
        applications.c.applicant_id.in_(sa.bindparam("applicants", type_=IdColumn, expanding=True)),
        applications.c.cv_object_path.in_(_paths),
    ),
    sa.select(job_accounts.c.cv_object_path).where(job_accounts.c.cv_object_path.in_(_paths)),
)


def applied_to(tx: Tx, caller: Caller, job_id: Id, now: datetime) -> Row | None:
    """A posting that the caller may see, held as it is, with the caller's card."""
    return tx.row(_applied_to, {"this_job": job_id, **_of(caller), "now": now})


def application(tx: Tx, caller: Caller, application_id: Id) -> Row | None:
    """An application that the caller may see, with whose posting it is for."""
    return tx.row(_one, {"this_application": application_id, **_of(caller)})


def of_job(
    tx: Tx, job_id: Id, status: str | None, page_request: PageRequest
) -> PageSlice[JobApplication]:
    """A page of the applications to a job, the newest first."""
    return _of_job.read(tx, page_request, shown, {"this_job": job_id, "status": status})


def of_applicant(
    tx: Tx, caller: Caller, status: str | None, page_request: PageRequest
) -> PageSlice[JobApplication]:
    """A page of what the caller has applied to, the newest first."""
    return _of_applicant.read(
        tx, page_request, shown, {"reader": caller.account(), "status": status}
    )


def add(tx: Tx, values: Mapping[str, object]) -> bool:
    """Add an application; False if that applicant or that address has one to this job already."""
    return tx.value(_add[tx.dialect], dict(values)) is not None


def has_applied(tx: Tx, caller: Caller, job_id: Id) -> bool:
    """Whether the caller has an application to a job."""
    return bool(tx.value(_has_applied, {"this_job": job_id, "reader": caller.account()}))


def move(tx: Tx, application_id: Id, state: str, to: str, why: str | None, now: datetime) -> bool:
    """Move an application on; False if it is in `state` no more."""
    given = {"this_application": application_id, "state": state, "to": to, "why": why, "now": now}
    return tx.execute(_move, given).rowcount == 1


def shown(row: Row) -> JobApplication:
    """An application as it is told."""
    return told(row._asdict(), row)


def told(members: Mapping[str, Any], applicant: Row) -> JobApplication:
    """An application of these members, and the card of whoever sent it out of a row."""
    of_account = {name: getattr(applicant, f"card_{name}") for name in CARD_OF_ACCOUNT}
    card = ApplicantCard.of(members["applicant_id"], of_account, applicant.card_fields)
    return JobApplication.model_validate(
        {**members, "applicant": card}, by_name=True, by_alias=False, strict=False
    )


# --- CVs --------------------------------------------------------------------------------------


def needs(tx: Tx, object_path: str) -> bool:
    """Whether the upload at this path is the CV of an open application."""
    return bool(tx.value(_needed, {"path": object_path}))


def gives_cv(tx: Tx, application_id: Id, object_path: str) -> bool:
    """Whether this CV belongs to the application, which was not withdrawn nor its job hidden."""
    return bool(tx.value(_gives_cv, {"this_application": application_id, "path": object_path}))


def let_go(tx: Tx, before: datetime) -> tuple[int, Sequence[str]]:
    """Take the CVs from some applications that came to nothing before then.

    Returns how many those were, and the paths that nothing names any more.
    """
    ended = tx.rows(_ended, {"now": before})
    if not ended:
        return 0, []
    tx.execute(_forget, {"ids": [row.id for row in ended]})
    paths = {row.cv_object_path for row in ended}
    named = {"paths": list(paths), "applicants": list({row.applicant_id for row in ended})}
    return len(ended), sorted(paths - set(tx.execute(_still_named, named).scalars()))


def _of(caller: Caller) -> dict[str, object]:
    return {"reader": caller.account(), "reader_is_admin": caller.is_admin}
