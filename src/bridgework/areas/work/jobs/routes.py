"""The operations on jobs, job applications, candidates and clinics."""

from datetime import date

from bridgework.areas.identity.accounts.lifecycle.decisions import (
    REFUSALS,
    AlreadyDecided,
    ChangedMeanwhile,
)
from bridgework.areas.identity.accounts.schemas import clinic
from bridgework.areas.identity.uploads.schemas import DownloadUrl
from bridgework.areas.people.matching.schemas import MatchPage
from bridgework.areas.work.jobs import actions, errors, job_applications, schemas
from bridgework.areas.work.jobs.formats.feed.schemas import JobsFeedDocument
from bridgework.areas.work.jobs.profiles import actions as profiles
from bridgework.areas.work.jobs.profiles.schemas import (
    ClinicProfile,
    ClinicProfileRequest,
    JobsAccount,
    JobsSelfUpdateRequest,
)
from bridgework.areas.work.postings.errors import NoOffer, NotTheApplicant, OfferAnswered
from bridgework.areas.work.postings.schemas import (
    AllPostingsQuery,
    AnswerOfferRequest,
    DecidedApplications,
    MatchesQuery,
    StatusQuery,
)
from bridgework.context import Context, RequestContext
from bridgework.kit.core import Id, InvalidTransition
from bridgework.kit.data.pagination import CursorPage, CursorQuery
from bridgework.kit.http.operations import Deprecation, Router, Tag, WithVersion
from bridgework.kit.security import admin, member, partner

router = Router(
    "Jobs",
    members=Tag(
        "Jobs", "Jobs in clinics: post, find and match them, apply, and decide on applications."
    ),
    administrators=Tag("Job administration", "All jobs: approve, reject and change them."),
)

_READERS = member.or_partner("jobs:read").or_visitors_by("public_jobs")
"""Who reads open jobs. Visitors see neither the owner nor the contact."""


@router.post("/jobs", who=clinic, status=201, location="/jobs/{id}")
def create_job(context: Context, body: schemas.JobPostingRequest) -> schemas.JobPosting:
    """Create a job posting. It is `pending` until an administrator approves it."""
    return actions.create(context, body)


@router.get("/jobs", who=_READERS)
def list_jobs(context: Context, query: schemas.ListJobsQuery) -> CursorPage[schemas.JobPosting]:
    """List approved jobs.

    With the setting `BRIDGEWORK_PUBLIC_JOBS`, also without credentials.

    Every word of `search` must match the role, the company, the challenge, the specialty or the
    procedures; the last word also matches as a prefix. Every word of `location` must be a prefix of
    a word of the location. Case and accents are ignored.

    `minComp` is compared with `annualCompMax`, or with `annualCompMin` if there is no maximum; jobs
    without either are left out. `sortBy` defaults to `relevance` with a search, which ranks jobs by
    the number of its words in the role, and to `newest` otherwise. `compensation` lists jobs
    without compensation last.
    """
    return actions.list_open(context, query)


@router.get("/jobs/mine", who=clinic)
def list_my_jobs(
    context: Context, query: StatusQuery[schemas.JobStatus]
) -> CursorPage[schemas.JobPosting]:
    """List the caller's own jobs, newest first."""
    return actions.list_mine(context, query)


@router.get("/jobs/{id}", who=_READERS, not_found=errors.JobNotFound)
def get_job(context: Context, job_id: Id) -> WithVersion[schemas.JobPosting]:
    """Return a job.

    With the setting `BRIDGEWORK_PUBLIC_JOBS`, an approved job is read also without credentials.

    The contact is included for the owner, for administrators, and for applicants whose application
    is `offered` or `hired`. Administrators also read a hidden job, with `hidden`.
    """
    return WithVersion(*actions.get(context, job_id))


