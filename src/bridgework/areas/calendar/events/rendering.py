"""From an event's row to what is told of it, and to its page."""

from typing import Any

from bridgework.areas.calendar import pages, rules
from bridgework.areas.calendar.events.shapes import CreatedEvent, EventDetail, EventSummary
from bridgework.areas.calendar.guests.shapes import Reply
from bridgework.kit.http.results import Plain

_SCHEMA = "https://schema.org"


def summary(public_url: str, event: Any) -> EventSummary:
    """An event in a list."""
    return EventSummary(
        id=event.id,
        name=event.name,
        start_at=event.start_at,
        end_at=event.end_at,
        timezone=event.timezone,
        luma_url=rules.address_of(public_url, event),
        cover_url=event.cover_url,
        location=event.location,
    )


def created(public_url: str, event: Any) -> CreatedEvent:
    """An event that was just made."""
    return CreatedEvent(
        id=event.id,
        name=event.name,
        start_at=event.start_at,
        end_at=event.end_at,
        timezone=event.timezone,
        luma_url=rules.address_of(public_url, event),
    )


def detail(
    public_url: str, event: Any, *, max_capacity: int | None, my_reply: Reply | None
) -> EventDetail:
    """One event, with the members that depend on the caller."""
    return EventDetail(
        **summary(public_url, event).model_dump(by_alias=False),
        description=event.description,
        meeting_url=event.meeting_url,
        visibility=event.visibility,
        max_capacity=max_capacity,
        my_reply=my_reply,
    )


def page(public_url: str, event: Any) -> Plain:
    """The page of an event: whole if it is public, else no more than that one may sign in.

    It leads on to Luma's where that shows the event.
    """
    if event.visibility != "public":
        return pages.page("sign_in")
    if event.cancelled_at is not None:
        return pages.page("cancelled", name=event.name)
    if event.luma_url is not None:
        return Plain(pages.CONTENT_TYPE, b"", status=302, headers={"location": event.luma_url})
    return pages.page(
        "event",
        event=event,
        when=rules.when(event.start_at, event.end_at, event.timezone),
        linked_data=_linked_data(public_url, event),
    )


def _linked_data(public_url: str, event: Any) -> dict[str, object]:
    """The event as search engines read it (schema.org); the link to the meeting is for members."""
    told: dict[str, object] = {
        "@context": _SCHEMA,
        "@type": "Event",
        "name": event.name,
        "startDate": event.start_at.isoformat(),
        "eventStatus": f"{_SCHEMA}/EventScheduled",
        "url": rules.page_of(public_url, event.id),
    }
    if event.end_at is not None:
        told["endDate"] = event.end_at.isoformat()
    if event.description:
        told["description"] = event.description
    if event.cover_url:
        told["image"] = [event.cover_url]
    if event.location:
        place = {"@type": "Place", "name": event.location, "address": event.location}
        told |= {"location": place, "eventAttendanceMode": f"{_SCHEMA}/OfflineEventAttendanceMode"}
    elif event.meeting_url:
        place = {"@type": "VirtualLocation", "url": rules.page_of(public_url, event.id)}
        told |= {"location": place, "eventAttendanceMode": f"{_SCHEMA}/OnlineEventAttendanceMode"}
    return told
