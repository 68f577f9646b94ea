"""Events as iCalendar (RFC 5545): alone in a letter (RFC 5546), or all of them in a feed.

Times are told in UTC, which needs no description of a time zone and is the same moment to every
calendar. What is made of an event depends on its row alone, so that its feed has a stable tag.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import HeaderRegistry
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Literal

from bridgework.areas.calendar import rules
from bridgework.kit.outbox.email import CalendarPart, Email, MakeCalendarPart
from bridgework.settings import Settings

if TYPE_CHECKING:
    import icalendar

_PRODUCT = "-//Bridgework//Calendar//EN"
_KEPT_RENDERED = 2_000


@dataclass(frozen=True, slots=True)
class Appointment:
    """What iCalendar tells of an event."""

    uid: str
    sequence: int
    stamp: datetime
    starts: datetime
    ends: datetime | None
    name: str
    place: str
    description: str
    url: str
    is_cancelled: bool


def feed(appointments: Sequence[Appointment]) -> bytes:
    """A calendar of all of them, in the order given; without an organizer to write to."""
    calendar = _calendar()
    calendar.add("x-wr-calname", "Bridgework")
    head, tail = calendar.to_ical().split(b"END:VCALENDAR", 1)
    return b"".join([head, *map(_rendered, appointments), b"END:VCALENDAR", tail])


def appointment(event: Any, settings: Settings) -> Appointment:
    """What iCalendar tells of an event's row."""
    return Appointment(
        uid=f"{event.id}@{settings.public_host}",
        sequence=event.version - 1,
        stamp=event.updated_at,
        starts=event.start_at,
        ends=event.end_at,
        name=event.name,
        place=event.location or event.meeting_url or "",
        description=_described(event.description or "", event.meeting_url or ""),
        url=rules.address_of(settings.public_url, event),
        is_cancelled=event.cancelled_at is not None,
    )


def calendar_parts(settings: Settings) -> Mapping[str, MakeCalendarPart]:
    """What goes with the letters of the calendar, by their names."""
    return {
        "calendar/event_invitation": partial(_calendar_part, settings, "REQUEST"),
        "calendar/event_cancelled": partial(_calendar_part, settings, "CANCEL"),
    }


def _calendar_part(
    settings: Settings, method: Literal["REQUEST", "CANCEL"], letter: Email
) -> CalendarPart:
    # A tenth of a second to import; only who mails an invitation or tells a feed needs it.
    from icalendar import vCalAddress

    facts = {name: str(value) for name, value in letter.facts.items()}
    event = _event(
        Appointment(
            uid=f"{facts['event_id']}@{settings.public_host}",
            sequence=int(facts["sequence"]),
            stamp=datetime.fromisoformat(facts["stamp"]),
            starts=datetime.fromisoformat(facts["starts"]),
            ends=datetime.fromisoformat(facts["ends"]) if facts["ends"] else None,
            name=facts["name"],
            place=facts["location"] or facts["meeting_url"],
            description=_described(facts["description"], facts["meeting_url"]),
            url=f"{settings.public_url}/events/{facts['event_id']}",
            is_cancelled=method == "CANCEL",
        )
    )
    organizer = vCalAddress(f"mailto:{settings.mail_sender}")
    organizer.params["CN"] = _display_name(settings.mail_from)
    event.add("organizer", organizer)
    guest = vCalAddress(f"mailto:{letter.to}")
    # Nobody reads an answer by mail: the letter has a link for that.
    guest.params["RSVP"] = "FALSE"
    guest.params["PARTSTAT"] = "NEEDS-ACTION"
    event.add("attendee", guest)
    calendar = _calendar()
    calendar.add("method", method)
    calendar.add_component(event)
    return CalendarPart(method, calendar.to_ical())


def _display_name(sender: str) -> str:
    header: Any = HeaderRegistry()("From", sender)
    return header.addresses[0].display_name or "Bridgework"


def _described(description: str, meeting_url: str) -> str:
    return "\n\n".join(part for part in (description, meeting_url) if part)


@lru_cache(maxsize=_KEPT_RENDERED)
def _rendered(appointment: Appointment) -> bytes:
    """A third of a millisecond each, and a feed of hundreds is asked for again and again."""
    rendered: bytes = _event(appointment).to_ical()
    return rendered


def _event(appointment: Appointment) -> "icalendar.Event":
    # A tenth of a second to import; only who mails an invitation or tells a feed needs it.
    from icalendar import Event

    event = Event()
    event.add("uid", appointment.uid)
    event.add("dtstamp", appointment.stamp)
    event.add("last-modified", appointment.stamp)
    event.add("sequence", appointment.sequence)
    event.add("dtstart", appointment.starts)
    if appointment.ends is not None:
        event.add("dtend", appointment.ends)
    event.add("summary", appointment.name)
    event.add("status", "CANCELLED" if appointment.is_cancelled else "CONFIRMED")
    if appointment.place:
        event.add("location", appointment.place)
    if appointment.description:
        event.add("description", appointment.description)
    event.add("url", appointment.url)
    return event


def _calendar() -> "icalendar.Calendar":
    # A tenth of a second to import; only who mails an invitation or tells a feed needs it.
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("prodid", _PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    return calendar
