"""The operations of the calendar: contract section 3.8."""

from bridgework.areas.calendar import actions, event_requests, feed, guests, html_pages, policies
from bridgework.areas.calendar.errors import (
    EventFull,
    EventNotFound,
    EventRequestNotFound,
    FeedTokenInvalid,
    ReplyLinkInvalid,
)
from bridgework.areas.calendar.schemas import (
    AddGuestsRequest,
    AdminEventRequestPage,
    AdminListEventRequestsQuery,
    CalendarFeedUrl,
    CreateEventRequest,
    CreateEventResult,
    EventDetail,
    EventGuestPage,
    EventRequest,
    EventRequestPage,
    EventsPage,
    EventsQuery,
    FeedQuery,
    GuestsQuery,
    InviteReply,
    Invites,
    MyEventRequestsQuery,
    RejectEventRequestRequest,
    ReplyQuery,
    RespondToInviteRequest,
    SubmitEventRequest,
    UpdateEventRequest,
)
from bridgework.kit.auth import admin, member, public
from bridgework.kit.errors import InvalidTransition
from bridgework.kit.http.context import Call
from bridgework.kit.http.results import OK, Ok, Plain, Versioned
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id

area = Area("Calendar")

_HTML = "text/html"
_ICALENDAR = "text/calendar"


@area.get("/calendar/events", who=member.or_partner("events:read"))
def list_events(call: Call, query: EventsQuery) -> EventsPage:
    """List the events that the caller may see, in the order in which they start.

    Past events are included; `from` leaves them out. A partner sees the public ones.
    """
    return actions.list_events(call, query)


@area.get("/calendar/events/{id}", who=member.or_partner("events:read"), missing=EventNotFound)
def get_event(call: Call, event_id: Id) -> Versioned[EventDetail]:
    """Get an event. A private one is open to its guests and to administrators.

    `maxCapacity` is null except to administrators. `myReply` is the caller's own reply to the
    invitation, null for partners.
    """
    return Versioned(*actions.read_event(call, event_id))


@area.post(
    "/calendar/events",
    who=admin,
    status=201,
    slow=True,
    location="/calendar/events/{event.id}",
)
def create_event(call: Call, body: CreateEventRequest) -> CreateEventResult:
    """Create an event, and invite people by e-mail address, members or not.

    People who unsubscribed from invitations are not invited. `skippedIds` lists the members among
    them; it does not tell about addresses without an account.
    """
    return actions.create(call, body)


@area.patch("/calendar/events/{id}", who=admin, slow=True, missing=EventNotFound, versioned=True)
def update_event(call: Call, event_id: Id, body: UpdateEventRequest) -> Versioned[EventDetail]:
    """Change an event. Null clears optional members."""
    return Versioned(*actions.change(call, event_id, body))


@area.delete("/calendar/events/{id}", who=admin, missing=EventNotFound, versioned=True)
def delete_event(call: Call, event_id: Id) -> Ok:
    """Cancel an event: it leaves every list, and its guests are notified by e-mail."""
    actions.cancel(call, event_id)
    return OK


@area.get("/events/{id}", who=public, media=_HTML, leads=True, missing=EventNotFound)
def event_page(call: Call, event_id: Id) -> Plain:
    """Get the page of a public event; any other event's page only asks to sign in.

    Redirects to Luma if the event is shown there.
    """
    event = actions.event_for_page(call, event_id)
    return html_pages.event(call.kit.settings.public_url, event)


@area.post("/calendar/events/{id}/guests", who=admin, missing=EventNotFound)
def add_guests(call: Call, event_id: Id, body: AddGuestsRequest) -> Invites:
    """Invite members to an event.

    Skipped are accounts that are unknown, unverified, unsubscribed from invitations, or guests
    already.
    """
    return guests.add(call, event_id, body)


@area.get("/calendar/events/{id}/guests", who=admin, missing=EventNotFound)
def list_guests(call: Call, event_id: Id, query: GuestsQuery) -> EventGuestPage:
    """List the guests of an event and their replies, the oldest first."""
    return guests.list_guests(call, event_id, query)


@area.post("/calendar/events/{id}/rsvp", who=member, missing=EventNotFound, problems=(EventFull,))
def respond_to_invite(call: Call, event_id: Id, body: RespondToInviteRequest) -> InviteReply:
    """Reply to an event, invited or not. A reply can be changed."""
    return guests.respond(call, event_id, body.status)


