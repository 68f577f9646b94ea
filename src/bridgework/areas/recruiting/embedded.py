"""The recruiting system that is built in: our own tables, and job postings for openings."""

from collections.abc import Collection, Mapping, Sequence

from pydantic import MISSING

from bridgework.areas.audit import actions as audit
from bridgework.areas.recruiting import rules, shelf, store
from bridgework.areas.recruiting.shapes import (
    AdminListCandidatesQuery,
    CandidateInput,
    CandidateJob,
    CandidateRecord,
    JobOpening,
)
from bridgework.areas.recruiting.system import Added
from bridgework.kit.fields import email_key
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id
from bridgework.kit.text import normalize

_MEMBERS = tuple(CandidateInput.model_fields)
_SEARCHED = ("first_name", "last_name", "email", "secondary_email")


class Embedded:
    """Keeps candidates in the database, and asks the jobs platform for its open postings.

    What one call changes is changed in one transaction: all of it or nothing.
    """

    def openings(self, call: Call) -> list[JobOpening]:
        with call.reading():
            return store.openings(call.tx, call.now)

    def page(
        self, call: Call, query: AdminListCandidatesQuery
    ) -> tuple[Sequence[CandidateRecord], int]:
        with call.reading():
            return store.page(call.tx, query)

    def add(
        self, call: Call, candidates: Sequence[CandidateInput], job_ids: Sequence[str]
    ) -> list[Added]:
        with call.writing():
            before = _made_before(call)
            if before is not None:
                return [before]
            openings = _held(call, job_ids)
            added = _added(call, candidates)
            fresh = [number for number, is_new in added if is_new]
            records = _records(call, fresh)
            store.associate(call.tx, fresh, openings, call.now)
            for number in fresh:
                audit.note(call, "candidate.create", target=str(number))
            _remember(call, fresh)
        return [
            Added("created", str(number), records[str(number)])
            if is_new
            else Added("duplicate", str(number))
            for number, is_new in added
        ]

    def associate(
        self, call: Call, candidate_id: str, job_ids: Sequence[str]
    ) -> list[CandidateJob]:
        with call.writing():
            number = _number(call, candidate_id)
            store.associate(call.tx, [number], _held(call, job_ids), call.now)
            audit.note(call, "candidate.associate", target=candidate_id)
            jobs = {job.id: job for job in store.jobs_of(call.tx, number)}
        return [jobs[one] for one in dict.fromkeys(job_ids)]

    def jobs_of(self, call: Call, candidate_id: str) -> list[CandidateJob]:
        with call.reading():
            return store.jobs_of(call.tx, _number(call, candidate_id))

    def close(self) -> None:
        """There is nothing to give back."""


def _made_before(call: Call) -> Added | None:
    """Who was added when this very request came under its key before, and was cut off after."""
    attempt = shelf.under(call.tx, call.marks, call.now)
    if attempt is None:
        return None
    found = _records(call, _numbers([str(attempt.candidate_id)]))
    return next((Added("created", one, record) for one, record in found.items()), None)


def _remember(call: Call, numbers: Sequence[int]) -> None:
    if call.marks:
        for number in numbers:
            shelf.start(
                call.tx,
                call.now,
                made_under=call.marks[0],
                state=shelf.MADE_HERE,
                candidate_id=str(number),
                created_by=rules.adder(call.caller),
            )


def _held(call: Call, job_ids: Sequence[str]) -> list[Id]:
    """The postings that are asked for, kept from closing. Raises ValidationFailed."""
    jobs = sorted({told for told in map(rules.job_id, job_ids) if told is not None})
    held = store.hold_open_jobs(call.tx, jobs, call.now) if jobs else []
    rules.must_be_openings(job_ids, {rules.opening_id(job_id) for job_id in held})
    return jobs


def _added(call: Call, candidates: Sequence[CandidateInput]) -> list[tuple[int, bool]]:
    """Everybody's number, and whether they are new."""
    keys = [_key(one) for one in candidates]
    # In one order for all: of two calls with the same e-mails, neither waits for the other's.
    order = sorted(range(len(candidates)), key=lambda place: (keys[place] is None, keys[place]))
    added = {place: _add(call, candidates[place], keys[place]) for place in order}
    return [added[place] for place in range(len(candidates))]


def _key(candidate: CandidateInput) -> str | None:
    return None if candidate.email is MISSING else email_key(candidate.email)


def _add(call: Call, candidate: CandidateInput, key: str | None) -> tuple[int, bool]:
    given = {name: candidate.provided().get(name) for name in _MEMBERS}
    values = {
        **given,
        "email_key": key,
        "open_to_work": given["open_to_work"] is True,
        "search_key": normalize(" ".join(str(given[name] or "") for name in _SEARCHED)),
        "created_by": rules.adder(call.caller),
        "created_at": call.now,
    }
    number = store.add(call.tx, values)
    return (store.number_of(call.tx, key), False) if number is None else (number, True)


def _records(call: Call, numbers: Sequence[int]) -> Mapping[str, CandidateRecord]:
    return {one.id: one for one in store.candidates_of(call.tx, numbers)}


def _number(call: Call, candidate_id: str) -> int:
    numbers = _numbers([candidate_id])
    if not store.candidates_of(call.tx, numbers):
        raise rules.CandidateNotFound
    return numbers[0]


def _numbers(candidate_ids: Collection[str]) -> list[int]:
    told = [rules.candidate_number(one) for one in candidate_ids]
    return [number for number in told if number is not None]
