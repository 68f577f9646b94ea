"""The operations on jobs, applications, candidates and clinics: contract sections 3.9 and 5."""

from bridgework.areas.accounts.callers import clinic
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
from bridgework.areas.postings import matches
from bridgework.areas.uploads.shapes import DownloadUrl
from bridgework.kit.auth import admin, member, partner
from bridgework.kit.errors import InvalidTransition
from bridgework.kit.http.context import Call
from bridgework.kit.http.results import Versioned
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id

area = Area("Jobs")


@area.post("/jobs", who=clinic, status=201, location="/jobs/{id}")
def create_job(call: Call, body: JobPostingRequest) -> JobPosting:
    """Post a job. It is `pending` until an administrator approves it."""
    return actions.create(call, body)


@area.get("/jobs", who=member.or_partner("jobs:read"))
def list_jobs(call: Call, query: ListJobsQuery) -> JobPostingPage:
    """List the approved jobs.

    Every word of `search` must be in the role, the company, the challenge, the specialty or the
    procedures, the last one as a beginning; every word of `location` must begin one of its places.
    Case and accents don't matter. `minComp` is held against annualCompMax, else annualCompMin;
    jobs that state neither are left out. `sortBy` is `newest` unless there is a search:
    `relevance` then, which puts those first that have most of its words in the role.
    `compensation` puts those that state none last.
    """
    return actions.list_open(call, query)


@area.get("/jobs/mine", who=clinic)
def list_my_jobs(call: Call, query: ListMyJobsQuery) -> JobPostingPage:
    """List what one has posted, the newest first."""
    return actions.list_mine(call, query)


@area.get("/jobs/{id}", who=member.or_partner("jobs:read"), missing=errors.JobNotFound)
def get_job(call: Call, job_id: Id) -> Versioned[JobPosting]:
    """Read a job.

    Its contact is told to its owner, administrators, and applicants who are offered it or hired.
    """
    return Versioned(*actions.get(call, job_id))


@area.patch(
    "/jobs/{id}",
    who=clinic,
    missing=errors.JobNotFound,
    versioned=True,
    problems=(errors.NotTheClinic,),
)
def update_job(call: Call, job_id: Id, body: AdminJobUpdateRequest) -> Versioned[JobPosting]:
    """Change a job that one posted. It is `pending` then, whatever it was.

    One that was rejected or closed, or has expired, is so with an empty edit too.
    """
    return Versioned(*actions.update(call, job_id, body))


@area.post(
    "/jobs/{id}/close",
    who=member,
    missing=errors.JobNotFound,
    versioned=True,
    problems=(errors.NotTheClinic, InvalidTransition),
)
def close_job(call: Call, job_id: Id) -> Versioned[JobPosting]:
    """Close a pending or approved job. Open to its owner and administrators."""
    return Versioned(*actions.close(call, job_id))


@area.get("/admin/jobs", who=admin)
def admin_list_jobs(call: Call, query: AdminListJobsQuery) -> AdminJobPostingPage:
    """List all jobs, the newest first."""
    return actions.list_all(call, query)


@area.patch("/admin/jobs/{id}", who=admin, missing=errors.JobNotFound, versioned=True)
def admin_update_job(call: Call, job_id: Id, body: AdminJobUpdateRequest) -> Versioned[JobPosting]:
    """Change a job; it stays in the state that it is in."""
    return Versioned(*actions.update_any(call, job_id, body))


@area.post(
    "/admin/jobs/{id}/approve",
    who=admin,
    missing=errors.JobNotFound,
    versioned=True,
    problems=(InvalidTransition,),
)
def approve_job(call: Call, job_id: Id, body: JobDecisionRequest) -> Versioned[JobPosting]:
    """Let a pending job into the open, for 90 days. Its owner is told."""
    return Versioned(*actions.approve(call, job_id, body))


@area.post(
    "/admin/jobs/{id}/reject",
    who=admin,
    missing=errors.JobNotFound,
    versioned=True,
    problems=(InvalidTransition,),
)
def reject_job(call: Call, job_id: Id, body: JobDecisionRequest) -> Versioned[JobPosting]:
    """Keep a pending job from the open. Its owner is told, and may change it."""
    return Versioned(*actions.reject(call, job_id, body))


@area.post(
    "/jobs/{id}/applications",
    who=member,
    status=201,
    location="/jobs/applications/{id}",
    missing=errors.JobNotFound,
    problems=(
        errors.JobAlreadyAppliedTo,
        errors.AddressAlreadyApplied,
        errors.OwnJob,
        errors.JobNotOpen,
    ),
)
def apply_to_job(call: Call, job_id: Id, body: JobApplicationRequest) -> JobApplication:
    """Apply to an approved job: once an account, and once an e-mail address."""
    return applications.apply(call, job_id, body)


