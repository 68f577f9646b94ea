"""Applying to jobs, deciding about applications, and their CVs."""

from datetime import datetime, timedelta
from typing import Any

from bridgework.areas.audit import actions as audit
from bridgework.areas.jobs import errors, policies, queries
from bridgework.areas.jobs.job_type import JOB
from bridgework.areas.jobs.profiles import queries as profiles
from bridgework.areas.jobs.schemas import (
    DecideJobApplicationRequest,
    JobApplication,
    JobApplicationRequest,
)
from bridgework.areas.postings import applications
from bridgework.areas.postings.policies import must_be_in_charge
from bridgework.areas.postings.queries import Row
from bridgework.areas.uploads import actions as uploads
from bridgework.areas.uploads.schemas import DownloadUrl
from bridgework.kit.db.transaction import Tx
from bridgework.kit.errors import FieldError, ValidationFailed
from bridgework.kit.fields import email_key
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id

_CVS = "job-cvs"
_OPTIONAL = (
    *("country_code", "phone_number", "professional_network_url"),
    *("cv_object_path", "referral_code"),
)


def apply(context: Context, job_id: Id, body: JobApplicationRequest) -> JobApplication:
    """Apply once to an approved job, and e-mail its clinic."""
    job = applications.lock_open_posting(context, JOB, job_id)
    given = body.provided()
    _must_be_valid(context, given)
    values: dict[str, Any] = {**dict.fromkeys(_OPTIONAL), **given, "job_id": job_id}
    values["email_key"] = email_key(str(given["email"]))
    if values["referral_code"] is not None:
        values["referral_code"] = values["referral_code"].upper()
    return applications.create(context, JOB, job, values, errors.AddressAlreadyApplied)


def decide(
    context: Context, application_id: Id, body: DecideJobApplicationRequest
) -> JobApplication:
    """Move an application as the clinic, and e-mail the applicant."""
    before = _get_as_clinic(context, application_id)
    reason = body.provided().get("reason")
    after = applications.decide(context, JOB, before, body.status, reason)
    return queries.job_applications.to_schema(after)


def withdraw(context: Context, application_id: Id) -> JobApplication:
    """Withdraw the caller's own application, and e-mail the clinic."""
    before = applications.must_find(context, JOB, application_id)
    if before.applicant_id != context.caller.account():
        raise errors.NotTheApplicant
    after = applications.withdraw(context, JOB, before, before.reason)
    return queries.job_applications.to_schema(after)


def cv_link(context: Context, application_id: Id) -> DownloadUrl:
    """Return a link to the CV of an application, and note it in the audit log.

    A withdrawn application gives no CV.
    """
    row = _get_as_clinic(context, application_id)
    named = [("cvObjectPath", row.cv_object_path or "")]
    is_gone = uploads.validate_paths(context.tx, row.applicant_id, _CVS, named)
    if row.status == "withdrawn" or is_gone:
        raise errors.JobApplicationNotFound(errors.JobApplicationNotFound.NO_CV)
    audit.note(context, "job_application.open_cv", target=application_id)
    return uploads.create_link(context, row.cv_object_path, bound_to=application_id)


def erase_cvs(retention: timedelta, tx: Tx, now: datetime) -> int:
    """Erase the CVs of some applications that ended before the retention. A periodic task.

    A CV that another application or the account references is kept.
    """
    count, paths = queries.clear_cvs(tx, now - retention)
    uploads.delete_assets(tx, paths, now)
    return count


def _must_be_valid(context: Context, given: dict[str, object]) -> None:
    """Raise ValidationFailed for members that are well-formed but not acceptable."""
    faults: list[FieldError] = []
    applicant_id = context.caller.account()
    if "professional_network_url" in given:
        host = context.app.settings.professional_network_host
        faults += policies.faults_of_network(str(given["professional_network_url"]), host)
    if "cv_object_path" in given:
        named = [("cvObjectPath", str(given["cv_object_path"]))]
        faults += uploads.validate_paths(context.tx, applicant_id, _CVS, named)
    if "referral_code" in given:
        owner_id = profiles.owner_of_code(context.tx, str(given["referral_code"]))
        faults += policies.faults_of_referral(owner_id, applicant_id)
    if faults:
        raise ValidationFailed(*faults)


def _get_as_clinic(context: Context, application_id: Id) -> Row:
    """Return an application to a job that the caller is in charge of."""
    row = applications.must_find(context, JOB, application_id)
    must_be_in_charge(context.caller, row.owner_id, errors.NotTheClinic)
    return row
