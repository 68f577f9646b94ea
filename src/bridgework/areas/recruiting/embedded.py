"""The recruiting system that is built in: our own tables, and job postings for openings."""

from collections.abc import Collection, Mapping, Sequence

from pydantic import MISSING

from bridgework.areas.recruiting import rules, store
from bridgework.areas.recruiting.shapes import (
    AdminListCandidatesQuery,
    CandidateInput,
    CandidateJob,
    CandidateRecord,
    JobOpening,
)
from bridgework.areas.recruiting.system import Added
from bridgework.kit.fields import email_key
from bridgework.kit.http.call import Call
from bridgework.kit.ids import Id
from bridgework.kit.words import fold

_MEMBERS = tuple(CandidateInput.model_fields)
_SEARCHED = ("first_name", "last_name", "email", "secondary_email")


class Embedded:
    """Keeps candidates in the database, and asks the jobs platform for its open postings."""

    def openings(self, call: Call) -> list[JobOpening]:
        return store.openings(call.tx, call.now)

    def hold_openings(self, call: Call, ids: Collection[str]) -> set[str]:
        held = store.hold_open_jobs(call.tx, _jobs(ids), call.now)
        return {rules.opening_id(job_id) for job_id in held}

    def page(
        self, call: Call, query: AdminListCandidatesQuery
    ) -> tuple[Sequence[CandidateRecord], int]:
        return store.page(call.tx, query)

    def candidates(self, call: Call, ids: Collection[str]) -> Mapping[str, CandidateRecord]:
        return {one.id: one for one in store.candidates_of(call.tx, _numbers(ids))}

    def add(self, call: Call, candidates: Sequence[CandidateInput]) -> list[Added]:
        keys = [_key(one) for one in candidates]
        # In one order for all: of two calls with the same e-mails, neither waits for the other's.
        order = sorted(range(len(candidates)), key=lambda place: (keys[place] is None, keys[place]))
        added = {place: _add(call, candidates[place], keys[place]) for place in order}
        return [added[place] for place in range(len(candidates))]

    def associate(self, call: Call, candidates: Collection[str], openings: Collection[str]) -> None:
        store.associate(call.tx, _numbers(candidates), _jobs(openings), call.now)

    def jobs_of(self, call: Call, candidate_id: str) -> list[CandidateJob]:
        (number,) = _numbers([candidate_id])
        return store.jobs_of(call.tx, number)


def _key(candidate: CandidateInput) -> str | None:
    return None if candidate.email is MISSING else email_key(candidate.email)


def _add(call: Call, candidate: CandidateInput, key: str | None) -> Added:
    given = {name: candidate.given().get(name) for name in _MEMBERS}
    values = {
        **given,
        "email_key": key,
        "open_to_work": given["open_to_work"] is True,
        "search_key": fold(" ".join(str(given[name] or "") for name in _SEARCHED)),
        "created_by": call.caller.made_by or call.caller.account(),
        "created_at": call.now,
    }
    number = store.add(call.tx, values)
    if number is not None:
        return Added(str(number), is_new=True)
    return Added(str(store.number_of(call.tx, key)), is_new=False)


def _numbers(candidate_ids: Collection[str]) -> list[int]:
    told = [rules.candidate_number(one) for one in candidate_ids]
    return [number for number in told if number is not None]


def _jobs(openings: Collection[str]) -> list[Id]:
    told = {rules.job_id(one) for one in openings}
    return sorted(job_id for job_id in told if job_id is not None)
