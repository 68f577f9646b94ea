"""Convert records of the calendar to schemas, URLs and text."""

from datetime import datetime

from bridgework.areas.community.calendar import policies
from bridgework.areas.community.calendar.records import (
    Guest,
    ListedEvent,
    StoredEvent,
    Submission,
)
from bridgework.areas.community.calendar.schemas import (
    CreatedEvent,
    EventDetail,
    EventGuest,
    EventReply,
    EventRequest,
    EventSubmitter,
    EventSummary,
    ExportedGuest,
)
from bridgework.kit.actions import Hidden, allowed_actions
from bridgework.kit.core import Id
from bridgework.kit.security import Caller
from bridgework.kit.text import full_name, markdown, time_zones


def event_page_url(site_url: str, event_id: Id) -> str:
    """Return the URL of the page of an event in the front end, or else ours."""
    return f"{site_url}/events/{event_id}"


def event_url(site_url: str, event: StoredEvent | ListedEvent) -> str:
    """Return the public URL of an event: its page on Luma, or else its own page."""
    return event.luma_url or event_page_url(site_url, event.id)


def local_time(event: StoredEvent) -> str:
    """Format the time of an event in its own time zone."""
    return time_zones.text_of(event.start_at, event.end_at, event.timezone)


def to_summary(site_url: str, caller: Caller, now: datetime, event: ListedEvent) -> EventSummary:
    """Convert an event in a list of the caller."""
    actions = allowed_actions(policies.EVENT_RULES, caller, policies.event_facts(event, now))
    return EventSummary.from_row(
        event, luma_url=event_url(site_url, event), allowed_actions=actions
    )


def to_created(site_url: str, event: StoredEvent) -> CreatedEvent:
    return CreatedEvent.from_row(event, luma_url=event_url(site_url, event))


def to_detail(
    site_url: str,
    event: StoredEvent,
    *,
    max_capacity: int | None,
    my_reply: EventReply | None,
    actions: list[str],
    hidden: Hidden | None = None,
) -> EventDetail:
    """Convert an event, with the members that depend on the caller."""
    text = event.description
    # An image of another host would tell its owner who reads the description.
    html = None if text is None else str(markdown.to_markup(text, markdown.NO_IMAGES))
    return EventDetail.from_row(
        event,
        description_html=html,
        luma_url=event_url(site_url, event),
        max_capacity=max_capacity,
        my_reply=my_reply,
        hidden=hidden,
        allowed_actions=actions,
    )


def to_guest(guest: Guest) -> EventGuest:
    """Convert a guest with contact."""
    return EventGuest.from_row(guest, name=full_name(guest.first_name, guest.last_name))


def to_exported_guest(guest: Guest) -> ExportedGuest:
    """Convert a guest with contact, for an export of several events."""
    return ExportedGuest.from_row(guest, name=full_name(guest.first_name, guest.last_name))


def to_request(site_url: str, caller: Caller, submission: Submission) -> EventRequest:
    """Convert an event request; an approved one has the id and URL of Luma, or else its own."""
    request, submitter, on_luma = submission
    event_id = request.event_id
    page_url = None if event_id is None else event_page_url(site_url, event_id)
    return EventRequest.from_row(
        request,
        luma_event_id=on_luma.luma_event_id or event_id,
        luma_event_url=on_luma.luma_url or page_url,
        submitter=EventSubmitter(
            id=request.submitter_id,
            email=submitter.email,
            name=full_name(submitter.first_name, submitter.last_name),
        ),
        allowed_actions=allowed_actions(policies.REQUEST_RULES, caller, request),
    )