@area.get(
    "/jobs/{id}/applications",
    who=member,
    missing=errors.JobNotFound,
    problems=(errors.NotTheClinic,),
)
def list_job_applications(
    call: Call, job_id: Id, query: ListJobApplicationsQuery
) -> JobApplicationPage:
    """List who applied to a job that one posted, the newest first."""
    return flow.list_for_posting(call, JOB, job_id, query, JobApplicationPage)


@area.get("/jobs/applications/mine", who=member)
def list_my_job_applications(call: Call, query: ListMyJobApplicationsQuery) -> JobApplicationPage:
    """List what one has applied to, the newest first."""
    return flow.list_mine(call, JOB, query, JobApplicationPage)


@area.get("/jobs/applications/{id}", who=member, missing=errors.JobApplicationNotFound)
def get_job_application(call: Call, application_id: Id) -> JobApplication:
    """Read an application. Open to its applicant, the job's owner and administrators."""
    return flow.get(call, JOB, application_id)


@area.patch(
    "/jobs/applications/{id}",
    who=member,
    missing=errors.JobApplicationNotFound,
    problems=(errors.NotTheClinic, InvalidTransition),
)
def decide_job_application(
    call: Call, application_id: Id, body: DecideJobApplicationRequest
) -> JobApplication:
    """Move an application to one's job on by a step, or decline it. The applicant is told."""
    return applications.decide(call, application_id, body)


@area.post(
    "/jobs/applications/{id}/withdraw",
    who=member,
    missing=errors.JobApplicationNotFound,
    problems=(errors.NotTheApplicant, InvalidTransition),
)
def withdraw_job_application(call: Call, application_id: Id) -> JobApplication:
    """Take one's own application back. The clinic is told."""
    return applications.withdraw(call, application_id)


@area.post(
    "/jobs/applications/{id}/cv-url",
    who=member,
    missing=errors.JobApplicationNotFound,
    problems=(errors.NotTheClinic,),
)
def get_job_application_cv(call: Call, application_id: Id) -> DownloadUrl:
    """Get a link to the CV of an application to one's job, good for five minutes at most.

    Withdrawing the application ends the link. From a store that serves its links itself (S3), it
    is good for 60 seconds instead. Each link that is given out is noted in the audit log.
    """
    return applications.cv_link(call, application_id)


@area.get("/jobs/me", who=member, slow=True)
def get_jobs_me(call: Call) -> JobsAccount:
    """Read one's own account as the jobs platform has it, with one's own referral code."""
    return profiles.get_me(call)


@area.patch("/jobs/me", who=member)
def update_jobs_me(call: Call, body: JobsSelfUpdateRequest) -> JobsAccount:
    """Change one's own account. With another role one is to be verified anew."""
    return profiles.update_me(call, body)


@area.get("/jobs/me/clinic-profile", who=clinic)
def get_clinic_profile(call: Call) -> Versioned[ClinicProfile]:
    """Read one's own clinic profile."""
    return Versioned(*profiles.get_clinic_profile(call))


@area.put("/jobs/me/clinic-profile", who=clinic, versioned=True)
def update_clinic_profile(call: Call, body: ClinicProfileRequest) -> Versioned[ClinicProfile]:
    """Replace one's own clinic profile: what is left out becomes null."""
    return Versioned(*profiles.replace_clinic_profile(call, body))


@area.get(
    "/jobs/{id}/matches",
    who=member,
    slow=True,
    missing=errors.JobNotFound,
    problems=(errors.NotTheClinic,),
)
def list_job_matches(call: Call, job_id: Id, query: ListJobMatchesQuery) -> CandidateMatchPage:
    """List the candidates who fit a job that one posted, the best first. It must be approved.

    `emptyReason` says why the list is empty, null if it is not: `not_verified` while no
    administrator has approved the job, `not_looking` once it is closed or expired or while its
    owner's account is disabled, `profile_incomplete` if it states nothing to match by,
    `no_matches` if no candidate fits.
    """
    schemas = (CandidateMatch, CandidateMatchPage)
    return matches.for_posting(call, JOB, job_id, query, CANDIDATES, schemas)


@area.get("/jobs/matches/mine", who=member, slow=True)
def list_my_job_matches(call: Call, query: ListMyJobMatchesQuery) -> JobMatchPage:
    """List the jobs that fit one, the best first. One must be a verified candidate who looks.

    `emptyReason` says why the list is empty, null if it is not: `not_looking` to members who are
    no candidates and where `jobSeekerIntent` is that, `not_verified` while no administrator has
    verified the candidate, or after one has hidden the profile, `profile_incomplete` if the profile
    states nothing to match by, `no_matches` if no job fits.
    """
    return matches.for_person(call, JOB, query, CANDIDATES, (JobMatch, JobMatchPage))


@area.get("/jobs/feed.json", who=partner("jobs:read"))
def jobs_feed(call: Call, query: JobsFeedQuery) -> JobsFeed:
    """List the approved jobs as schema.org's JobPosting, the newest first, without contacts.

    `data` is JSON-LD: `@graph` holds the jobs of this page, `nextCursor` leads to the next.
    """
    return actions.feed(call, query)
