"""What administrators and partners do with candidates."""

from datetime import datetime

from pydantic import MISSING

from bridgework.areas.recruiting import rules, shelf
from bridgework.areas.recruiting.embedded import Embedded
from bridgework.areas.recruiting.shapes import (
    AdminListCandidatesQuery,
    AssociateJobsRequest,
    BulkCandidatesRequest,
    BulkCandidatesResult,
    CandidateJob,
    CandidateRecord,
    CandidateRecordPage,
    CandidateResult,
    CreateCandidateRequest,
    JobOpening,
)
from bridgework.areas.recruiting.system import Added, System
from bridgework.kit.db.transaction import Tx
from bridgework.kit.http.context import Call
from bridgework.kit.pagination import offset

PART = "recruiting"
"""By which the kit knows the system that the settings chose."""
_EMBEDDED: System = Embedded()


def openings(call: Call) -> list[JobOpening]:
    """What candidates can be associated with."""
    return _system(call).openings(call)


def listed(call: Call, query: AdminListCandidatesQuery) -> CandidateRecordPage:
    """A page of the candidates who fit."""
    items, total = _system(call).page(call, query)
    return offset.to_page(query, CandidateRecordPage, items, total)


def jobs_of(call: Call, candidate_id: str) -> list[CandidateJob]:
    """What a candidate is associated with. Raises CandidateNotFound."""
    return _system(call).jobs_of(call, candidate_id)


def create(call: Call, body: CreateCandidateRequest) -> CandidateRecord:
    """Add a candidate, associated with the openings that are named."""
    job_ids = [] if body.job_ids is MISSING else body.job_ids
    (added,) = _system(call).add(call, [body], job_ids)
    if added.fault is not None:
        raise added.fault
    if added.candidate is None:
        raise rules.CandidateExists(str(added.candidate_id))
    return added.candidate


def create_many(call: Call, body: BulkCandidatesRequest) -> BulkCandidatesResult:
    """Add those candidates who are new, each associated with the openings that are named.

    Who is known is left alone and not shown: a partner's key may add candidates, not read them.
    """
    job_ids = [] if body.job_ids is MISSING else body.job_ids
    added = _system(call).add(call, body.candidates, job_ids)
    return BulkCandidatesResult(results=[_result(one) for one in added])


def associate(call: Call, candidate_id: str, body: AssociateJobsRequest) -> list[CandidateJob]:
    """Associate a candidate with openings, and tell those; to do it twice changes nothing."""
    return _system(call).associate(call, candidate_id, body.job_ids)


def sweep(tx: Tx, now: datetime) -> int:
    """Drop some attempts that came to nothing long ago. Returns how many; call until none."""
    return shelf.sweep(tx, now)


def _system(call: Call) -> System:
    system: System = call.kit.parts.get(PART, _EMBEDDED)
    return system


def _result(added: Added) -> CandidateResult:
    message = None if added.fault is None else f"{added.fault.code}: {added.fault.message}"
    if added.outcome == "duplicate":
        message = rules.known_as(str(added.candidate_id))
    return CandidateResult(outcome=added.outcome, candidate=added.candidate, message=message)
