"""What administrators and partners do with candidates."""

from pydantic import MISSING

from bridgework.areas.recruiting import builtin, errors
from bridgework.areas.recruiting.provider import Creation, Provider
from bridgework.areas.recruiting.schemas import (
    BulkCandidatesRequest,
    BulkCandidatesResult,
    CandidateRecord,
    CandidateResult,
    CreateCandidateRequest,
)
from bridgework.kit.http.context import Context
from bridgework.kit.integrations import IntegrationKey

PROVIDER = IntegrationKey[Provider]()
"""The key of the configured provider."""
_BUILTIN: Provider = builtin


def provider(context: Context) -> Provider:
    """Return the configured provider, by default the built-in one."""
    return context.app.integrations.get(PROVIDER) or _BUILTIN


def create(context: Context, body: CreateCandidateRequest) -> CandidateRecord:
    """Create a candidate, associated with the given openings."""
    job_ids = [] if body.job_ids is MISSING else body.job_ids
    (creation,) = provider(context).create_candidates(context, [body], job_ids)
    if creation.error is not None:
        raise creation.error
    if creation.candidate is None:
        raise errors.CandidateExists(str(creation.candidate_id))
    return creation.candidate


def create_many(context: Context, body: BulkCandidatesRequest) -> BulkCandidatesResult:
    """Create the new candidates, each associated with the given openings.

    Existing candidates are not returned: a partner's key may add candidates, not read them.
    """
    job_ids = [] if body.job_ids is MISSING else body.job_ids
    creations = provider(context).create_candidates(context, body.candidates, job_ids)
    return BulkCandidatesResult(results=[_to_result(creation) for creation in creations])


def _to_result(creation: Creation) -> CandidateResult:
    message = None
    if creation.outcome == "duplicate":
        message = errors.candidate_exists_message(str(creation.candidate_id))
    elif creation.error is not None:
        message = f"{creation.error.code}: {creation.error.message}"
    return CandidateResult(outcome=creation.outcome, candidate=creation.candidate, message=message)