@router.patch(
    "/jobs/{id}",
    who=clinic,
    not_found=errors.JobNotFound,
    if_match=True,
    errors=(errors.NotTheClinic, ChangedMeanwhile),
)
def update_job(
    context: RequestContext, job_id: Id, body: schemas.JobUpdateRequest
) -> WithVersion[schemas.JobPosting]:
    """Change one of the caller's own jobs.

    Any change, even an empty one, sets it to `pending`, also after it was rejected or closed or has
    expired.
    """
    return WithVersion(*actions.update(context, job_id, body, context.check_version))


@router.post(
    "/jobs/{id}/close",
    who=member,
    not_found=errors.JobNotFound,
    if_match=True,
    errors=(errors.NotTheClinic, *REFUSALS),
)
def close_job(context: RequestContext, job_id: Id) -> WithVersion[schemas.JobPosting]:
    """Close a pending or approved job. Allowed for its owner and administrators."""
    return WithVersion(*actions.close(context, job_id, context.check_version))


@router.get("/admin/jobs", who=admin)
def admin_list_jobs(
    context: Context, query: AllPostingsQuery[schemas.JobStatus]
) -> schemas.AdminJobPostingPage:
    """List all jobs, newest first."""
    return actions.list_all(context, query)


@router.patch(
    "/admin/jobs/{id}",
    who=admin,
    not_found=errors.JobNotFound,
    if_match=True,
    errors=(ChangedMeanwhile,),
)
def admin_update_job(
    context: RequestContext, job_id: Id, body: schemas.AdminJobUpdateRequest
) -> WithVersion[schemas.JobPosting]:
    """Change a job without changing its status."""
    return WithVersion(*actions.update_any(context, job_id, body, context.check_version))


@router.post(
    "/admin/jobs/{id}/approve",
    who=admin,
    not_found=errors.JobNotFound,
    if_match=True,
    errors=REFUSALS,
)
def approve_job(
    context: RequestContext, job_id: Id, body: schemas.JobDecisionRequest
) -> WithVersion[schemas.JobPosting]:
    """Approve a pending job for 90 days. Its owner is notified."""
    return WithVersion(*actions.approve(context, job_id, body, context.check_version))


@router.post(
    "/admin/jobs/{id}/reject",
    who=admin,
    not_found=errors.JobNotFound,
    if_match=True,
    errors=REFUSALS,
)
def reject_job(
    context: RequestContext, job_id: Id, body: schemas.JobDecisionRequest
) -> WithVersion[schemas.JobPosting]:
    """Reject a pending job. Its owner is notified and can change it."""
    return WithVersion(*actions.reject(context, job_id, body, context.check_version))


@router.post(
    "/admin/jobs/{id}/reopen",
    who=admin,
    not_found=errors.JobNotFound,
    if_match=True,
    errors=REFUSALS,
)
def reopen_job(
    context: RequestContext, job_id: Id, body: schemas.JobDecisionRequest
) -> WithVersion[schemas.JobPosting]:
    """Set a rejected job back to pending, without the reason of its rejection.

    Its owner is notified.
    """
    return WithVersion(*actions.reopen(context, job_id, body, context.check_version))


@router.post(
    "/jobs/{id}/applications",
    who=member,
    status=201,
    location="/jobs/applications/{id}",
    not_found=errors.JobNotFound,
    errors=(
        errors.JobAlreadyAppliedTo,
        errors.AddressAlreadyApplied,
        errors.OwnJob,
        errors.JobNotOpen,
    ),
)
def apply_to_job(
    context: Context, job_id: Id, body: schemas.JobApplicationRequest
) -> schemas.JobApplication:
    """Apply to an approved job, once per account and once per e-mail address."""
    return job_applications.apply(context, job_id, body)


@router.get(
    "/jobs/{id}/applications",
    who=member,
    not_found=errors.JobNotFound,
    errors=(errors.NotTheClinic,),
)
def list_job_applications(
    context: Context, job_id: Id, query: StatusQuery[schemas.JobApplicationStatus]
) -> CursorPage[schemas.JobApplication]:
    """List the applications to one of the caller's own jobs, newest first."""
    return job_applications.list_for_job(context, job_id, query)


