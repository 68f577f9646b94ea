"""What holds for every event: when it can be, where its page is, and what its search looks at."""

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from bridgework.kit.errors import FieldError, NotFound, ValidationFailed
from bridgework.kit.ids import Id
from bridgework.kit.text import normalize

FIRST_VERSION = 1
DEFAULT_VISIBILITY = "members-only"
FIELDS = (
    *("name", "start_at", "end_at", "timezone", "description", "location"),
    *("meeting_url", "cover_url", "max_capacity", "visibility"),
)
"""The columns that people write, of an event and of a proposal alike."""

_LONGEST_SEARCHED = 2000


class EventNotFound(NotFound):
    """There is no such event, or you are not invited to it."""


def must_fit(values: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """Raise ValidationFailed if an event of these values can't be; `given` is what was sent now."""
    faults = []
    if "timezone" in given and values["timezone"] not in _zones():
        sentence = "Must be a zone of the IANA time zone database, as in America/New_York."
        faults.append(FieldError("timezone", "unknown_timezone", sentence))
    if values["end_at"] is not None and values["end_at"] < values["start_at"]:
        faults.append(
            FieldError("endAt", "end_before_start", "An event can't end before it starts.")
        )
    if faults:
        raise ValidationFailed(*faults)


def whole(given: Mapping[str, Any]) -> dict[str, Any]:
    """The columns that people write, with what was not said filled in."""
    unsaid = {**dict.fromkeys(FIELDS), "visibility": DEFAULT_VISIBILITY}
    return {**unsaid, **{name: given[name] for name in FIELDS if name in given}}


def search_key(values: Mapping[str, Any]) -> str:
    """What an event is found by: its name, its place and how its description begins, folded."""
    parts = (values["name"], values["location"], values["description"])
    return normalize(" ".join(part for part in parts if part)[:_LONGEST_SEARCHED])


def page_of(public_url: str, event_id: Id) -> str:
    """The address of an event's own page."""
    return f"{public_url}/events/{event_id}"


def address_of(public_url: str, event: Any) -> str:
    """Where people are sent to read of an event: Luma's page of it, or ours."""
    return event.luma_url or page_of(public_url, event.id)


def when(starts: datetime, ends: datetime | None, zone: str) -> str:
    """A time as people at the place say it."""
    here = ZoneInfo(zone)
    start, end = starts.astimezone(here), ends.astimezone(here) if ends else None
    told = f"{_day(start)}, {start:%H:%M}"
    if end is not None:
        told += (
            f" to {end:%H:%M}" if end.date() == start.date() else f" to {_day(end)}, {end:%H:%M}"
        )
    return f"{told} ({zone})"


def _day(moment: datetime) -> str:
    return f"{moment:%A}, {moment.day} {moment:%B %Y}"


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())
