"""Matches: people for a posting, postings for a person, and the caller's own with a posting."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from bridgework.areas.people.matching import actions as matching
from bridgework.areas.people.matching.actions import Evidence, PersonKind, Ranked
from bridgework.areas.people.matching.schemas import EmptyReason, MatchPage, MatchWith, OwnMatchWith
from bridgework.areas.work.postings import policies
from bridgework.areas.work.postings.lifecycle import AnyPosting
from bridgework.areas.work.postings.policies import PostingFacts, PostingRule
from bridgework.areas.work.postings.posting_type import ApplicationType
from bridgework.areas.work.postings.records import ApplicationState
from bridgework.areas.work.postings.schemas import MatchesQuery
from bridgework.context import Context
from bridgework.kit.actions import cursors
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx
from bridgework.kit.data.pagination import CursorQuery, PageSlice
from bridgework.kit.validation import ResponseModel

OwnMatch = TypeVar("OwnMatch", bound=OwnMatchWith[Any])
Page = TypeVar("Page", bound=MatchPage[Any])
Cards = Mapping[Id, ResponseModel]

_EMPTY_SLICE: PageSlice[Any] = PageSlice([], None)


@dataclass(frozen=True, slots=True)
class People:
    """The kind of people who are matched with a type of posting."""

    kind: PersonKind
    get_cards: Callable[[Tx, Sequence[Id]], Cards]
    get_evidence: Callable[[Tx, Sequence[Id]], Mapping[Id, Evidence]]
    """Returns what the profiles of accounts state."""
    why_not_matched: Callable[[Tx, Id], EmptyReason]
    """Returns why an account that is not matched has no matches."""


def for_posting(
    context: Context,
    applications: ApplicationType[Any, Any, Any],
    rule: PostingRule,
    posting_id: Id,
    query: MatchesQuery,
    people: People,
    schemas: tuple[type[MatchWith[Any]], type[Page]],
) -> Page:
    """Return a page of the people who match a posting, empty if it is not open.

    Raises `not_found` or an error of the rule.
    """
    match, page = schemas
    posting_type = applications.postings
    scope = f"{posting_type.kind}_matches", matching.VERSION, posting_id
    page_request = cursors.page_request(context, query, *scope)
    with context.read_transaction() as tx:
        versioned = posting_type.queries.find(tx, context.caller, posting_id, context.now)
        if versioned is None:
            raise posting_type.not_found
        posting, _ = versioned
        rule.must_allow(context.caller, PostingFacts(posting.user_id, posting.status))
        wants = matching.wants_of(tx, posting_type.kind, posting_id)
        if wants is None or posting.status != posting_type.open_status:
            why: EmptyReason | None = policies.why_not_matched(posting.status)
            return cursors.to_page(context, query, page, _EMPTY_SLICE, *scope, empty_reason=why)
        ranked = matching.people_for(tx, people.kind, posting_id, wants, page_request, query.ids)
        ids = [item.subject_id for item in ranked.items]
        cards, evidence = people.get_cards(tx, ids), people.get_evidence(tx, ids)
        applied = applications.queries.list_of_people(tx, context.caller, posting_id, ids)
    listed = _listed(match, ranked, cards, lambda subject: evidence[subject], applied)
    why = matching.empty_reason(listed, page_request, states_nothing=not wants.criteria)
    return cursors.to_page(context, query, page, listed, *scope, empty_reason=why)


def for_person(
    context: Context,
    applications: ApplicationType[Any, Any, Any],
    query: CursorQuery,
    people: People,
    schemas: tuple[type[MatchWith[Any]], type[Page]],
) -> Page:
    """Return a page of the postings that match the caller, empty if the caller is not matched."""
    match, page = schemas
    posting_type = applications.postings
    scope = f"my_{posting_type.kind}_matches", matching.VERSION
    page_request = cursors.page_request(context, query, *scope)
    with context.read_transaction() as tx:
        account_id = context.caller.account()
        offer = matching.offer_of(tx, people.kind, account_id)
        if offer is None:
            why: EmptyReason | None = people.why_not_matched(tx, account_id)
            return cursors.to_page(context, query, page, _EMPTY_SLICE, *scope, empty_reason=why)
        ranked = matching.postings_for(tx, posting_type.kind, account_id, offer, page_request)
        ids = [item.subject_id for item in ranked.items]
        cards = posting_type.queries.list_cards(tx, ids, context.now)
        evidence = people.get_evidence(tx, [account_id])
        applied = applications.queries.list_own(tx, context.caller, ids)
    listed = _listed(match, ranked, cards, lambda _: evidence[account_id], applied)
    why = matching.empty_reason(listed, page_request, states_nothing=not offer.traits)
    return cursors.to_page(context, query, page, listed, *scope, empty_reason=why)


def own_match(
    context: Context,
    posting_type: AnyPosting,
    posting_id: Id,
    people: People,
    schemas: tuple[type[OwnMatch], type[ResponseModel]],
) -> OwnMatch:
    """Return the caller's own match with a posting, with the numbers that its owner sees.

    `schemas` are those of the match and of the posting's card.
    """
    own_match, card = schemas
    account_id = context.caller.account()
    versioned = posting_type.queries.find(context.tx, context.caller, posting_id, context.now)
    if versioned is None:
        raise posting_type.not_found
    posting, _ = versioned
    subject = card(**{name: getattr(posting, name) for name in card.model_fields})
    wants = matching.wants_of(context.tx, posting_type.kind, posting_id)
    offer = matching.offer_of(context.tx, people.kind, account_id)
    if wants is None or posting.status != posting_type.open_status:
        return matching.to_no_match(own_match, subject, policies.why_not_matched(posting.status))
    if offer is None:
        why = people.why_not_matched(context.tx, account_id)
        return matching.to_no_match(own_match, subject, why)
    evidence = people.get_evidence(context.tx, [account_id])[account_id]
    improve = matching.improvements(posting_type.kind, wants, offer, evidence)
    breakdown = matching.score(wants, offer)
    states_nothing: EmptyReason | None = None if wants.criteria else "profile_incomplete"
    return matching.to_schema(
        own_match, subject, breakdown, evidence, improve=improve, empty_reason=states_nothing
    )


def _listed(
    match: type[MatchWith[Any]],
    ranked: PageSlice[Ranked],
    cards: Cards,
    evidence_for: Callable[[Id], Evidence],
    applied: Mapping[Id, ApplicationState],
) -> PageSlice[Any]:
    # A posting that has just expired has no card, though it may be indexed for another minute.
    matches = [
        matching.to_schema(
            match,
            cards[item.subject_id],
            item.breakdown,
            evidence_for(item.subject_id),
            **_to_application(applied.get(item.subject_id)),
        )
        for item in ranked.items
        if item.subject_id in cards
    ]
    return PageSlice(matches, ranked.last)


def _to_application(state: ApplicationState | None) -> Mapping[str, object]:
    """Return the members of a match about the application that belongs to it."""
    if state is None:
        return {"application_id": None, "application_status": None}
    return {"application_id": state.id, "application_status": state.status}
