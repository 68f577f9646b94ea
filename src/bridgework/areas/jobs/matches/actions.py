"""Finding candidates for a job, and jobs for a candidate."""

from bridgework.areas.jobs.matches.shapes import (
    CandidateMatch,
    CandidateMatchPage,
    JobMatch,
    JobMatchPage,
    ListJobMatchesQuery,
    ListMyJobMatchesQuery,
)
from bridgework.areas.jobs.people import actions as people
from bridgework.areas.jobs.people import store as candidates
from bridgework.areas.jobs.postings import rules, store
from bridgework.areas.matching import actions as matching
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id
from bridgework.kit.pagination import cursors
from bridgework.kit.pagination.keyset import PageSlice

_NOBODY: PageSlice[CandidateMatch] = PageSlice([], None)
_NOTHING: PageSlice[JobMatch] = PageSlice([], None)


def for_job(call: Call, job_id: Id, query: ListJobMatchesQuery) -> CandidateMatchPage:
    """A page of the candidates who fit a job; nobody fits one that is not approved."""
    page_request = cursors.page_request(call, query, job_id)
    with call.reading() as tx:
        found = store.job(tx, call.caller, job_id, call.now)
        if found is None:
            raise rules.JobNotFound
        posting, _ = found
        rules.must_be_open_to(call.caller, posting.user_id)
        wants = matching.wants_of(tx, "job", job_id)
        if wants is None or posting.status != "approved":
            reason = rules.why_not_matched(posting.status)
            return cursors.to_page(
                call, query, CandidateMatchPage, _NOBODY, job_id, empty_reason=reason
            )
        ranked = matching.people_for(tx, "candidate", wants, page_request)
        cards = candidates.cards(tx, [one.subject_id for one in ranked.items])
    matches = [
        matching.told(CandidateMatch, cards[one.subject_id], one.reckoning) for one in ranked.items
    ]
    page = PageSlice(matches, ranked.last)
    why = matching.empty_reason(page, page_request, states_nothing=not wants.criteria)
    return cursors.to_page(call, query, CandidateMatchPage, page, job_id, empty_reason=why)


def for_candidate(call: Call, query: ListMyJobMatchesQuery) -> JobMatchPage:
    """A page of the jobs that fit the caller; none as long as they are no matched candidate."""
    page_request = cursors.page_request(call, query)
    with call.reading() as tx:
        offer = matching.offer_of(tx, "candidate", call.caller.account())
        if offer is None:
            reason = people.why_not_matched(tx, call.caller.account())
            return cursors.to_page(call, query, JobMatchPage, _NOTHING, empty_reason=reason)
        ranked = matching.postings_for(tx, "job", offer, page_request)
        cards = store.cards(tx, [one.subject_id for one in ranked.items], call.now)
    # One that has just expired has no card, though the matching still knows it for a minute.
    matches = [
        matching.told(JobMatch, cards[one.subject_id], one.reckoning)
        for one in ranked.items
        if one.subject_id in cards
    ]
    page = PageSlice(matches, ranked.last)
    why = matching.empty_reason(page, page_request, states_nothing=not offer.traits)
    return cursors.to_page(call, query, JobMatchPage, page, empty_reason=why)
