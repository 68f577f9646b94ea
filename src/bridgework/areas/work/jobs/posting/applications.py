"""Applications to jobs, and their CVs."""

from datetime import datetime, timedelta
from typing import Any

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.identity.accounts.lifecycle import decisions
from bridgework.areas.identity.uploads import actions as uploads
from bridgework.areas.identity.uploads.schemas import DownloadUrl
from bridgework.areas.work.jobs import errors, policies, queries
from bridgework.areas.work.jobs.posting.job_type import JOB
from bridgework.areas.work.jobs.profiles import queries as profiles
from bridgework.areas.work.jobs.schemas import (
    DecideJobApplicationRequest,
    JobApplication,
    JobApplicationRequest,
    JobApplicationStatus,
)
from bridgework.areas.work.postings import applications
from bridgework.areas.work.postings.policies import ApplicationRule, application_facts
from bridgework.areas.work.postings.queries import Row
from bridgework.areas.work.postings.schemas import StatusQuery
from bridgework.context import Context
from bridgework.kit.core import FieldError, Id, ValidationFailed
from bridgework.kit.data.db import Tx
from bridgework.kit.data.pagination import CursorPage
from bridgework.kit.validation import email_key

_OPTIONAL_MEMBERS = (
    *("country_code", "phone_number", "professional_network_url"),
    *("cv_object_path", "referral_code"),
)


def apply(context: Context, job_id: Id, body: JobApplicationRequest) -> JobApplication:
    """Apply to an approved job, and e-mail the clinic."""
    job = applications.lock_open_posting(context, JOB, policies.APPLY, job_id)
    provided = body.provided()
    _must_be_valid(context, provided)
    values: dict[str, Any] = {**dict.fromkeys(_OPTIONAL_MEMBERS), **provided, "job_id": job_id}
    values["email_key"] = email_key(str(provided["email"]))
    if values["referral_code"] is not None:
        values["referral_code"] = values["referral_code"].upper()
    return applications.create(context, JOB, job, values, errors.AddressAlreadyApplied)


def list_for_job(
    context: Context, job_id: Id, query: StatusQuery[JobApplicationStatus]
) -> CursorPage[JobApplication]:
    """Return a page of the applications to the caller's own job."""
    rule = policies.LIST_APPLICATIONS
    return applications.list_for_posting(
        context, JOB, rule, job_id, query, CursorPage[JobApplication]
    )


def list_mine(
    context: Context, query: StatusQuery[JobApplicationStatus]
) -> CursorPage[JobApplication]:
    """Return a page of the caller's own applications."""
    return applications.list_mine(context, JOB, query, CursorPage[JobApplication])


def get(context: Context, application_id: Id) -> JobApplication:
    """Return an application that the caller may see. Raises JobApplicationNotFound."""
    return applications.get(context, JOB, application_id)


def decide(
    context: Context, application_id: Id, body: DecideJobApplicationRequest
) -> JobApplication:
    """Change the status of an application as the clinic, and e-mail the applicant."""
    reason = body.provided().get("reason")
    with decisions.named_in_refusals(context, application_id):
        before = _must_find(context, policies.DECIDE_APPLICATION, application_id)
        after = applications.decide(context, JOB, before, body.status, reason)
    return queries.job_applications.to_schema(context.caller, after)


def withdraw(context: Context, application_id: Id) -> JobApplication:
    """Withdraw the caller's own application, and e-mail the clinic."""
    return applications.withdraw(context, JOB, policies.WITHDRAW_APPLICATION, application_id)


def create_cv_link(context: Context, application_id: Id) -> DownloadUrl:
    """Return a link to the CV of an application, and record it in the audit log.

    Raises JobApplicationNotFound for a withdrawn application.
    """
    row = _must_find(context, policies.OPEN_CV, application_id)
    paths = [("cvObjectPath", row.cv_object_path)]
    # Locks the file; it may have been deleted since the application was read.
    if uploads.validate_paths(context.tx, row.applicant_id, policies.CVS, paths):
        raise errors.JobApplicationNotFound(errors.JobApplicationNotFound.NO_CV)
    audit.note(context, "job_application.open_cv", target=application_id)
    return uploads.create_link(context, row.cv_object_path, bound_to=application_id)


def delete_cvs(retention: timedelta, tx: Tx, now: datetime) -> int:
    """Delete the CVs of some applications that ended longer ago than `retention`. A periodic task.

    A CV that another application or the account references is not deleted.
    """
    count, paths = queries.delete_cvs(tx, now - retention)
    uploads.delete_assets(tx, paths, now)
    return count


def _must_be_valid(context: Context, provided: dict[str, object]) -> None:
    """Raise ValidationFailed for an invalid URL, CV or referral code."""
    faults: list[FieldError] = []
    applicant_id = context.caller.account()
    if "professional_network_url" in provided:
        host = context.app.settings.professional_network_host
        faults += policies.validate_profile_url(str(provided["professional_network_url"]), host)
    if "cv_object_path" in provided:
        paths = [("cvObjectPath", str(provided["cv_object_path"]))]
        faults += uploads.validate_paths(context.tx, applicant_id, policies.CVS, paths)
    if "referral_code" in provided:
        owner_id = profiles.find_owner_of_code(context.tx, str(provided["referral_code"]))
        faults += policies.validate_referral_code(owner_id, applicant_id)
    if faults:
        raise ValidationFailed(*faults)


def _must_find(context: Context, rule: ApplicationRule, application_id: Id) -> Row:
    """Return an application for an operation that its rule allows.

    Raises JobApplicationNotFound or an error of the rule.
    """
    row = applications.must_find(context, JOB, application_id)
    rule.must_allow(context.caller, application_facts(row._asdict()))
    return row
