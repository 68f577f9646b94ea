"""Finding candidates for a job, and jobs for a candidate."""

from bridgework.areas.jobs.matches.shapes import (
    CandidateMatch,
    CandidateMatchPage,
    JobMatch,
    JobMatchPage,
    ListJobMatchesQuery,
    ListMyJobMatchesQuery,
)
from bridgework.areas.jobs.people import store as people
from bridgework.areas.jobs.postings import rules, store
from bridgework.areas.matching import actions as matching
from bridgework.kit.http.call import Call
from bridgework.kit.ids import Id
from bridgework.kit.paging import cursors
from bridgework.kit.paging.keyset import Slice

_NOBODY: Slice[CandidateMatch] = Slice([], None)
_NOTHING: Slice[JobMatch] = Slice([], None)


def for_job(call: Call, job_id: Id, query: ListJobMatchesQuery) -> CandidateMatchPage:
    """A page of the candidates who fit a job; nobody fits one that is not approved."""
    turn = cursors.turn(call, query, job_id)
    with call.reading() as tx:
        found = store.job(tx, call.caller, job_id, call.now)
        if found is None:
            raise rules.JobNotFound
        posting, _ = found
        rules.must_be_open_to(call.caller, posting.user_id)
        wants = matching.wants_of(tx, "job", job_id)
        if wants is None or posting.status != "approved":
            return cursors.page(call, query, CandidateMatchPage, _NOBODY, job_id)
        ranked = matching.people_for(tx, "candidate", wants, turn)
        cards = people.cards(tx, [one.subject_id for one in ranked.items])
    matches = [
        matching.told(CandidateMatch, cards[one.subject_id], one.reckoning) for one in ranked.items
    ]
    return cursors.page(call, query, CandidateMatchPage, Slice(matches, ranked.last), job_id)


def for_candidate(call: Call, query: ListMyJobMatchesQuery) -> JobMatchPage:
    """A page of the jobs that fit the caller; none as long as they are no matched candidate."""
    turn = cursors.turn(call, query)
    with call.reading() as tx:
        offer = matching.offer_of(tx, "candidate", call.caller.account())
        if offer is None:
            return cursors.page(call, query, JobMatchPage, _NOTHING)
        ranked = matching.postings_for(tx, "job", offer, turn)
        cards = store.cards(tx, [one.subject_id for one in ranked.items], call.now)
    # One that has just expired has no card, though the matching still knows it for a minute.
    matches = [
        matching.told(JobMatch, cards[one.subject_id], one.reckoning)
        for one in ranked.items
        if one.subject_id in cards
    ]
    return cursors.page(call, query, JobMatchPage, Slice(matches, ranked.last))
