"""The operations of the recruiting system: contract section 3.11."""

from bridgework.areas.recruiting import actions, rules
from bridgework.areas.recruiting.shapes import (
    AdminListCandidatesQuery,
    AssociateJobsRequest,
    BulkCandidatesRequest,
    BulkCandidatesResult,
    CandidateJob,
    CandidateRecord,
    CandidateRecordPage,
    CreateCandidateRequest,
    JobOpening,
)
from bridgework.kit.auth import admin
from bridgework.kit.http.area import Area
from bridgework.kit.http.call import Call

area = Area("Recruiting")
_admin_or_partner = admin.or_partner("candidates:write")


@area.get("/admin/recruiting/job-openings", who=_admin_or_partner, slow=True)
def admin_list_job_openings(call: Call) -> list[JobOpening]:
    """List what candidates can be associated with, the newest first: the approved job postings.

    `id` is what `jobIds` take; `jobOpeningId` is the posting's own.
    """
    return actions.openings(call)


@area.get("/admin/recruiting/candidates", who=admin, slow=True)
def admin_list_candidates(call: Call, query: AdminListCandidatesQuery) -> CandidateRecordPage:
    """List candidates, the newest first.

    Every word of `search` must be in the name or an e-mail.
    """
    return actions.listed(call, query)


@area.post(
    "/admin/recruiting/candidates",
    who=_admin_or_partner,
    status=201,
    problems=(rules.CandidateExists,),
)
def admin_create_candidate(call: Call, body: CreateCandidateRequest) -> CandidateRecord:
    """Add a candidate, and associate them with the openings in `jobIds`.

    Where the e-mail is known, or one of the openings is none, nothing is done.
    """
    return actions.create(call, body)


@area.post("/admin/recruiting/candidates/bulk", who=_admin_or_partner)
def admin_bulk_create_candidates(call: Call, body: BulkCandidatesRequest) -> BulkCandidatesResult:
    """Add up to ten candidates; `results` has an answer for each, in the order sent.

    Who is new is `created`, and associated with the openings in `jobIds`. Whose e-mail is known, or
    stands earlier in the same request, is a `duplicate` and left as they are: the message tells
    their id. Where one of the openings is none, nothing is done.
    """
    return actions.create_many(call, body)


@area.post(
    "/admin/recruiting/candidates/{id}/jobs",
    who=_admin_or_partner,
    missing=rules.CandidateNotFound,
)
def admin_associate_jobs(
    call: Call, candidate_id: str, body: AssociateJobsRequest
) -> list[CandidateJob]:
    """Associate a candidate with openings; what is associated already stays as it is.

    Tells the openings that were sent, in that order, each once.
    """
    return actions.associate(call, candidate_id, body)


@area.get("/admin/recruiting/candidates/{id}/jobs", who=admin, missing=rules.CandidateNotFound)
def admin_list_candidate_jobs(call: Call, candidate_id: str) -> list[CandidateJob]:
    """List what a candidate is associated with, the latest first, closed postings too."""
    return actions.jobs_of(call, candidate_id)
