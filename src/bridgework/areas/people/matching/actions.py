"""Update the index of matching, and rank people and postings. For other areas."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from bridgework.areas.people.matching import explanations, formula, index_encoding, queries, ranking
from bridgework.areas.people.matching.criteria import job_criteria, records, role_criteria
from bridgework.areas.people.matching.criteria.availability import (
    COMMON_AVAILABILITIES as COMMON_AVAILABILITIES,
)
from bridgework.areas.people.matching.criteria.availability import (
    COMMON_KINDS_OF_WORK as COMMON_KINDS_OF_WORK,
)
from bridgework.areas.people.matching.criteria.records import Evidence as Evidence
from bridgework.areas.people.matching.criteria.records import JobsMembers
from bridgework.areas.people.matching.formula import Offer, ScoreBreakdown
from bridgework.areas.people.matching.formula import Wants as Wants
from bridgework.areas.people.matching.queries import PersonKind as PersonKind
from bridgework.areas.people.matching.queries import PostingKind as PostingKind
from bridgework.areas.people.matching.ranking import Ranked as Ranked
from bridgework.areas.people.matching.ranking import Scored
from bridgework.areas.people.matching.schemas import EmptyReason, Improvement
from bridgework.areas.people.matching.tables import indexes
from bridgework.areas.people.profiles.records import Fields
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx
from bridgework.kit.data.pagination import PageRequest, PageSlice
from bridgework.kit.data.search import bitmaps
from bridgework.kit.validation import to_wire_name

REINDEX_BATCH = 20
"""Records of an outdated formula that are reindexed in one transaction. An expert takes nearly two
milliseconds, during which other writers wait."""

_MOST_IMPROVEMENTS = 3

VERSION = formula.VERSION

to_schema, to_no_match = explanations.to_schema, explanations.to_no_match
wants_of_role, offer_of_expert = role_criteria.wants, role_criteria.offer
wants_of_job, offer_of_candidate = job_criteria.wants, job_criteria.offer


def evidence_of_expert(profile: Fields) -> Evidence:
    """Return what an expert's profile states, for the explanation of matches."""
    values = profile._asdict()
    return records.evidence_of(
        role_criteria.statements(profile), {name: values[name] for name in role_criteria.MEMBERS}
    )


def evidence_of_candidate(profile: Fields, account: JobsMembers) -> Evidence:
    """Return what a candidate's profile and account state, for the explanation of matches."""
    values = {
        **profile._asdict(),
        "jobs_specialty": account.specialty,
        "jobs_credential": account.credential,
        "looking_for_mentor": account.looking_for_mentor,
        "jobs_profession": account.profession,
    }
    return records.evidence_of(
        job_criteria.statements(profile, account),
        {name: values[name] for name in job_criteria.MEMBERS},
    )


def improvements(
    kind: PostingKind, wants: Wants, offer: Offer, evidence: Evidence
) -> list[Improvement]:
    """Return what a profile does not state, and the points that it could add.

    At most three members, those with the most points first.
    """
    members = role_criteria.MEMBERS if kind == "role" else job_criteria.MEMBERS
    gains = {
        member: formula.gain(wants, offer, members[member])
        for member in members
        if member in evidence.silent
    }
    return [
        Improvement(member=to_wire_name(member), gain=gains[member])
        for member in sorted(gains, key=lambda member: -gains[member])[:_MOST_IMPROVEMENTS]
        if gains[member]
    ]


def put_person(tx: Tx, kind: PersonKind, account_id: Id, offer: Offer) -> None:
    """Add a person to the index, or update their offer. An unchanged offer writes nothing."""
    person = queries.find_person(tx, kind, account_id)
    if person is not None and person.offer == offer and not person.is_outdated:
        return
    if queries.lock(tx, kind):
        person = queries.find_person(tx, kind, account_id)
    if person is None:
        queries.add_person(tx, kind, account_id, offer)
    else:
        queries.update_person(tx, kind, person, offer)


def put_people(tx: Tx, kind: PersonKind, offers: Sequence[tuple[Id, Offer]]) -> None:
    """Add people who are not in the index yet."""
    queries.lock(tx, kind)
    queries.add_people(tx, kind, offers)


def drop_person(tx: Tx, kind: PersonKind, account_id: Id) -> None:
    """Remove a person from the index, if they are in it."""
    person = queries.find_person(tx, kind, account_id)
    if person is not None and queries.lock(tx, kind):
        person = queries.find_person(tx, kind, account_id)
    if person is not None:
        queries.delete_person(tx, kind, person)


def put_posting(tx: Tx, kind: PostingKind, posting_id: Id, wants: Wants) -> None:
    """Add a posting to the index, or update what it wants."""
    posting = queries.find_posting(tx, kind, posting_id)
    if posting is None:
        queries.add_posting(tx, kind, posting_id, wants)
    else:
        queries.update_posting(tx, kind, posting.number, wants)


