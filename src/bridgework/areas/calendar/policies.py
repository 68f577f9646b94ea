"""The rules of the calendar: valid values of events, and the moves of event requests."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from bridgework.areas.calendar.schemas import EventRequestStatus, Reply, UpdateEventRequest
from bridgework.kit.errors import FieldError, ValidationFailed
from bridgework.kit.ids import Id
from bridgework.kit.text import normalize

FIRST_VERSION = 1
DEFAULT_VISIBILITY = "members-only"
FIELDS = tuple(UpdateEventRequest.model_fields)
"""The columns that callers write, of an event and of an event request alike."""
MOVES: Mapping[str, Sequence[EventRequestStatus]] = {"pending": ("approved", "rejected")}
"""Both decisions are final."""
REPLY_PATH = "/calendar/rsvp"
"""The path, and with it the purpose, of the signed links that reply to an invitation."""

_SEARCHED_LENGTH = 2000


@dataclass(frozen=True, slots=True)
class Invitee:
    """A person who can be invited: an account, or an address without an account."""

    account_id: Id | None
    email: str
    email_key: str


def must_be_valid(values: Mapping[str, Any], provided: Mapping[str, Any]) -> None:
    """Raise ValidationFailed if an event can't have these values, of which some were sent now."""
    faults = []
    if "timezone" in provided and values["timezone"] not in _timezones():
        message = "Must be a zone of the IANA time zone database, as in America/New_York."
        faults.append(FieldError("timezone", "unknown_timezone", message))
    if values["end_at"] is not None and values["end_at"] < values["start_at"]:
        message = "An event can't end before it starts."
        faults.append(FieldError("endAt", "end_before_start", message))
    if faults:
        raise ValidationFailed(*faults)


def with_defaults(provided: Mapping[str, Any]) -> dict[str, Any]:
    """All columns that callers write; what was not provided has its default."""
    values = {**dict.fromkeys(FIELDS), "visibility": DEFAULT_VISIBILITY}
    return {**values, **{name: provided[name] for name in FIELDS if name in provided}}


def search_key(values: Mapping[str, Any]) -> str:
    """The normalized text that an event is searched by."""
    parts = (values["name"], values["location"], values["description"])
    return normalize(" ".join(part for part in parts if part)[:_SEARCHED_LENGTH])


def must_have_status(reply: Reply | None) -> Reply:
    """The reply that was sent. Raises ValidationFailed if there was none."""
    if reply is None:
        raise ValidationFailed(FieldError("status", "required", "Say going or declined."))
    return reply


@cache
def _timezones() -> frozenset[str]:
    return frozenset(available_timezones())
