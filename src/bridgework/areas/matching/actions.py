"""What the areas above do with matching: keep its index true, and ask for the best."""

from collections.abc import Sequence
from typing import Any

from bridgework.areas.matching import compiled, formula, jobs, ranking, roles, store, telling
from bridgework.areas.matching.formula import Offer
from bridgework.areas.matching.formula import Wants as Wants
from bridgework.areas.matching.ranking import Ranked as Ranked
from bridgework.areas.matching.ranking import Reckoned
from bridgework.areas.matching.shapes import EmptyReason
from bridgework.areas.matching.store import PersonKind as PersonKind
from bridgework.areas.matching.store import PostingKind as PostingKind
from bridgework.areas.matching.tables import indexes
from bridgework.areas.matching.times import COMMON_AVAILABILITIES as COMMON_AVAILABILITIES
from bridgework.areas.matching.times import KINDS_OF_WORK as KINDS_OF_WORK
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.pagination.keyset import PageRequest, PageSlice

WORN_PER_ROUND = 20
"""How many that another version compiled are compiled anew in one go: an expert takes nearly two
milliseconds, and all who write wait."""

told = telling.match
wants_of_role, offer_of_expert = roles.wants, roles.offer
wants_of_job, offer_of_candidate = jobs.wants, jobs.offer


def put_person(tx: Tx, kind: PersonKind, account_id: Id, offer: Offer) -> None:
    """Have somebody be matched by what they offer now. Who offers the same stays as they are."""
    there = store.person(tx, kind, account_id)
    if there is not None and there.offer == offer and not there.is_worn:
        return
    if store.lock(tx, kind):
        there = store.person(tx, kind, account_id)
    if there is None:
        store.add_person(tx, kind, account_id, offer)
    else:
        store.change_person(tx, kind, there, offer)


def put_people(tx: Tx, kind: PersonKind, several: Sequence[tuple[Id, Offer]]) -> None:
    """Have many be matched who were not before."""
    store.lock(tx, kind)
    store.add_people(tx, kind, several)


def drop_person(tx: Tx, kind: PersonKind, account_id: Id) -> None:
    """Have somebody be matched no more, if they were."""
    there = store.person(tx, kind, account_id)
    if there is not None and store.lock(tx, kind):
        there = store.person(tx, kind, account_id)
    if there is not None:
        store.drop_person(tx, kind, there)


def put_posting(tx: Tx, kind: PostingKind, posting_id: Id, wants: Wants) -> None:
    """Have a posting be matched by what it wants now."""
    there = store.posting(tx, kind, posting_id)
    if there is None:
        store.add_posting(tx, kind, posting_id, wants)
    else:
        store.change_posting(tx, kind, there[0], wants)


def drop_posting(tx: Tx, kind: PostingKind, posting_id: Id) -> None:
    """Have a posting be matched no more, if it was."""
    there = store.posting(tx, kind, posting_id)
    if there is not None:
        store.drop_posting(tx, there[0])


def people_for(
    tx: Tx, kind: PersonKind, wants: Wants, page_request: PageRequest
) -> PageSlice[Ranked]:
    """A page of the people who fit what is wanted, the best first."""
    tokens = {trait: compiled.token(kind, trait) for trait in ranking.traits_wanted(wants)}
    found = indexes[kind].holders(tx, set(tokens.values()))
    bounds = ranking.bounds_of_people(
        wants, {trait: found[one] for trait, one in tokens.items() if one in found}
    )

    def reckon(numbers: Sequence[int]) -> Reckoned:
        there = store.offers(tx, numbers) if numbers else {}
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
    rows = store.bounds(tx, kind, compiled.tokens_of_offer(person, offer))
    bounds = ranking.bounds(
        {row.number: min(formula.WHOLE, int(row.most) // compiled.THOUSAND) for row in rows}
    )

    def reckon(numbers: Sequence[int]) -> Reckoned:
        there = store.wants(tx, numbers) if numbers else {}
        return {
            number: (which, formula.reckon(wants, offer))
            for number, (which, wants) in there.items()
        }

    return ranking.best(bounds, reckon, page_request)


def offer_of(tx: Tx, kind: PersonKind, account_id: Id) -> Offer | None:
    """What somebody offers who is matched now, None if they are not."""
    there = store.person(tx, kind, account_id)
    return None if there is None else there.offer


def wants_of(tx: Tx, kind: PostingKind, posting_id: Id) -> Wants | None:
    """What a posting wants that is matched now, None if it is not."""
    there = store.posting(tx, kind, posting_id)
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
    return store.outdated_people(tx, kind, WORN_PER_ROUND)


def worn_postings(tx: Tx, kind: PostingKind) -> Sequence[Id]:
    """Some of the postings to be put anew, since the formula has changed."""
    return store.outdated_postings(tx, kind, WORN_PER_ROUND)
