"""The built-in recruiting provider: candidates in the database, job postings as openings.

All changes of a request are made in one transaction.
"""

from collections.abc import Sequence

from pydantic import MISSING

from bridgework.areas.back_office.recruiting import attempts, errors, queries, schemas, serializers
from bridgework.areas.back_office.recruiting.provider import Creation, accountable_account
from bridgework.areas.history.audit import actions as audit
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.data.pagination import OffsetPage
from bridgework.kit.text import normalize
from bridgework.kit.validation import email_key

_MEMBERS = tuple(schemas.CandidateInput.model_fields)
_SEARCHED = ("first_name", "last_name", "email", "secondary_email")


def list_openings(context: Context) -> list[schemas.JobOpening]:
    """List the open postings."""
    with context.read_transaction() as tx:
        return queries.list_openings(tx, context.now)


def list_candidates(
    context: Context, query: schemas.AdminListCandidatesQuery
) -> OffsetPage[schemas.CandidateRecord]:
    """List the candidates whose names or e-mail addresses contain every word of the search."""
    with context.read_transaction() as tx:
        return queries.list_candidates(tx, query)


def create_candidates(
    context: Context, candidates: Sequence[schemas.CandidateInput], job_ids: Sequence[str]
) -> list[Creation]:
    """Create the candidates whose e-mail address is new."""
    with context.write_transaction() as tx:
        earlier = _earlier_creation(context)
        if earlier is not None:
            return [earlier]
        openings = _lock_openings(context, job_ids)
        added = _add_all(context, candidates)
        numbers = [number for number, is_new in added if is_new]
        records = queries.list_candidates_by_number(tx, numbers)
        queries.add_associations(tx, numbers, openings, context.now)
        for number in numbers:
            audit.note(context, "candidate.create", target=str(number))
            if context.marks:
                attempts.start(
                    tx,
                    context.now,
                    made_under=context.marks[0],
                    state=attempts.MADE_HERE,
                    candidate_id=str(number),
                    created_by=accountable_account(context.caller),
                )
    return [
        Creation("created", str(number), records[number])
        if is_new
        else Creation("duplicate", str(number))
        for number, is_new in added
    ]


def associate(
    context: Context, candidate_id: str, job_ids: Sequence[str]
) -> list[schemas.CandidateJob]:
    """Associate a candidate with open postings."""
    with context.write_transaction() as tx:
        number = _existing_number(context, candidate_id)
        queries.add_associations(tx, [number], _lock_openings(context, job_ids), context.now)
        audit.note(context, "candidate.associate", target=candidate_id)
        jobs = {job.id: job for job in queries.list_jobs(tx, number)}
    return [jobs[job_id] for job_id in dict.fromkeys(job_ids)]


def list_candidate_jobs(context: Context, candidate_id: str) -> list[schemas.CandidateJob]:
    """List the postings that a candidate is associated with."""
    with context.read_transaction() as tx:
        return queries.list_jobs(tx, _existing_number(context, candidate_id))


def _earlier_creation(context: Context) -> Creation | None:
    """Return the candidate that an interrupted request with the same key created."""
    attempt = attempts.by_key(context.tx, context.marks, context.now)
    # The attempt may belong to another provider, with that provider's id or none.
    number = attempt and serializers.to_candidate_number(str(attempt.candidate_id))
    if number is None:
        return None
    record = queries.list_candidates_by_number(context.tx, [number]).get(number)
    return None if record is None else Creation("created", record.id, record)


def _lock_openings(context: Context, opening_ids: Sequence[str]) -> Sequence[Id]:
    """Lock the requested postings, so that they stay open. Raises ValidationFailed."""
    job_ids = sorted(set(filter(None, map(serializers.to_job_id, opening_ids))))
    locked = queries.lock_open_jobs(context.tx, job_ids, context.now) if job_ids else []
    errors.must_be_openings(opening_ids, {serializers.to_opening_id(job_id) for job_id in locked})
    return locked


def _add_all(
    context: Context, candidates: Sequence[schemas.CandidateInput]
) -> list[tuple[int, bool]]:
    """Add candidates; return the number of each, and whether they are new."""
    rows = [_to_row(context, candidate) for candidate in candidates]
    # A fixed order, so that two requests with the same addresses don't deadlock.
    keys = [(row["email_key"] is None, str(row["email_key"])) for row in rows]
    order = sorted(range(len(rows)), key=keys.__getitem__)
    added = {index: queries.add(context.tx, rows[index]) for index in order}
    return [added[index] for index in range(len(rows))]


def _to_row(context: Context, candidate: schemas.CandidateInput) -> dict[str, object]:
    provided = {name: candidate.provided().get(name) for name in _MEMBERS}
    return {
        **provided,
        "email_key": None if candidate.email is MISSING else email_key(candidate.email),
        "open_to_work": provided["open_to_work"] is True,
        "search_key": normalize(" ".join(str(provided[name] or "") for name in _SEARCHED)),
        "created_by": accountable_account(context.caller),
        "created_at": context.now,
    }


def _existing_number(context: Context, candidate_id: str) -> int:
    number = serializers.to_candidate_number(candidate_id)
    if number is None or not queries.list_candidates_by_number(context.tx, [number]):
        raise errors.CandidateNotFound
    return number
