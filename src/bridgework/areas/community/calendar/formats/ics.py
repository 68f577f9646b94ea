"""Events as iCalendar (RFC 5545): one in an e-mail (RFC 5546), or all of a feed.

Times are in UTC, which needs no definition of a time zone. The bytes of an event depend on its row
alone, so a feed has a stable ETag.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from urllib.parse import quote

from icalendar import Calendar, Event, vCalAddress

from bridgework.areas.community.calendar.formats import serializers
from bridgework.areas.community.calendar.records import StoredEvent
from bridgework.kit.text import email_addresses, markdown
from bridgework.settings import Settings

_PRODUCT = "-//Bridgework//Calendar//EN"
_CACHED_EVENTS = 2_000
_PLAIN_IN_MAILTO = "!$'*+"
_PARTICIPATION = {"invited": "NEEDS-ACTION", "going": "ACCEPTED", "declined": "DECLINED"}


@dataclass(frozen=True, slots=True)
class Appointment:
    """The data of an event in iCalendar."""

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


@dataclass(frozen=True, slots=True)
class Attendee:
    """The guest to whom a message is sent."""

    email: str
    reply: str
    """`invited` without a reply, `going` or `declined`."""


def to_appointment(event: StoredEvent, settings: Settings) -> Appointment:
    """Convert an event."""
    return Appointment(
        uid=f"{event.id}@{settings.public_host}",
        sequence=event.version - 1,
        stamp=event.updated_at,
        starts=event.start_at,
        ends=event.end_at,
        name=event.name,
        place=event.location or event.meeting_url or "",
        description=describe(event.description or "", event.meeting_url or ""),
        url=serializers.event_url(settings.effective_site_url, event),
        is_cancelled=event.cancelled_at is not None,
    )


def describe(description: str, meeting_url: str) -> str:
    """Return the description of an appointment as plain text, including the meeting URL."""
    text = markdown.to_text(description)
    return "\n\n".join(part for part in (text, meeting_url) if part)


def feed(name: str, appointments: Sequence[Appointment]) -> bytes:
    """Return a calendar of the appointments in this order, without an organizer."""
    calendar = _calendar()
    calendar.add("x-wr-calname", name)
    head, tail = calendar.to_ical().split(b"END:VCALENDAR", 1)
    return b"".join([head, *map(_event_bytes, appointments), b"END:VCALENDAR", tail])


def invitation(settings: Settings, method: str, appointment: Appointment, guest: Attendee) -> bytes:
    """Return a calendar of one appointment for a guest; `method` is `REQUEST` or `CANCEL`."""
    event = _event(appointment)
    organizer = _address(settings.mail_sender)
    organizer.params["CN"] = settings.installation_name
    event.add("organizer", organizer)
    attendee = _address(guest.email)
    # Replies by e-mail are not read; the e-mail has a reply link.
    attendee.params["RSVP"] = "FALSE"
    attendee.params["PARTSTAT"] = _PARTICIPATION[guest.reply]
    event.add("attendee", attendee)
    calendar = _calendar()
    calendar.add("method", method)
    calendar.add_component(event)
    return bytes(calendar.to_ical())


def _address(email: str) -> vCalAddress:
    """Return an address as a URI (RFC 6068)."""
    local, _, domain = email_addresses.to_wire(email).rpartition("@")
    return vCalAddress(f"mailto:{quote(local, safe=_PLAIN_IN_MAILTO)}@{domain}")


@lru_cache(maxsize=_CACHED_EVENTS)
def _event_bytes(appointment: Appointment) -> bytes:
    """Serialize an event. Cached: it takes 0.3 ms, and calendar programs poll long feeds."""
    return bytes(_event(appointment).to_ical())


def _event(appointment: Appointment) -> Event:
    properties = {
        "uid": appointment.uid,
        "dtstamp": appointment.stamp,
        "last-modified": appointment.stamp,
        "sequence": appointment.sequence,
        "dtstart": appointment.starts,
        "dtend": appointment.ends,
        "summary": appointment.name,
        "status": "CANCELLED" if appointment.is_cancelled else "CONFIRMED",
        "location": appointment.place or None,
        "description": appointment.description or None,
        "url": appointment.url,
    }
    event = Event()
    for name, value in properties.items():
        if value is not None:
            event.add(name, value)
    return event


def _calendar() -> Calendar:
    calendar = Calendar()
    calendar.add("prodid", _PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    return calendar
