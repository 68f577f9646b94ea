"""The operations on candidates and openings."""

from bridgework.areas.back_office.recruiting import actions, errors, schemas
from bridgework.context import Context
from bridgework.kit.data.pagination import OffsetPage
from bridgework.kit.http.operations import Router, Tag
from bridgework.kit.security import admin

router = Router(
    "Recruiting",
    administrators=Tag(
        "Recruiting",
        "Job openings and candidates. Some operations also accept partner keys.",
    ),
)
_admin_or_partner = admin.or_partner("candidates:write")
_PROVIDER_ERRORS = (errors.RecruitingNotConnected, errors.RecruitingUnavailable)
"""The errors of a remote provider, which every operation can raise."""


@router.get(
    "/admin/recruiting/job-openings",
    who=_admin_or_partner,
    pool="integrations",
    errors=_PROVIDER_ERRORS,
)
def admin_list_job_openings(context: Context) -> list[schemas.JobOpening]:
    """List the openings that candidates can be associated with, newest first.

    They are the approved job postings; with an external recruiting system, its openings. `jobIds`
    takes their `id`; `jobOpeningId` is the ID of the job posting.
    """
    return actions.provider(context).list_openings(context)


@router.get("/admin/recruiting/candidates", who=admin, pool="integrations", errors=_PROVIDER_ERRORS)
def admin_list_candidates(
    context: Context, query: schemas.AdminListCandidatesQuery
) -> OffsetPage[schemas.CandidateRecord]:
    """List candidates, newest first.

    Every word of `search` must match the name or an e-mail address. With an external recruiting
    system, names and e-mail addresses match by prefix, and `total` counts the candidates known up
    to this page, plus one while there are more.
    """
    return actions.provider(context).list_candidates(context, query)


@router.post(
    "/admin/recruiting/candidates",
    who=_admin_or_partner,
    status=201,
    pool="integrations",
    errors=(
        errors.CandidateExists,
        errors.CandidateRefused,
        errors.CandidateUnderWay,
        errors.NotAssociated,
        errors.OutcomeUnknown,
        *_PROVIDER_ERRORS,
    ),
)
def admin_create_candidate(
    context: Context, body: schemas.CreateCandidateRequest
) -> schemas.CandidateRecord:
    """Create a candidate and associate them with the openings in `jobIds`.

    Nothing is created if a candidate with the e-mail address exists or an opening does not exist.
    An external recruiting system can create the candidate and then fail to associate them: the
    message of `not_associated` contains the candidate's ID, and the request can be repeated safely.
    """
    return actions.create(context, body)


@router.post(
    "/admin/recruiting/candidates/bulk",
    who=_admin_or_partner,
    pool="integrations",
    errors=_PROVIDER_ERRORS,
)
def admin_bulk_create_candidates(
    context: Context, body: schemas.BulkCandidatesRequest
) -> schemas.BulkCandidatesResult:
    """Create up to ten candidates; `results` has one result for each, in the order of the request.

    A new candidate is `created` and associated with the openings in `jobIds`. A candidate whose
    e-mail address exists, or occurs earlier in the request, is a `duplicate` and left unchanged;
    the message contains their ID. Nothing is created if an opening does not exist.

    A candidate that could not be created is `failed`; the message starts with the error code of
    `adminCreateCandidate`, as in `outcome_unknown: …`. The message of a `created` candidate who is
    not associated with all openings starts with `not_associated`.
    """
    return actions.create_many(context, body)


@router.post(
    "/admin/recruiting/candidates/{id}/jobs",
    who=_admin_or_partner,
    pool="integrations",
    not_found=errors.CandidateNotFound,
    errors=(errors.NotAssociated, *_PROVIDER_ERRORS),
)
def admin_associate_jobs(
    context: Context, candidate_id: str, body: schemas.AssociateJobsRequest
) -> list[schemas.CandidateJob]:
    """Associate a candidate with openings. Existing associations are kept.

    Returns the requested openings in their order, each once.
    """
    return actions.provider(context).associate(context, candidate_id, body.job_ids)


@router.get(
    "/admin/recruiting/candidates/{id}/jobs",
    who=admin,
    pool="integrations",
    not_found=errors.CandidateNotFound,
    errors=_PROVIDER_ERRORS,
)
def admin_list_candidate_jobs(context: Context, candidate_id: str) -> list[schemas.CandidateJob]:
    """List the openings of a candidate, latest first, including closed job postings."""
    return actions.provider(context).list_candidate_jobs(context, candidate_id)
