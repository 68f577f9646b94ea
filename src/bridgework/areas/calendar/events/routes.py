"""The operations on events: contract section 3.8."""

from bridgework.areas.calendar import rules
from bridgework.areas.calendar.events import actions, rendering
from bridgework.areas.calendar.events.shapes import (
    CreateEventRequest,
    CreateEventResult,
    EventDetail,
    EventsPage,
    EventsQuery,
    UpdateEventRequest,
)
from bridgework.kit.auth import admin, member, public
from bridgework.kit.http.context import Call
from bridgework.kit.http.results import OK, Ok, Plain, Versioned
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id

area = Area("Calendar")


@area.get("/calendar/events", who=member.or_partner("events:read"))
def list_events(call: Call, query: EventsQuery) -> EventsPage:
    """List the events that one may see, in the order in which they start.

    Those of the past are among them: `from` leaves them out. A partner sees the public ones.
    """
    return actions.listed(call, query)


@area.get(
    "/calendar/events/{id}",
    who=member.or_partner("events:read"),
    missing=rules.EventNotFound,
)
def get_event(call: Call, event_id: Id) -> Versioned[EventDetail]:
    """Read an event. A private one is there for whoever is invited, and for administrators.

    `maxCapacity` is null except to administrators. `myReply` is the caller's own answer to the
    invitation, null for partners.
    """
    return Versioned(*actions.shown(call, event_id))


@area.post(
    "/calendar/events",
    who=admin,
    status=201,
    slow=True,
    location="/calendar/events/{event.id}",
)
def create_event(call: Call, body: CreateEventRequest) -> CreateEventResult:
    """Hold an event, and invite people by their addresses, members or not.

    Who refuses invitations is not invited. `skippedIds` names the members among those; of an
    address without an account nothing is told.
    """
    return actions.create(call, body)


@area.patch(
    "/calendar/events/{id}",
    who=admin,
    slow=True,
    missing=rules.EventNotFound,
    versioned=True,
)
def update_event(call: Call, event_id: Id, body: UpdateEventRequest) -> Versioned[EventDetail]:
    """Change an event. Null clears what may be empty."""
    return Versioned(*actions.change(call, event_id, body))


@area.delete("/calendar/events/{id}", who=admin, missing=rules.EventNotFound, versioned=True)
def delete_event(call: Call, event_id: Id) -> Ok:
    """Cancel an event: it is gone from every list, and its guests are told by mail."""
    actions.cancel(call, event_id)
    return OK


@area.get("/events/{id}", who=public, media="text/html", leads=True, missing=rules.EventNotFound)
def event_page(call: Call, event_id: Id) -> Plain:
    """Look at the page of a public event; of any other it says no more than to sign in.

    Where the event is shown on Luma, it leads there.
    """
    return rendering.page(call.kit.settings.public_url, actions.page(call, event_id))
