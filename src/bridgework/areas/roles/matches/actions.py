"""Finding experts for a role, and roles for an expert."""

from bridgework.areas.directory import actions as directory
from bridgework.areas.matching import actions as matching
from bridgework.areas.roles.matches.shapes import (
    ExpertMatch,
    ExpertMatchPage,
    ListMyRoleMatchesQuery,
    ListRoleMatchesQuery,
    RoleMatch,
    RoleMatchPage,
)
from bridgework.areas.roles.postings import rules, store
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id
from bridgework.kit.pagination import cursors
from bridgework.kit.pagination.keyset import PageSlice

_NOBODY: PageSlice[ExpertMatch] = PageSlice([], None)
_NOTHING: PageSlice[RoleMatch] = PageSlice([], None)


def for_role(call: Call, role_id: Id, query: ListRoleMatchesQuery) -> ExpertMatchPage:
    """A page of the experts who fit a role; nobody fits one that is not active."""
    page_request = cursors.page_request(call, query, role_id)
    with call.reading() as tx:
        found = store.role(tx, call.caller, role_id)
        if found is None:
            raise rules.RoleNotFound
        rules.must_be_open_to(call.caller, found[0].user_id)
        wants = matching.wants_of(tx, "role", role_id)
        if wants is None:
            reason = rules.why_not_matched(found[0].status)
            return cursors.to_page(
                call, query, ExpertMatchPage, _NOBODY, role_id, empty_reason=reason
            )
        ranked = matching.people_for(tx, "expert", wants, page_request)
        cards = directory.cards_of(tx, [one.subject_id for one in ranked.items])
    matches = [
        matching.told(ExpertMatch, cards[one.subject_id], one.reckoning) for one in ranked.items
    ]
    page = PageSlice(matches, ranked.last)
    why = matching.empty_reason(page, page_request, states_nothing=not wants.criteria)
    return cursors.to_page(call, query, ExpertMatchPage, page, role_id, empty_reason=why)


def for_expert(call: Call, query: ListMyRoleMatchesQuery) -> RoleMatchPage:
    """A page of the roles that fit the caller; none as long as they are not in the directory."""
    page_request = cursors.page_request(call, query)
    with call.reading() as tx:
        offer = matching.offer_of(tx, "expert", call.caller.account())
        if offer is None:
            reason = directory.why_not_matched(tx, call.caller.account())
            return cursors.to_page(call, query, RoleMatchPage, _NOTHING, empty_reason=reason)
        ranked = matching.postings_for(tx, "role", offer, page_request)
        cards = store.cards(tx, [one.subject_id for one in ranked.items])
    matches = [
        matching.told(RoleMatch, cards[one.subject_id], one.reckoning) for one in ranked.items
    ]
    page = PageSlice(matches, ranked.last)
    why = matching.empty_reason(page, page_request, states_nothing=not offer.traits)
    return cursors.to_page(call, query, RoleMatchPage, page, empty_reason=why)
