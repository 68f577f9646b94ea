"""The operations on jobs, applications, candidates and clinics: contract sections 3.9 and 5."""

from bridgework.areas.accounts.schemas import clinic
from bridgework.areas.jobs import actions, applications, errors
from bridgework.areas.jobs.feed.schemas import JobsFeed, JobsFeedQuery
from bridgework.areas.jobs.job_type import CANDIDATES, JOB
from bridgework.areas.jobs.profiles import actions as profiles
from bridgework.areas.jobs.profiles.schemas import (
    ClinicProfile,
    ClinicProfileRequest,
    JobsAccount,
    JobsSelfUpdateRequest,
)
from bridgework.areas.jobs.schemas import (
    AdminJobPostingPage,
    AdminJobUpdateRequest,
    AdminListJobsQuery,
    CandidateMatch,
    CandidateMatchPage,
    DecideJobApplicationRequest,
    JobApplication,
    JobApplicationPage,
    JobApplicationRequest,
    JobDecisionRequest,
    JobMatch,
    JobMatchPage,
    JobPosting,
    JobPostingPage,
    JobPostingRequest,
    ListJobApplicationsQuery,
    ListJobMatchesQuery,
    ListJobsQuery,
    ListMyJobApplicationsQuery,
    ListMyJobMatchesQuery,
    ListMyJobsQuery,
)
from bridgework.areas.postings import applications as flow
from bridgework.areas.postings import lifecycle, matches
from bridgework.areas.uploads.schemas import DownloadUrl
from bridgework.kit.auth import admin, member, partner
from bridgework.kit.errors import InvalidTransition
from bridgework.kit.http.context import Context
from bridgework.kit.http.results import WithVersion
from bridgework.kit.http.router import Router
from bridgework.kit.ids import Id

router = Router("Jobs")


@router.post("/jobs", who=clinic, status=201, location="/jobs/{id}")
def create_job(context: Context, body: JobPostingRequest) -> JobPosting:
    """Post a job. It is `pending` until an administrator approves it."""
    return actions.create(context, body)


@router.get("/jobs", who=member.or_partner("jobs:read"))
def list_jobs(context: Context, query: ListJobsQuery) -> JobPostingPage:
    """List the approved jobs.

    Every word of `search` must be in the role, the company, the challenge, the specialty or the
    procedures, the last one as a beginning; every word of `location` must begin one of its places.
    Case and accents don't matter. `minComp` is held against annualCompMax, else annualCompMin;
    jobs that state neither are left out. `sortBy` is `newest` unless there is a search:
    `relevance` then, which puts those first that have most of its words in the role.
    `compensation` puts those that state none last.
    """
    return actions.list_open(context, query)


@router.get("/jobs/mine", who=clinic)
def list_my_jobs(context: Context, query: ListMyJobsQuery) -> JobPostingPage:
    """List what one has posted, the newest first."""
    return lifecycle.list_mine(context, JOB, query, JobPostingPage)


@router.get("/jobs/{id}", who=member.or_partner("jobs:read"), not_found=errors.JobNotFound)
def get_job(context: Context, job_id: Id) -> WithVersion[JobPosting]:
    """Read a job.

    Its contact is told to its owner, administrators, and applicants who are offered it or hired.
    """
    return WithVersion(*actions.get(context, job_id))


@router.patch(
    "/jobs/{id}",
    who=clinic,
    not_found=errors.JobNotFound,
    if_match=True,
    errors=(errors.NotTheClinic,),
)
def update_job(
    context: Context, job_id: Id, body: AdminJobUpdateRequest
) -> WithVersion[JobPosting]:
    """Change a job that one posted. It is `pending` then, whatever it was.

    One that was rejected or closed, or has expired, is so with an empty edit too.
    """
    return WithVersion(*actions.update(context, job_id, body))


@router.post(
    "/jobs/{id}/close",
    who=member,
    not_found=errors.JobNotFound,
    if_match=True,
    errors=(errors.NotTheClinic, InvalidTransition),
)
def close_job(context: Context, job_id: Id) -> WithVersion[JobPosting]:
    """Close a pending or approved job. Open to its owner and administrators."""
    return WithVersion(*actions.close(context, job_id))


@router.get("/admin/jobs", who=admin)
def admin_list_jobs(context: Context, query: AdminListJobsQuery) -> AdminJobPostingPage:
    """List all jobs, the newest first."""
    return lifecycle.list_all(context, JOB, query, AdminJobPostingPage)


@router.patch("/admin/jobs/{id}", who=admin, not_found=errors.JobNotFound, if_match=True)
def admin_update_job(
    context: Context, job_id: Id, body: AdminJobUpdateRequest
) -> WithVersion[JobPosting]:
    """Change a job; it stays in the state that it is in."""
    return WithVersion(*actions.update_any(context, job_id, body))


@router.post(
    "/admin/jobs/{id}/approve",
    who=admin,
    not_found=errors.JobNotFound,
    if_match=True,
    errors=(InvalidTransition,),
)
def approve_job(context: Context, job_id: Id, body: JobDecisionRequest) -> WithVersion[JobPosting]:
    """Let a pending job into the open, for 90 days. Its owner is told."""
    return WithVersion(*actions.approve(context, job_id, body))


