"""What the areas above do with matching: keep its index true, and ask for the best."""

from collections.abc import Sequence
from typing import Any

from bridgework.areas.matching import (
    explanations,
    formula,
    index_encoding,
    job_criteria,
    queries,
    ranking,
    role_criteria,
)
from bridgework.areas.matching.availability import COMMON_AVAILABILITIES as COMMON_AVAILABILITIES
from bridgework.areas.matching.availability import KINDS_OF_WORK as KINDS_OF_WORK
from bridgework.areas.matching.formula import Offer
from bridgework.areas.matching.formula import Wants as Wants
from bridgework.areas.matching.queries import PersonKind as PersonKind
from bridgework.areas.matching.queries import PostingKind as PostingKind
from bridgework.areas.matching.ranking import Ranked as Ranked
from bridgework.areas.matching.ranking import Reckoned
from bridgework.areas.matching.schemas import EmptyReason
from bridgework.areas.matching.tables import indexes
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.pagination.keyset import PageRequest, PageSlice

WORN_PER_ROUND = 20
"""How many that another version compiled are compiled anew in one go: an expert takes nearly two
milliseconds, and all who write wait."""

told = explanations.match
wants_of_role, offer_of_expert = role_criteria.wants, role_criteria.offer
wants_of_job, offer_of_candidate = job_criteria.wants, job_criteria.offer


def put_person(tx: Tx, kind: PersonKind, account_id: Id, offer: Offer) -> None:
    """Have somebody be matched by what they offer now. Who offers the same stays as they are."""
    there = queries.person(tx, kind, account_id)
    if there is not None and there.offer == offer and not there.is_worn:
        return
    if queries.lock(tx, kind):
        there = queries.person(tx, kind, account_id)
    if there is None:
        queries.add_person(tx, kind, account_id, offer)
    else:
        queries.change_person(tx, kind, there, offer)


def put_people(tx: Tx, kind: PersonKind, several: Sequence[tuple[Id, Offer]]) -> None:
    """Have many be matched who were not before."""
    queries.lock(tx, kind)
    queries.add_people(tx, kind, several)


def drop_person(tx: Tx, kind: PersonKind, account_id: Id) -> None:
    """Have somebody be matched no more, if they were."""
    there = queries.person(tx, kind, account_id)
    if there is not None and queries.lock(tx, kind):
        there = queries.person(tx, kind, account_id)
    if there is not None:
        queries.drop_person(tx, kind, there)


def put_posting(tx: Tx, kind: PostingKind, posting_id: Id, wants: Wants) -> None:
    """Have a posting be matched by what it wants now."""
    there = queries.posting(tx, kind, posting_id)
    if there is None:
        queries.add_posting(tx, kind, posting_id, wants)
    else:
        queries.change_posting(tx, kind, there[0], wants)


def drop_posting(tx: Tx, kind: PostingKind, posting_id: Id) -> None:
    """Have a posting be matched no more, if it was."""
    there = queries.posting(tx, kind, posting_id)
    if there is not None:
        queries.drop_posting(tx, there[0])


def people_for(
    tx: Tx, kind: PersonKind, wants: Wants, page_request: PageRequest
) -> PageSlice[Ranked]:
    """A page of the people who fit what is wanted, the best first."""
    tokens = {trait: index_encoding.token(kind, trait) for trait in ranking.traits_wanted(wants)}
    found = indexes[kind].holders(tx, set(tokens.values()))
    bounds = ranking.bounds_of_people(
        wants, {trait: found[one] for trait, one in tokens.items() if one in found}
    )

    def reckon(numbers: Sequence[int]) -> Reckoned:
        there = queries.offers(tx, numbers) if numbers else {}
        return {
            number: (whose, formula.reckon(wants, offer))
            for number, (whose, offer) in there.items()
        }

    return ranking.best(bounds, reckon, page_request)


def postings_for(
    tx: Tx, kind: PostingKind, offer: Offer, page_request: PageRequest
) -> PageSlice[Ranked]:
    """A page of the postings that somebody fits, the best first."""
    person: PersonKind = "expert" if kind == "role" else "candidate"
    rows = queries.bounds(tx, kind, index_encoding.tokens_of_offer(person, offer))
    bounds = ranking.bounds(
        {row.number: min(formula.WHOLE, int(row.most) // index_encoding.THOUSAND) for row in rows}
    )

    def reckon(numbers: Sequence[int]) -> Reckoned:
        there = queries.wants(tx, numbers) if numbers else {}
        return {
            number: (which, formula.reckon(wants, offer))
            for number, (which, wants) in there.items()
        }

    return ranking.best(bounds, reckon, page_request)


def offer_of(tx: Tx, kind: PersonKind, account_id: Id) -> Offer | None:
    """What somebody offers who is matched now, None if they are not."""
    there = queries.person(tx, kind, account_id)
    return None if there is None else there.offer


def wants_of(tx: Tx, kind: PostingKind, posting_id: Id) -> Wants | None:
    """What a posting wants that is matched now, None if it is not."""
    there = queries.posting(tx, kind, posting_id)
    return None if there is None else there[1]


def empty_reason(
    found: PageSlice[Any], page_request: PageRequest, *, states_nothing: bool
) -> EmptyReason | None:
    """Why a list of matches is empty; `states_nothing` says that no criterion can be met."""
    if found.items or found.last is not None or page_request.after is not None:
        return None
    return "profile_incomplete" if states_nothing else "no_matches"


def worn_people(tx: Tx, kind: PersonKind) -> Sequence[Id]:
    """Some of the people to be put anew, since the formula has changed."""
    return queries.outdated_people(tx, kind, WORN_PER_ROUND)


def worn_postings(tx: Tx, kind: PostingKind) -> Sequence[Id]:
    """Some of the postings to be put anew, since the formula has changed."""
    return queries.outdated_postings(tx, kind, WORN_PER_ROUND)
