"""What administrators and partners do with candidates."""

from collections.abc import Sequence

from pydantic import MISSING

from bridgework.areas.audit import actions as audit
from bridgework.areas.recruiting import rules
from bridgework.areas.recruiting.embedded import Embedded
from bridgework.areas.recruiting.shapes import (
    AdminListCandidatesQuery,
    AssociateJobsRequest,
    BulkCandidatesRequest,
    BulkCandidatesResult,
    CandidateInput,
    CandidateJob,
    CandidateRecord,
    CandidateRecordPage,
    CandidateResult,
    CreateCandidateRequest,
    JobOpening,
)
from bridgework.areas.recruiting.system import Added, System
from bridgework.kit.http.call import Call
from bridgework.kit.paging import numbered

_system: System = Embedded()


def openings(call: Call) -> list[JobOpening]:
    """What candidates can be associated with."""
    with call.reading():
        return _system.openings(call)


def listed(call: Call, query: AdminListCandidatesQuery) -> CandidateRecordPage:
    """A page of the candidates who fit."""
    with call.reading():
        items, total = _system.page(call, query)
    return numbered.page(query, CandidateRecordPage, items, total)


def jobs_of(call: Call, candidate_id: str) -> list[CandidateJob]:
    """What a candidate is associated with. Raises CandidateNotFound."""
    _must_be_there(call, candidate_id)
    return _system.jobs_of(call, candidate_id)


def create(call: Call, body: CreateCandidateRequest) -> CandidateRecord:
    """Add a candidate, associated with the openings that are named, all of it or nothing."""
    job_ids = _held(call, body.job_ids)
    (added,) = _added(call, [body], job_ids)
    if not added.is_new:
        raise rules.CandidateExists(added.candidate_id)
    return _system.candidates(call, [added.candidate_id])[added.candidate_id]


def create_many(call: Call, body: BulkCandidatesRequest) -> BulkCandidatesResult:
    """Add those candidates who are new, each associated with the openings that are named.

    Who is known is left alone and not shown: a partner's key may add candidates, not read them.
    """
    job_ids = _held(call, body.job_ids)
    added = _added(call, body.candidates, job_ids)
    records = _system.candidates(call, _fresh(added))
    results = [
        CandidateResult(outcome="created", candidate=records[one.candidate_id], message=None)
        if one.is_new
        else CandidateResult(
            outcome="duplicate", candidate=None, message=rules.known_as(one.candidate_id)
        )
        for one in added
    ]
    return BulkCandidatesResult(results=results)


def associate(call: Call, candidate_id: str, body: AssociateJobsRequest) -> list[CandidateJob]:
    """Associate a candidate with openings, and tell those; to do it twice changes nothing."""
    _must_be_there(call, candidate_id)
    job_ids = _held(call, body.job_ids)
    _system.associate(call, [candidate_id], job_ids)
    audit.note(call, "candidate.associate", target=candidate_id)
    jobs = {job.id: job for job in _system.jobs_of(call, candidate_id)}
    return [jobs[one] for one in job_ids]


def _added(call: Call, candidates: Sequence[CandidateInput], job_ids: Sequence[str]) -> list[Added]:
    """What came of each; who is new is noted, and associated."""
    added = _system.add(call, candidates)
    for candidate_id in _fresh(added):
        audit.note(call, "candidate.create", target=candidate_id)
    _system.associate(call, _fresh(added), job_ids)
    return added


def _fresh(added: Sequence[Added]) -> list[str]:
    return [one.candidate_id for one in added if one.is_new]


def _must_be_there(call: Call, candidate_id: str) -> None:
    if not _system.candidates(call, [candidate_id]):
        raise rules.CandidateNotFound


def _held(call: Call, asked: Sequence[str] | MISSING) -> Sequence[str]:
    """The openings that are asked for, each once. Raises ValidationFailed for what is none."""
    if asked is MISSING:
        return []
    rules.must_be_openings(asked, _system.hold_openings(call, asked))
    return list(dict.fromkeys(asked))