@router.post(
    "/admin/jobs/{id}/reject",
    who=admin,
    not_found=errors.JobNotFound,
    if_match=True,
    errors=(InvalidTransition,),
)
def reject_job(context: Context, job_id: Id, body: JobDecisionRequest) -> WithVersion[JobPosting]:
    """Keep a pending job from the open. Its owner is told, and may change it."""
    return WithVersion(*actions.reject(context, job_id, body))


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
def apply_to_job(context: Context, job_id: Id, body: JobApplicationRequest) -> JobApplication:
    """Apply to an approved job: once an account, and once an e-mail address."""
    return applications.apply(context, job_id, body)


@router.get(
    "/jobs/{id}/applications",
    who=member,
    not_found=errors.JobNotFound,
    errors=(errors.NotTheClinic,),
)
def list_job_applications(
    context: Context, job_id: Id, query: ListJobApplicationsQuery
) -> JobApplicationPage:
    """List who applied to a job that one posted, the newest first."""
    return flow.list_for_posting(context, JOB, job_id, query, JobApplicationPage)


@router.get("/jobs/applications/mine", who=member)
def list_my_job_applications(
    context: Context, query: ListMyJobApplicationsQuery
) -> JobApplicationPage:
    """List what one has applied to, the newest first."""
    return flow.list_mine(context, JOB, query, JobApplicationPage)


@router.get("/jobs/applications/{id}", who=member, not_found=errors.JobApplicationNotFound)
def get_job_application(context: Context, application_id: Id) -> JobApplication:
    """Read an application. Open to its applicant, the job's owner and administrators."""
    return flow.get(context, JOB, application_id)


@router.patch(
    "/jobs/applications/{id}",
    who=member,
    not_found=errors.JobApplicationNotFound,
    errors=(errors.NotTheClinic, InvalidTransition),
)
def decide_job_application(
    context: Context, application_id: Id, body: DecideJobApplicationRequest
) -> JobApplication:
    """Move an application to one's job on by a step, or decline it. The applicant is told."""
    return applications.decide(context, application_id, body)


@router.post(
    "/jobs/applications/{id}/withdraw",
    who=member,
    not_found=errors.JobApplicationNotFound,
    errors=(errors.NotTheApplicant, InvalidTransition),
)
def withdraw_job_application(context: Context, application_id: Id) -> JobApplication:
    """Take one's own application back. The clinic is told."""
    return applications.withdraw(context, application_id)


@router.post(
    "/jobs/applications/{id}/cv-url",
    who=member,
    not_found=errors.JobApplicationNotFound,
    errors=(errors.NotTheClinic,),
)
def get_job_application_cv(context: Context, application_id: Id) -> DownloadUrl:
    """Get a link to the CV of an application to one's job, good for five minutes at most.

    Withdrawing the application ends the link. From a store that serves its links itself (S3), it
    is good for 60 seconds instead. Each link that is given out is noted in the audit log.
    """
    return applications.cv_link(context, application_id)


@router.get("/jobs/me", who=member, run_in_thread=True)
def get_jobs_me(context: Context) -> JobsAccount:
    """Read one's own account as the jobs platform has it, with one's own referral code."""
    return profiles.get_me(context)


@router.patch("/jobs/me", who=member)
def update_jobs_me(context: Context, body: JobsSelfUpdateRequest) -> JobsAccount:
    """Change one's own account. With another role one is to be verified anew."""
    return profiles.update_me(context, body)


@router.get("/jobs/me/clinic-profile", who=clinic)
def get_clinic_profile(context: Context) -> WithVersion[ClinicProfile]:
    """Read one's own clinic profile."""
    return WithVersion(*profiles.get_clinic_profile(context))


@router.put("/jobs/me/clinic-profile", who=clinic, if_match=True)
def update_clinic_profile(
    context: Context, body: ClinicProfileRequest
) -> WithVersion[ClinicProfile]:
    """Replace one's own clinic profile: what is left out becomes null."""
    return WithVersion(*profiles.replace_clinic_profile(context, body))


@router.get(
    "/jobs/{id}/matches",
    who=member,
    run_in_thread=True,
    not_found=errors.JobNotFound,
    errors=(errors.NotTheClinic,),
)
def list_job_matches(
    context: Context, job_id: Id, query: ListJobMatchesQuery
) -> CandidateMatchPage:
    """List the candidates who fit a job that one posted, the best first. It must be approved.

    `emptyReason` says why the list is empty, null if it is not: `not_verified` while no
    administrator has approved the job, `not_looking` once it is closed or expired or while its
    owner's account is disabled, `profile_incomplete` if it states nothing to match by,
    `no_matches` if no candidate fits.
    """
    schemas = (CandidateMatch, CandidateMatchPage)
    return matches.for_posting(context, JOB, job_id, query, CANDIDATES, schemas)


@router.get("/jobs/matches/mine", who=member, run_in_thread=True)
def list_my_job_matches(context: Context, query: ListMyJobMatchesQuery) -> JobMatchPage:
    """List the jobs that fit one, the best first. One must be a verified candidate who looks.

    `emptyReason` says why the list is empty, null if it is not: `not_looking` to members who are
    no candidates and where `jobSeekerIntent` is that, `not_verified` while no administrator has
    verified the candidate, or after one has hidden the profile, `profile_incomplete` if the profile
    states nothing to match by, `no_matches` if no job fits.
    """
    return matches.for_person(context, JOB, query, CANDIDATES, (JobMatch, JobMatchPage))


@router.get("/jobs/feed.json", who=partner("jobs:read"))
def jobs_feed(context: Context, query: JobsFeedQuery) -> JobsFeed:
    """List the approved jobs as schema.org's JobPosting, the newest first, without contacts.

    `data` is JSON-LD: `@graph` holds the jobs of this page, `nextCursor` leads to the next.
    """
    return actions.feed(context, query)
