"""The operations on applications to jobs: contract section 3.9."""

from bridgework.areas.jobs.applications import actions, rules
from bridgework.areas.jobs.applications.shapes import (
    DecideJobApplicationRequest,
    JobApplication,
    JobApplicationPage,
    JobApplicationRequest,
    ListJobApplicationsQuery,
    ListMyJobApplicationsQuery,
)
from bridgework.areas.jobs.postings import rules as postings
from bridgework.areas.uploads.shapes import DownloadUrl
from bridgework.kit.auth import member
from bridgework.kit.errors import InvalidTransition
from bridgework.kit.http.context import Call
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id

area = Area("Jobs")


@area.post(
    "/jobs/{id}/applications",
    who=member,
    status=201,
    location="/jobs/applications/{id}",
    missing=postings.JobNotFound,
    problems=(
        rules.JobAlreadyAppliedTo,
        rules.AddressAlreadyApplied,
        rules.OwnJob,
        postings.JobNotOpen,
    ),
)
def apply_to_job(call: Call, job_id: Id, body: JobApplicationRequest) -> JobApplication:
    """Apply to an approved job: once an account, and once an e-mail address."""
    return actions.apply(call, job_id, body)


@area.get(
    "/jobs/{id}/applications",
    who=member,
    missing=postings.JobNotFound,
    problems=(postings.NotTheClinic,),
)
def list_job_applications(
    call: Call, job_id: Id, query: ListJobApplicationsQuery
) -> JobApplicationPage:
    """List who applied to a job that one posted, the newest first."""
    return actions.of_job(call, job_id, query)


@area.get("/jobs/applications/mine", who=member)
def list_my_job_applications(call: Call, query: ListMyJobApplicationsQuery) -> JobApplicationPage:
    """List what one has applied to, the newest first."""
    return actions.mine(call, query)


@area.get("/jobs/applications/{id}", who=member, missing=rules.JobApplicationNotFound)
def get_job_application(call: Call, application_id: Id) -> JobApplication:
    """Read an application. Open to its applicant, the job's owner and administrators."""
    return actions.shown(call, application_id)


@area.patch(
    "/jobs/applications/{id}",
    who=member,
    missing=rules.JobApplicationNotFound,
    problems=(postings.NotTheClinic, InvalidTransition),
)
def decide_job_application(
    call: Call, application_id: Id, body: DecideJobApplicationRequest
) -> JobApplication:
    """Move an application to one's job on by a step, or decline it. The applicant is told."""
    return actions.decide(call, application_id, body)


@area.post(
    "/jobs/applications/{id}/withdraw",
    who=member,
    missing=rules.JobApplicationNotFound,
    problems=(rules.NotTheApplicant, InvalidTransition),
)
def withdraw_job_application(call: Call, application_id: Id) -> JobApplication:
    """Take one's own application back. The clinic is told."""
    return actions.withdraw(call, application_id)


@area.post(
    "/jobs/applications/{id}/cv-url",
    who=member,
    missing=rules.JobApplicationNotFound,
    problems=(postings.NotTheClinic,),
)
def get_job_application_cv(call: Call, application_id: Id) -> DownloadUrl:
    """Get a link to the CV of an application to one's job, good for five minutes at most.

    Withdrawing the application ends the link. From a store that serves its links itself (S3), it
    is good for 60 seconds instead. Each link that is given out is noted in the audit log.
    """
    return actions.cv_link(call, application_id)
