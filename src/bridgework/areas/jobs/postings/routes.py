"""The operations on job postings: contract section 3.9."""

from bridgework.areas.accounts.callers import clinic
from bridgework.areas.jobs.postings import actions, rules
from bridgework.areas.jobs.postings.shapes import (
    AdminJobPostingPage,
    AdminJobUpdateRequest,
    AdminListJobsQuery,
    JobDecisionRequest,
    JobPosting,
    JobPostingPage,
    JobPostingRequest,
    ListJobsQuery,
    ListMyJobsQuery,
)
from bridgework.kit.auth import admin, member
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
    return actions.listed(call, query)


@area.get("/jobs/mine", who=clinic)
def list_my_jobs(call: Call, query: ListMyJobsQuery) -> JobPostingPage:
    """List what one has posted, the newest first."""
    return actions.mine(call, query)


@area.get("/jobs/{id}", who=member.or_partner("jobs:read"), missing=rules.JobNotFound)
def get_job(call: Call, job_id: Id) -> Versioned[JobPosting]:
    """Read a job.

    Its contact is told to its owner, administrators, and applicants who are offered it or hired.
    """
    return Versioned(*actions.shown(call, job_id))


@area.patch(
    "/jobs/{id}",
    who=clinic,
    missing=rules.JobNotFound,
    versioned=True,
    problems=(rules.NotTheClinic,),
)
def update_job(call: Call, job_id: Id, body: AdminJobUpdateRequest) -> Versioned[JobPosting]:
    """Change a job that one posted. It is `pending` then, whatever it was.

    One that was rejected or closed, or has expired, is so with an empty edit too.
    """
    return Versioned(*actions.update(call, job_id, body))


@area.post(
    "/jobs/{id}/close",
    who=member,
    missing=rules.JobNotFound,
    versioned=True,
    problems=(rules.NotTheClinic, InvalidTransition),
)
def close_job(call: Call, job_id: Id) -> Versioned[JobPosting]:
    """Close a pending or approved job. Open to its owner and administrators."""
    return Versioned(*actions.close(call, job_id))


@area.get("/admin/jobs", who=admin)
def admin_list_jobs(call: Call, query: AdminListJobsQuery) -> AdminJobPostingPage:
    """List all jobs, the newest first."""
    return actions.everyones(call, query)


@area.patch("/admin/jobs/{id}", who=admin, missing=rules.JobNotFound, versioned=True)
def admin_update_job(call: Call, job_id: Id, body: AdminJobUpdateRequest) -> Versioned[JobPosting]:
    """Change a job; it stays in the state that it is in."""
    return Versioned(*actions.update_any(call, job_id, body))


@area.post(
    "/admin/jobs/{id}/approve",
    who=admin,
    missing=rules.JobNotFound,
    versioned=True,
    problems=(InvalidTransition,),
)
def approve_job(call: Call, job_id: Id, body: JobDecisionRequest) -> Versioned[JobPosting]:
    """Let a pending job into the open, for 90 days. Its owner is told."""
    return Versioned(*actions.approve(call, job_id, body))


@area.post(
    "/admin/jobs/{id}/reject",
    who=admin,
    missing=rules.JobNotFound,
    versioned=True,
    problems=(InvalidTransition,),
)
def reject_job(call: Call, job_id: Id, body: JobDecisionRequest) -> Versioned[JobPosting]:
    """Keep a pending job from the open. Its owner is told, and may change it."""
    return Versioned(*actions.reject(call, job_id, body))
