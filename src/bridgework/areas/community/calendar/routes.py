"""The operations of the calendar."""

from bridgework.areas.community.calendar import actions, policies, schemas
from bridgework.areas.community.calendar.errors import (
    EventFull,
    EventNotFound,
    EventOver,
    EventRequestNotFound,
    FeedTokenInvalid,
    ReplyLinkInvalid,
)
from bridgework.areas.community.calendar.formats import feed, html_pages
from bridgework.areas.community.calendar.guests import guests
from bridgework.areas.community.calendar.review import event_requests
from bridgework.areas.identity.accounts.lifecycle.decisions import REFUSALS
from bridgework.context import Context, RequestContext
from bridgework.kit.core import Id, InvalidTransition
from bridgework.kit.data.pagination import CursorPage, CursorQuery
from bridgework.kit.html_pages import CONTENT_TYPE
from bridgework.kit.http.operations import (
    HTML,
    OK,
    Ok,
    RawResponse,
    Router,
    Tag,
    WithVersion,
    html_response,
)
from bridgework.kit.security import admin, member, public

router = Router(
    "Calendar",
    public=Tag(
        "Event pages",
        "The event pages, reply links and calendar feeds that browsers and calendar programs open.",
    ),
    members=Tag(
        "Calendar",
        "Events and your replies to them, requests for new events, and your calendar feed.",
    ),
    administrators=Tag(
        "Calendar administration", "Create events, invite guests, and decide on event requests."
    ),
)

_ICALENDAR = "text/calendar"


@router.get("/calendar/events", who=member.or_partner("events:read"))
def list_events(context: Context, query: schemas.EventsQuery) -> schemas.EventsPage:
    """List the events that the caller may see, in the order in which they start.

    Past events are included. `from` leaves out those that have ended, so `from` and `to` return the
    events that take place between the two, in part or completely. A partner sees the public ones.
    """
    return actions.list_events(context, query)


@router.get("/calendar/events/{id}", who=member.or_partner("events:read"), not_found=EventNotFound)
def get_event(context: Context, event_id: Id) -> WithVersion[schemas.EventDetail]:
    """Return an event. Only its guests and administrators can read a private event.

    `maxCapacity` is null for callers other than administrators. `myReply` is the caller's own
    reply; it is null for partners. Administrators also read a hidden event, with `hidden`.
    """
    return WithVersion(*actions.read_event(context, event_id))


@router.post(
    "/calendar/events",
    who=admin,
    status=201,
    pool="storage",
    location="/calendar/events/{event.id}",
)
def create_event(context: Context, body: schemas.CreateEventRequest) -> schemas.CreateEventResult:
    """Create an event, and invite people by e-mail address, members or not.

    People who unsubscribed from invitations are not invited. `skippedIds` lists the members among
    them, but no addresses without an account. An event that is over invites no one.
    """
    return actions.create(context, body)


@router.patch(
    "/calendar/events/{id}", who=admin, pool="storage", not_found=EventNotFound, if_match=True
)
def update_event(
    context: RequestContext, event_id: Id, body: schemas.UpdateEventRequest
) -> WithVersion[schemas.EventDetail]:
    """Change an event. Null clears optional members.

    If the time or the place is another one, guests who have not declined are notified by e-mail two
    minutes later, with the values that the event then has.
    """
    return WithVersion(*actions.change(context, event_id, body, context.check_version))


@router.delete("/calendar/events/{id}", who=admin, not_found=EventNotFound, if_match=True)
def delete_event(context: RequestContext, event_id: Id) -> Ok:
    """Cancel an event. It is removed from every list, and its guests are notified by e-mail."""
    actions.cancel(context, event_id, context.check_version)
    return OK


@router.get("/events/{id}", who=public, media_type=HTML, may_redirect=True, not_found=EventNotFound)
def event_page(context: Context, event_id: Id) -> RawResponse:
    """Return the page of a public event. The page of any other event only asks to sign in.

    Redirects to Luma if the event is published there.
    """
    event = actions.event_for_page(context, event_id)
    on_luma = policies.public_page_on_luma(event)
    if on_luma is not None:
        return RawResponse(CONTENT_TYPE, b"", status=302, headers={"location": on_luma})
    return html_response(html_pages.event(context.app.settings, context.app.storage, event))


@router.post(
    "/calendar/events/{id}/guests", who=admin, not_found=EventNotFound, errors=(EventOver,)
)
def add_guests(
    context: Context, event_id: Id, body: schemas.AddGuestsRequest
) -> schemas.GuestInvites:
    """Invite members by ID, and people by e-mail address, to an event that is not over.

    The address of an account invites the account. Accounts that are unknown, unverified,
    unsubscribed from invitations or already guests are skipped, and so are such addresses.
    """
    return guests.add(context, event_id, body)


@router.get("/calendar/events/{id}/guests", who=admin, not_found=EventNotFound)
def list_guests(
    context: Context, event_id: Id, query: CursorQuery
) -> CursorPage[schemas.EventGuest]:
    """List the guests of an event and their replies, oldest first."""
    return guests.list_guests(context, event_id, query)


