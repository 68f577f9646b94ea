"""What administrators and partners do with candidates."""

from pydantic import MISSING

from bridgework.areas.back_office.recruiting import builtin, errors, queries, schemas
from bridgework.areas.back_office.recruiting.provider import Creation, Provider
from bridgework.context import Context
from bridgework.kit.actions import IntegrationKey
from bridgework.kit.validation import email_key

PROVIDER = IntegrationKey[Provider]()
"""The key of the configured provider."""
_BUILTIN: Provider = builtin


def provider(context: Context) -> Provider:
    """Return the configured provider, by default the built-in one."""
    return context.app.integrations.get(PROVIDER) or _BUILTIN


def create(context: Context, body: schemas.CreateCandidateRequest) -> schemas.CandidateRecord:
    """Create a candidate, associated with the given openings."""
    job_ids = [] if body.job_ids is MISSING else body.job_ids
    (creation,) = provider(context).create_candidates(context, [body], job_ids)
    if creation.error is not None:
        raise creation.error
    if creation.candidate is None:
        raise errors.CandidateExists(str(creation.candidate_id))
    return creation.candidate


def create_many(
    context: Context, body: schemas.BulkCandidatesRequest
) -> schemas.BulkCandidatesResult:
    """Create the new candidates, each associated with the given openings.

    Existing candidates are not returned: a partner's key may add candidates, not read them.
    """
    job_ids = [] if body.job_ids is MISSING else body.job_ids
    creations = provider(context).create_candidates(context, body.candidates, job_ids)
    return schemas.BulkCandidatesResult(results=[_to_result(creation) for creation in creations])


def import_candidate(
    context: Context, candidate: schemas.CandidateInput
) -> schemas.CandidateResult:
    """Create a candidate, unless one with the e-mail address exists.

    `context.marks` identify the candidate: a repeated call returns the same result.
    """
    (creation,) = provider(context).create_candidates(context, [candidate], [])
    return _to_result(creation)


def is_known(context: Context, email: str) -> bool:
    """Whether the built-in provider has a candidate with this address; False for another one."""
    if context.app.integrations.get(PROVIDER) is not None:
        return False
    return queries.has_email(context.tx, email_key(email))


def _to_result(creation: Creation) -> schemas.CandidateResult:
    message = None
    if creation.outcome == "duplicate":
        message = errors.candidate_exists_message(str(creation.candidate_id))
    elif creation.error is not None:
        message = f"{creation.error.code}: {creation.error.message}"
    return schemas.CandidateResult(
        outcome=creation.outcome, candidate=creation.candidate, message=message
    )