@area.get("/calendar/rsvp/{token}", who=public, media=_HTML, missing=ReplyLinkInvalid)
def reply_page(call: Call, token: str) -> Plain:
    """Get the page behind the link in an invitation, which asks for a reply.

    It changes nothing, since programs that scan e-mail open links too.
    """
    guest, event = guests.guest_of_link(call, token)
    return html_pages.reply_form(guest, event, is_full=guests.is_full(call, event))


@area.post(
    "/calendar/rsvp/{token}",
    who=public,
    media=_HTML,
    missing=ReplyLinkInvalid,
    problems=(EventFull,),
)
def reply_by_link(call: Call, token: str, query: ReplyQuery) -> Plain:
    """Reply by the link in an invitation, without signing in. The body is ignored."""
    reply = policies.must_have_status(query.status)
    return html_pages.reply_confirmation(guests.reply_by_link(call, token, reply), reply)


@area.post(
    "/calendar/submissions",
    who=member,
    status=201,
    slow=True,
    location="/calendar/submissions/{id}",
)
def submit_event(call: Call, body: SubmitEventRequest) -> EventRequest:
    """Propose an event to the administrators, who approve or reject it.

    Its invitees are invited once it is approved, and not before.
    """
    return event_requests.submit(call, body)


@area.get("/calendar/submissions/mine", who=member)
def list_my_event_requests(call: Call, query: MyEventRequestsQuery) -> EventRequestPage:
    """List the caller's own event requests, the newest first."""
    return event_requests.list_mine(call, query)


@area.get("/calendar/submissions/{id}", who=member, missing=EventRequestNotFound)
def get_my_event_request(call: Call, request_id: Id) -> EventRequest:
    """Get one of the caller's own event requests."""
    return event_requests.read_mine(call, request_id)


@area.post(
    "/calendar/submissions/{id}/withdraw",
    who=member,
    missing=EventRequestNotFound,
    problems=(InvalidTransition,),
)
def withdraw_event_request(call: Call, request_id: Id) -> Ok:
    """Delete one of the caller's own event requests while it is `pending`."""
    event_requests.withdraw(call, request_id)
    return OK


@area.get("/admin/calendar/submissions", who=admin, slow=True)
def admin_list_event_requests(
    call: Call, query: AdminListEventRequestsQuery
) -> AdminEventRequestPage:
    """List event requests, the newest first."""
    return event_requests.list_all(call, query)


@area.post(
    "/admin/calendar/submissions/{id}/approve",
    who=admin,
    missing=EventRequestNotFound,
    problems=(InvalidTransition,),
)
def approve_event_request(call: Call, request_id: Id) -> EventRequest:
    """Approve an event request: the event is created, its invitees and its submitter get e-mail."""
    return event_requests.approve(call, request_id)


@area.post(
    "/admin/calendar/submissions/{id}/reject",
    who=admin,
    missing=EventRequestNotFound,
    problems=(InvalidTransition,),
)
def reject_event_request(
    call: Call, request_id: Id, body: RejectEventRequestRequest
) -> EventRequest:
    """Reject an event request. Its submitter is notified of the reason."""
    return event_requests.reject(call, request_id, body.reason)


@area.post("/calendar/feed-token", who=member, status=201, secret=True)
def create_calendar_feed_token(call: Call) -> CalendarFeedUrl:
    """Create the URL of the caller's own calendar feed; the previous one stops working."""
    return feed.create_token(call)


@area.delete("/calendar/feed-token", who=member)
def revoke_calendar_feed_token(call: Call) -> Ok:
    """Revoke the caller's own calendar feed."""
    feed.revoke_token(call)
    return OK


@area.get(
    "/calendar/feed.ics",
    who=public,
    slow=True,
    cached=True,
    media=_ICALENDAR,
    problems=(FeedTokenInvalid,),
)
def calendar_feed(call: Call, query: FeedQuery) -> Plain:
    """Get the calendar as iCalendar (RFC 5545): the events that the token's member may see.

    Cancelled events stay in it for thirty days, marked as cancelled.
    """
    body = feed.feed(call, query.token)
    return Plain(f"{_ICALENDAR}; charset=utf-8", body, cache_control="private, no-cache")