@router.get("/jobs/applications/mine", who=member)
def list_my_job_applications(
    context: Context, query: StatusQuery[schemas.JobApplicationStatus]
) -> CursorPage[schemas.JobApplication]:
    """List the caller's own applications, newest first."""
    return job_applications.list_mine(context, query)


@router.get("/jobs/applications/{id}", who=member, not_found=errors.JobApplicationNotFound)
def get_job_application(context: Context, application_id: Id) -> schemas.JobApplication:
    """Return an application. Allowed for the applicant, the owner of the job and administrators."""
    return job_applications.get(context, application_id)


@router.post(
    "/jobs/{id}/applications/decide",
    who=member,
    pool="computing",
    not_found=errors.JobNotFound,
    errors=(errors.NotTheClinic,),
)
def decide_job_applications(
    context: Context, job_id: Id, body: schemas.DecideJobApplicationsRequest
) -> DecidedApplications:
    """Make the same decision on up to 100 applications to one of the caller's own jobs.

    Each is decided on its own, as by `decideJobApplication`, and its applicant is notified. An
    application that cannot have the status fails with the error of that operation; the others are
    decided all the same.
    """
    return job_applications.decide_many(context, job_id, body)


@router.patch(
    "/jobs/applications/{id}",
    who=member,
    not_found=errors.JobApplicationNotFound,
    errors=(errors.NotTheClinic, AlreadyDecided),
)
def decide_job_application(
    context: Context, application_id: Id, body: schemas.DecideJobApplicationRequest
) -> schemas.JobApplication:
    """Move an application to the caller's own job to its next status, or decline it.

    The applicant is notified.
    """
    return job_applications.decide(context, application_id, body)


@router.post(
    "/jobs/applications/{id}/offer-answer",
    who=member,
    not_found=errors.JobApplicationNotFound,
    errors=(NotTheApplicant, NoOffer, OfferAnswered),
)
def answer_offer(
    context: Context, application_id: Id, body: AnswerOfferRequest
) -> schemas.JobApplication:
    """Accept or decline the offer on one of the caller's own applications, once.

    The clinic is notified. The application stays `offered` until the clinic decides.
    """
    return job_applications.answer_offer(context, application_id, body)


@router.post(
    "/jobs/applications/{id}/withdraw",
    who=member,
    not_found=errors.JobApplicationNotFound,
    errors=(NotTheApplicant, InvalidTransition),
)
def withdraw_job_application(context: Context, application_id: Id) -> schemas.JobApplication:
    """Withdraw one of the caller's own applications. The clinic is notified."""
    return job_applications.withdraw(context, application_id)


@router.post(
    "/jobs/applications/{id}/cv-url",
    who=member,
    returns_secret=True,
    not_found=errors.JobApplicationNotFound,
    errors=(errors.NotTheClinic,),
)
def get_job_application_cv(context: Context, application_id: Id) -> DownloadUrl:
    """Return a link to the CV of an application to the caller's own job.

    The link is valid for at most five minutes.

    It stops working when the application is withdrawn. Links to an S3 store cannot be revoked and
    are valid for 60 seconds. Each link is recorded in the audit log.
    """
    return job_applications.create_cv_link(context, application_id)


@router.get("/jobs/me", who=member, pool="computing")
def get_jobs_me(context: Context) -> JobsAccount:
    """Return the caller's account on the jobs platform, with their own referral code."""
    return profiles.get_me(context)


@router.patch("/jobs/me", who=member)
def update_jobs_me(context: Context, body: JobsSelfUpdateRequest) -> JobsAccount:
    """Change the caller's account on the jobs platform. A changed role must be verified again."""
    return profiles.update_me(context, body)


