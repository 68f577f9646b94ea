"""Applications to jobs, and their CVs."""

from datetime import datetime, timedelta

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.identity.accounts.lifecycle import decisions
from bridgework.areas.identity.uploads import actions as uploads
from bridgework.areas.identity.uploads.schemas import DownloadUrl
from bridgework.areas.work.jobs import errors, policies, queries
from bridgework.areas.work.jobs.job_type import JOB_APPLICATIONS
from bridgework.areas.work.jobs.profiles import queries as profiles
from bridgework.areas.work.jobs.records import Application, Job
from bridgework.areas.work.jobs.schemas import (
    DecideJobApplicationRequest,
    DecideJobApplicationsRequest,
    JobApplication,
    JobApplicationRequest,
    JobApplicationStatus,
)
from bridgework.areas.work.postings import applications
from bridgework.areas.work.postings.policies import (
    ApplicationRule,
    application_facts,
    applied_to,
)
from bridgework.areas.work.postings.records import Applied
from bridgework.areas.work.postings.schemas import (
    AnswerOfferRequest,
    DecidedApplications,
    StatusQuery,
)
from bridgework.context import Context
from bridgework.kit.core import FieldError, Id, ValidationFailed, new_id
from bridgework.kit.data.db import Tx
from bridgework.kit.data.pagination import CursorPage
from bridgework.kit.validation import email_key, or_none


def apply(context: Context, job_id: Id, body: JobApplicationRequest) -> JobApplication:
    """Apply to an approved job, and e-mail the clinic."""
    to = applications.lock_open_posting(context, JOB_APPLICATIONS, policies.APPLY, job_id)
    _must_be_valid(context, body)
    code = or_none(body.referral_code)
    application = Application(
        id=new_id(),
        job_id=job_id,
        applicant_id=context.caller.account(),
        first_name=body.first_name,
        last_name=body.last_name,
        email=body.email,
        email_key=email_key(body.email),
        country_code=or_none(body.country_code),
        phone_number=or_none(body.phone_number),
        professional_network_url=or_none(body.professional_network_url),
        cv_object_path=or_none(body.cv_object_path),
        referral_code=None if code is None else code.upper(),
        applied_to=applied_to(to.posting.fields),
        status="submitted",
        reason=None,
        created_at=context.now,
        updated_at=context.now,
        posting_ended_at=None,
        message=or_none(body.message) or None,
    )
    other_conflict = errors.AddressAlreadyApplied
    return applications.create(context, JOB_APPLICATIONS, to, application, other_conflict)


def list_for_job(
    context: Context, job_id: Id, query: StatusQuery[JobApplicationStatus]
) -> CursorPage[JobApplication]:
    """Return a page of the applications to the caller's own job."""
    rule = policies.LIST_APPLICATIONS
    return applications.list_for_posting(
        context, JOB_APPLICATIONS, rule, job_id, query, CursorPage[JobApplication]
    )


def list_mine(
    context: Context, query: StatusQuery[JobApplicationStatus]
) -> CursorPage[JobApplication]:
    """Return a page of the caller's own applications."""
    return applications.list_mine(context, JOB_APPLICATIONS, query, CursorPage[JobApplication])


def get(context: Context, application_id: Id) -> JobApplication:
    """Return an application that the caller may see. Raises JobApplicationNotFound."""
    return applications.get(context, JOB_APPLICATIONS, application_id)


def decide(
    context: Context, application_id: Id, body: DecideJobApplicationRequest
) -> JobApplication:
    """Change the status of an application as the clinic, and e-mail the applicant."""
    reason = or_none(body.reason)
    with decisions.named_in_refusals(context, application_id):
        before = _must_find(context, policies.DECIDE_APPLICATION, application_id)
        after = applications.decide(context, JOB_APPLICATIONS, before, body.status, reason)
    return queries.job_applications.to_schema(context.tx, context.caller, after)


def decide_many(
    context: Context, job_id: Id, body: DecideJobApplicationsRequest
) -> DecidedApplications:
    """Make the same decision on several applications to the caller's own job."""
    one = DecideJobApplicationRequest(status=body.status, reason=body.reason)
    return applications.decide_many(
        context,
        JOB_APPLICATIONS,
        policies.DECIDE_APPLICATIONS,
        job_id,
        body.ids,
        lambda application_id: decide(context, application_id, one),
    )


def withdraw(context: Context, application_id: Id) -> JobApplication:
    """Withdraw the caller's own application, and e-mail the clinic."""
    rule = policies.WITHDRAW_APPLICATION
    return applications.withdraw(context, JOB_APPLICATIONS, rule, application_id)


def answer_offer(context: Context, application_id: Id, body: AnswerOfferRequest) -> JobApplication:
    """Accept or decline the offer on the caller's own application, and e-mail the clinic."""
    return applications.answer_offer(context, JOB_APPLICATIONS, application_id, body)


def create_cv_link(context: Context, application_id: Id) -> DownloadUrl:
    """Return a link to the CV of an application, and record it in the audit log.

    Raises JobApplicationNotFound for a withdrawn application.
    """
    application = _must_find(context, policies.OPEN_CV, application_id).application
    path, owner_id = application.cv_object_path, application.applicant_id
    # Locks the file; it may have been deleted since the application was read.
    if path is None or uploads.validate_paths(
        context.tx, owner_id, policies.CVS, [("cvObjectPath", path)]
    ):
        raise errors.JobApplicationNotFound(errors.JobApplicationNotFound.NO_CV)
    audit.note(context, "job_application.open_cv", target=application_id)
    return uploads.create_link(context, path, bound_to=application_id)


def delete_cvs(retention: timedelta, tx: Tx, now: datetime) -> int:
    """Delete the CVs of some applications that ended longer ago than `retention`. A periodic task.

    A CV that another application or the account references is not deleted.
    """
    count, paths = queries.delete_cvs(tx, now - retention)
    uploads.delete_assets(tx, paths, now)
    return count


def _must_be_valid(context: Context, body: JobApplicationRequest) -> None:
    """Raise ValidationFailed for an invalid URL, CV or referral code."""
    faults: list[FieldError] = []
    applicant_id = context.caller.account()
    url, path = or_none(body.professional_network_url), or_none(body.cv_object_path)
    code = or_none(body.referral_code)
    if url is not None:
        host = context.app.settings.professional_network_host
        faults += policies.validate_profile_url(url, host)
    if path is not None:
        paths = [("cvObjectPath", path)]
        faults += uploads.validate_paths(context.tx, applicant_id, policies.CVS, paths)
    if code is not None:
        owner_id = profiles.find_owner_of_code(context.tx, code)
        faults += policies.validate_referral_code(owner_id, applicant_id)
    if faults:
        raise ValidationFailed(*faults)


def _must_find(
    context: Context, rule: ApplicationRule, application_id: Id
) -> Applied[Application, Job]:
    """Return an application for an operation that its rule allows.

    Raises JobApplicationNotFound or an error of the rule.
    """
    applied = applications.must_find(context, JOB_APPLICATIONS, application_id)
    rule.must_allow(context.caller, application_facts(applied))
    return applied
