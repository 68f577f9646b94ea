"""The operations on guests: contract section 3.8."""

from bridgework.areas.calendar import rules as events
from bridgework.areas.calendar.guests import actions, rendering, rules
from bridgework.areas.calendar.guests.shapes import (
    AddGuestsRequest,
    EventGuestPage,
    GuestsQuery,
    InviteReply,
    Invites,
    ReplyQuery,
    RespondToInviteRequest,
)
from bridgework.kit.auth import admin, member, public
from bridgework.kit.http.context import Call
from bridgework.kit.http.results import Plain
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id

area = Area("Calendar")

_HTML = "text/html"


@area.post("/calendar/events/{id}/guests", who=admin, missing=events.EventNotFound)
def add_guests(call: Call, event_id: Id, body: AddGuestsRequest) -> Invites:
    """Invite members to an event.

    Skipped is who is unknown or unverified, refuses invitations, or is a guest already.
    """
    return actions.add(call, event_id, body)


@area.get("/calendar/events/{id}/guests", who=admin, missing=events.EventNotFound)
def list_guests(call: Call, event_id: Id, query: GuestsQuery) -> EventGuestPage:
    """List the guests of an event and their answers, the first invited first."""
    return actions.listed(call, event_id, query)


@area.post(
    "/calendar/events/{id}/rsvp",
    who=member,
    missing=events.EventNotFound,
    problems=(rules.EventFull,),
)
def respond_to_invite(call: Call, event_id: Id, body: RespondToInviteRequest) -> InviteReply:
    """Say whether one comes to an event, invited or not; an answer may be changed."""
    return actions.respond(call, event_id, body.status)


@area.get("/calendar/rsvp/{token}", who=public, media=_HTML, missing=rules.ReplyLinkInvalid)
def reply_page(call: Call, token: str) -> Plain:
    """Be asked whether one comes: the page behind the link in an invitation.

    It changes nothing, since programs that look through mail open links too.
    """
    guest, event = actions.linked(call, token)
    return rendering.question(guest, event, is_full=actions.is_full(call, event))


@area.post(
    "/calendar/rsvp/{token}",
    who=public,
    media=_HTML,
    missing=rules.ReplyLinkInvalid,
    problems=(rules.EventFull,),
)
def reply_by_link(call: Call, token: str, query: ReplyQuery) -> Plain:
    """Say whether one comes by the link in an invitation, without signing in.

    What the body holds does not matter.
    """
    reply = rules.must_be_said(query.status)
    return rendering.confirmation(actions.answer_by_link(call, token, reply), reply)
