"""The operations on matches of jobs and candidates: contract sections 3.9 and 5."""

from bridgework.areas.jobs.matches import actions
from bridgework.areas.jobs.matches.shapes import (
    CandidateMatchPage,
    JobMatchPage,
    ListJobMatchesQuery,
    ListMyJobMatchesQuery,
)
from bridgework.areas.jobs.postings import rules
from bridgework.kit.auth import member
from bridgework.kit.http.context import Call
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id

area = Area("Jobs")


@area.get(
    "/jobs/{id}/matches",
    who=member,
    slow=True,
    missing=rules.JobNotFound,
    problems=(rules.NotTheClinic,),
)
def list_job_matches(call: Call, job_id: Id, query: ListJobMatchesQuery) -> CandidateMatchPage:
    """List the candidates who fit a job that one posted, the best first. It must be approved.

    `emptyReason` says why the list is empty, null if it is not: `not_verified` while no
    administrator has approved the job, `not_looking` once it is closed or expired or while its
    owner's account is disabled, `profile_incomplete` if it states nothing to match by,
    `no_matches` if no candidate fits.
    """
    return actions.for_job(call, job_id, query)


@area.get("/jobs/matches/mine", who=member, slow=True)
def list_my_job_matches(call: Call, query: ListMyJobMatchesQuery) -> JobMatchPage:
    """List the jobs that fit one, the best first. One must be a verified candidate who looks.

    `emptyReason` says why the list is empty, null if it is not: `not_looking` to members who are
    no candidates and where `jobSeekerIntent` is that, `not_verified` while no administrator has
    verified the candidate, or after one has hidden the profile, `profile_incomplete` if the profile
    states nothing to match by, `no_matches` if no job fits.
    """
    return actions.for_candidate(call, query)