def drop_posting(tx: Tx, kind: PostingKind, posting_id: Id) -> None:
    """Remove a posting from the index, if it is in it."""
    posting = queries.find_posting(tx, kind, posting_id)
    if posting is not None:
        queries.delete_posting(tx, posting.number)


def people_for(
    tx: Tx,
    kind: PersonKind,
    posting_id: Id,
    wants: Wants,
    page_request: PageRequest,
    among: Collection[Id] = (),
) -> PageSlice[Ranked]:
    """Return a page of the people who match a posting, best first.

    With `among`, only those of these accounts, who are in the whole list too.
    """
    tokens = {trait: index_encoding.token(kind, trait) for trait in ranking.indexed_traits(wants)}
    holders = indexes[kind].holders(tx, set(tokens.values()))
    bounds = ranking.bounds_of_people(
        wants, {trait: holders[token] for trait, token in tokens.items() if token in holders}
    )

    these = bitmaps.from_ids(queries.list_numbers(tx, kind, among)) if among else None

    def score(numbers: Sequence[int]) -> Scored:
        offers = queries.list_offers(tx, numbers) if numbers else {}
        return {
            number: (account_id, formula.score(wants, offer))
            for number, (account_id, offer) in offers.items()
        }

    return ranking.best(bounds, score, page_request, posting_id, these)


def postings_for(
    tx: Tx, kind: PostingKind, account_id: Id, offer: Offer, page_request: PageRequest
) -> PageSlice[Ranked]:
    """Return a page of the postings that a person matches, best first."""
    person: PersonKind = "expert" if kind == "role" else "candidate"
    found = queries.list_bounds(tx, kind, index_encoding.tokens_of_offer(person, offer))
    bounds = ranking.bounds(
        {number: index_encoding.to_maximum(int(most)) for number, most in found}
    )

    def score(numbers: Sequence[int]) -> Scored:
        postings = queries.list_wants(tx, numbers) if numbers else {}
        return {
            number: (posting_id, formula.score(wants, offer))
            for number, (posting_id, wants) in postings.items()
        }

    return ranking.best(bounds, score, page_request, account_id)


def offer_of(tx: Tx, kind: PersonKind, account_id: Id) -> Offer | None:
    """Return the offer of a person; None if they are not in the index."""
    person = queries.find_person(tx, kind, account_id)
    return None if person is None else person.offer


def wants_of(tx: Tx, kind: PostingKind, posting_id: Id) -> Wants | None:
    """Return what a posting wants; None if it is not in the index."""
    posting = queries.find_posting(tx, kind, posting_id)
    return None if posting is None else posting.wants


def score(wants: Wants, offer: Offer) -> ScoreBreakdown:
    """Score a posting for a person, as the ranking does."""
    return formula.score(wants, offer)


def scores_of(
    tx: Tx, kind: PostingKind, pairs: Collection[tuple[Id, Id]]
) -> Mapping[tuple[Id, Id], int]:
    """Return the scores of pairs of a posting and an account, by pair.

    Without those of which one is not in the index, or whose posting states no criteria.
    """
    person: PersonKind = "expert" if kind == "role" else "candidate"
    wants = queries.list_wants_of(tx, kind, {posting_id for posting_id, _ in pairs})
    offers = queries.list_offers_of(tx, person, {account_id for _, account_id in pairs})
    scores = {
        (posting_id, account_id): formula.score(wants[posting_id], offers[account_id]).score
        for posting_id, account_id in pairs
        if posting_id in wants and account_id in offers
    }
    return {pair: score for pair, score in scores.items() if score is not None}


def score_of(tx: Tx, kind: PostingKind, posting_id: Id, account_id: Id) -> int | None:
    """Return the score of a posting for a person; None if one of them is not in the index."""
    offer = offer_of(tx, "expert" if kind == "role" else "candidate", account_id)
    wants = wants_of(tx, kind, posting_id)
    return None if offer is None or wants is None else formula.score(wants, offer).score


def empty_reason(
    page_slice: PageSlice[Any], page_request: PageRequest, *, states_nothing: bool
) -> EmptyReason | None:
    """Return why a list of matches is empty; None if it is not.

    `states_nothing` means that the profile or the posting has no criterion to match by.
    """
    if page_slice.items or page_slice.last is not None or page_request.after is not None:
        return None
    return "profile_incomplete" if states_nothing else "no_matches"


def outdated_people(tx: Tx, kind: PersonKind) -> Sequence[Id]:
    """Return a batch of people who were indexed by another version of the formula."""
    return queries.list_outdated_people(tx, kind, REINDEX_BATCH)


def outdated_postings(tx: Tx, kind: PostingKind) -> Sequence[Id]:
    """Return a batch of postings that were indexed by another version of the formula."""
    return queries.list_outdated_postings(tx, kind, REINDEX_BATCH)