@router.post(
    "/calendar/events/{id}/rsvp",
    who=member,
    not_found=EventNotFound,
    errors=(EventFull, EventOver),
)
def respond_to_invite(
    context: Context, event_id: Id, body: schemas.RespondToInviteRequest
) -> schemas.InviteReply:
    """Reply to an event. An invitation is not required, and the reply can be changed later."""
    return guests.respond(context, event_id, body.status)


@router.get("/calendar/rsvp/{token}", who=public, media_type=HTML, not_found=ReplyLinkInvalid)
def reply_page(context: Context, token: str) -> RawResponse:
    """Return the page of the reply link in an invitation, which asks for a reply.

    It changes nothing, because mail scanners open links too.
    """
    guest, event = guests.guest_of_link(context, token)
    is_full = guests.is_full(context, event)
    is_over = policies.is_over(event, context.now)
    page = html_pages.reply_form(
        context.app.settings, guest, event, is_full=is_full, is_over=is_over
    )
    return html_response(page)


@router.post(
    "/calendar/rsvp/{token}",
    who=public,
    media_type=HTML,
    not_found=ReplyLinkInvalid,
    errors=(EventFull, EventOver),
)
def reply_by_link(context: Context, token: str, query: schemas.ReplyQuery) -> RawResponse:
    """Reply with the link in an invitation, without signing in. The body is ignored."""
    reply = policies.must_have_status(query.status)
    event = guests.reply_by_link(context, token, reply)
    return html_response(html_pages.reply_confirmation(context.app.settings, event, reply))


@router.post(
    "/calendar/submissions",
    who=member,
    status=201,
    pool="storage",
    location="/calendar/submissions/{id}",
)
def submit_event(context: Context, body: schemas.SubmitEventRequest) -> schemas.EventRequest:
    """Propose an event to the administrators, who approve or reject it.

    Its invitees are invited when it is approved.
    """
    return event_requests.submit(context, body)


@router.get("/calendar/submissions/mine", who=member)
def list_my_event_requests(
    context: Context, query: CursorQuery
) -> CursorPage[schemas.EventRequest]:
    """List the caller's own event requests, newest first."""
    return event_requests.list_mine(context, query)


@router.get("/calendar/submissions/{id}", who=member, not_found=EventRequestNotFound)
def get_my_event_request(context: Context, request_id: Id) -> schemas.EventRequest:
    """Return one of the caller's own event requests."""
    return event_requests.read_mine(context, request_id)


@router.post(
    "/calendar/submissions/{id}/withdraw",
    who=member,
    not_found=EventRequestNotFound,
    errors=(InvalidTransition,),
)
def withdraw_event_request(context: Context, request_id: Id) -> Ok:
    """Delete one of the caller's own event requests while it is `pending`."""
    event_requests.withdraw(context, request_id)
    return OK


@router.get("/admin/calendar/submissions", who=admin, pool="computing")
def admin_list_event_requests(
    context: Context, query: schemas.AdminListEventRequestsQuery
) -> schemas.AdminEventRequestPage:
    """List event requests, newest first."""
    return event_requests.list_all(context, query)


@router.get("/admin/calendar/submissions/{id}", who=admin, not_found=EventRequestNotFound)
def admin_get_event_request(context: Context, request_id: Id) -> WithVersion[schemas.EventRequest]:
    """Return an event request of any member."""
    return WithVersion(*event_requests.read(context, request_id))


@router.post(
    "/admin/calendar/submissions/{id}/approve",
    who=admin,
    not_found=EventRequestNotFound,
    if_match=True,
    errors=REFUSALS,
)
def approve_event_request(context: RequestContext, request_id: Id) -> schemas.EventRequest:
    """Approve an event request. Its event is created; its invitees and submitter are notified."""
    return event_requests.approve(context, request_id, context.check_version)


@router.post(
    "/admin/calendar/submissions/{id}/reject",
    who=admin,
    not_found=EventRequestNotFound,
    if_match=True,
    errors=REFUSALS,
)
def reject_event_request(
    context: RequestContext, request_id: Id, body: schemas.RejectEventRequestRequest
) -> schemas.EventRequest:
    """Reject an event request. Its submitter is notified of the reason."""
    return event_requests.reject(context, request_id, body.reason, context.check_version)


@router.post("/calendar/feed-token", who=member, status=201, returns_secret=True)
def create_calendar_feed_token(context: Context) -> schemas.CalendarFeedUrl:
    """Create the URL of the caller's own calendar feed; the previous one stops working."""
    return feed.create_token(context)


@router.delete("/calendar/feed-token", who=member)
def revoke_calendar_feed_token(context: Context) -> Ok:
    """Revoke the caller's own calendar feed."""
    feed.revoke_token(context)
    return OK


@router.get(
    "/calendar/feed.ics",
    who=public,
    pool="computing",
    etag=True,
    media_type=_ICALENDAR,
    errors=(FeedTokenInvalid,),
)
def calendar_feed(context: Context, query: schemas.FeedQuery) -> RawResponse:
    """Return the events that the token's member may see, as iCalendar (RFC 5545).

    It has all coming events and the newest past ones of a year. Cancelled events stay in it for
    thirty days, marked as cancelled.
    """
    body = feed.feed(context, query.token)
    return RawResponse(f"{_ICALENDAR}; charset=utf-8", body, cache_control="private, no-cache")
