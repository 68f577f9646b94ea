"""The operations of the recruiting system: contract section 3.11."""

from bridgework.areas.recruiting import actions, errors
from bridgework.areas.recruiting.schemas import (
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
from bridgework.kit.http.context import Context
from bridgework.kit.http.router import Router

router = Router("Recruiting")
_admin_or_partner = admin.or_partner("candidates:write")
_OUTSIDE = (errors.RecruitingNotConnected, errors.RecruitingUnavailable)
"""What each operation may raise with a provider behind the network."""


@router.get(
    "/admin/recruiting/job-openings", who=_admin_or_partner, run_in_thread=True, errors=_OUTSIDE
)
def admin_list_job_openings(context: Context) -> list[JobOpening]:
    """List what candidates can be associated with, the newest first: the approved job postings.

    `id` is what `jobIds` take; `jobOpeningId` is the posting's own. Where another recruiting system
    is connected, its openings are listed in their place.
    """
    return actions.provider(context).list_openings(context)


@router.get("/admin/recruiting/candidates", who=admin, run_in_thread=True, errors=_OUTSIDE)
def admin_list_candidates(context: Context, query: AdminListCandidatesQuery) -> CandidateRecordPage:
    """List candidates, the newest first.

    Every word of `search` must be in the name or an e-mail. Where another recruiting system is
    connected, names and e-mails are found by how they begin, and `total` is how many are known of
    by this page: at least one more than it ends with, as long as there are more.
    """
    return actions.provider(context).list_candidates(context, query)


@router.post(
    "/admin/recruiting/candidates",
    who=_admin_or_partner,
    status=201,
    run_in_thread=True,
    errors=(
        errors.CandidateExists,
        errors.CandidateRefused,
        errors.CandidateUnderWay,
        errors.NotAssociated,
        errors.OutcomeUnknown,
        *_OUTSIDE,
    ),
)
def admin_create_candidate(context: Context, body: CreateCandidateRequest) -> CandidateRecord:
    """Add a candidate, and associate them with the openings in `jobIds`.

    Where the e-mail is known, or one of the openings is none, nothing is done. Another recruiting
    system than the embedded one may add somebody and then fail to associate them: the message of
    `not_associated` tells their id, and to try again is safe.
    """
    return actions.create(context, body)


@router.post(
    "/admin/recruiting/candidates/bulk", who=_admin_or_partner, run_in_thread=True, errors=_OUTSIDE
)
def admin_bulk_create_candidates(
    context: Context, body: BulkCandidatesRequest
) -> BulkCandidatesResult:
    """Add up to ten candidates; `results` has an answer for each, in the order sent.

    Who is new is `created`, and associated with the openings in `jobIds`. Whose e-mail is known, or
    stands earlier in the same request, is a `duplicate` and left as they are: the message tells
    their id. Where one of the openings is none, nothing is done.

    Who could not be added is `failed`, and the message begins with the code that the single
    creation would have told, as in `outcome_unknown: …`. Who was `created` and is not associated
    with all openings has a message that begins with `not_associated`.
    """
    return actions.create_many(context, body)


@router.post(
    "/admin/recruiting/candidates/{id}/jobs",
    who=_admin_or_partner,
    run_in_thread=True,
    not_found=errors.CandidateNotFound,
    errors=(errors.NotAssociated, *_OUTSIDE),
)
def admin_associate_jobs(
    context: Context, candidate_id: str, body: AssociateJobsRequest
) -> list[CandidateJob]:
    """Associate a candidate with openings; what is associated already stays as it is.

    Tells the openings that were sent, in that order, each once.
    """
    return actions.provider(context).associate(context, candidate_id, body.job_ids)


@router.get(
    "/admin/recruiting/candidates/{id}/jobs",
    who=admin,
    run_in_thread=True,
    not_found=errors.CandidateNotFound,
    errors=_OUTSIDE,
)
def admin_list_candidate_jobs(context: Context, candidate_id: str) -> list[CandidateJob]:
    """List what a candidate is associated with, the latest first, closed postings too."""
    return actions.provider(context).list_candidate_jobs(context, candidate_id)