@router.get("/jobs/me/clinic-profile", who=clinic)
def get_clinic_profile(context: Context) -> WithVersion[ClinicProfile]:
    """Return the caller's own clinic profile."""
    return WithVersion(*profiles.get_clinic_profile(context))


@router.patch("/jobs/me/clinic-profile", who=clinic, if_match=True)
def update_clinic_profile(
    context: RequestContext, body: ClinicProfileRequest
) -> WithVersion[ClinicProfile]:
    """Change the caller's own clinic profile.

    Omitted members stay as they are; null clears a member. An object inside, such as `teamCounts`,
    is replaced as a whole.
    """
    return WithVersion(*profiles.update_clinic_profile(context, body, context.check_version))


@router.put(
    "/jobs/me/clinic-profile",
    who=clinic,
    if_match=True,
    deprecation=Deprecation(date(2026, 11, 26), sunset=date(2027, 11, 26)),
)
def replace_clinic_profile(
    context: RequestContext, body: ClinicProfileRequest
) -> WithVersion[ClinicProfile]:
    """Replace the caller's own clinic profile. Omitted members become null.

    Use `updateClinicProfile` instead.
    """
    return WithVersion(*profiles.replace_clinic_profile(context, body, context.check_version))


@router.get(
    "/jobs/{id}/matches",
    who=member,
    pool="computing",
    not_found=errors.JobNotFound,
    errors=(errors.NotTheClinic,),
)
def list_job_matches(
    context: Context, job_id: Id, query: MatchesQuery
) -> MatchPage[schemas.CandidateMatch]:
    """List the candidates who match one of the caller's own jobs, best first.

    The job must be approved.

    `applicationId` and `applicationStatus` are those of a candidate's application to the job.
    `ids` limits the list to some of the candidates in it.

    `emptyReason` says why the list is empty; it is null if the list is not empty. `not_verified`:
    no administrator has approved the job. `not_looking`: the job is closed or expired, or its
    owner's account is disabled. `profile_incomplete`: the job states no criteria. `no_matches`: no
    candidate matches.
    """
    return actions.list_candidates(context, job_id, query)


@router.get("/jobs/matches/mine", who=member, pool="computing")
def list_my_job_matches(context: Context, query: CursorQuery) -> MatchPage[schemas.JobMatch]:
    """List the jobs that match the caller, best first.

    The caller must be a verified candidate who is looking for a job.

    `emptyReason` says why the list is empty; it is null if the list is not empty. `not_looking`:
    the caller is not a candidate, or `jobSeekerIntent` is `not_looking`. `not_verified`: no
    administrator has verified the candidate, or an administrator has hidden the profile.
    `profile_incomplete`: the profile states no criteria. `no_matches`: no job matches.
    """
    return actions.list_matches(context, query)


@router.get("/jobs/{id}/my-match", who=member, not_found=errors.JobNotFound)
def get_my_job_match(context: Context, job_id: Id) -> schemas.OwnJobMatch:
    """Return the caller's own match with a job: the numbers and the evidence that the clinic sees.

    It is returned even if it is too weak for the clinic's list. `improve` names what the profile
    does not state, and the points that it could add at most.

    `emptyReason` says why there is no match; it is null if there is one. `not_verified`: no
    administrator has verified the candidate. `not_looking`: the caller is not a candidate who looks
    for a job. `profile_incomplete`: the job states no criteria. A job that is not approved is found
    by its owner and administrators alone, who get `not_verified` or `not_looking`.
    """
    return actions.get_my_match(context, job_id)


@router.get("/jobs/feed.json", who=partner("jobs:read"))
def jobs_feed(context: Context, query: CursorQuery) -> JobsFeedDocument:
    """List approved jobs as schema.org JobPosting, newest first, without contacts.

    `data` is JSON-LD: `@graph` contains the jobs of this page; `nextCursor` leads to the next page.
    """
    return actions.get_feed(context, query)
