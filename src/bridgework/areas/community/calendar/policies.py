"""The rules of the calendar: valid values of events, and transitions of event requests."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Any

from bridgework.areas.community.calendar import schemas
from bridgework.kit.core import FieldError, Id, ValidationFailed
from bridgework.kit.text import normalize, time_zones

FIRST_VERSION = 1
DEFAULT_VISIBILITY = "members-only"
FIELDS = tuple(schemas.UpdateEventRequest.model_fields)
"""The columns of events and event requests that callers write."""
MOVES: Mapping[str, Sequence[schemas.EventRequestStatus]] = {"pending": ("approved", "rejected")}
"""Both decisions are final."""
REPLY_PATH = "/calendar/rsvp"
"""The path of the signed reply links, which is also their purpose."""

_SEARCHED_LENGTH = 2000


@dataclass(frozen=True, slots=True)
class Invitee:
    """A person who can be invited: an account, or an address without an account."""

    account_id: Id | None
    email: str
    email_key: str


def must_be_valid(values: Mapping[str, Any], provided: Mapping[str, Any]) -> None:
    """Raise ValidationFailed for invalid values; only the `provided` ones can be at fault."""
    faults = []
    if "timezone" in provided and values["timezone"] not in time_zones.names():
        message = "Must be a zone of the IANA time zone database, as in America/New_York."
        faults.append(FieldError("timezone", "unknown_timezone", message))
    if values["end_at"] is not None and values["end_at"] < values["start_at"]:
        message = "An event cannot end before it starts."
        faults.append(FieldError("endAt", "end_before_start", message))
    if faults:
        raise ValidationFailed(*faults)


def with_defaults(provided: Mapping[str, Any]) -> dict[str, Any]:
    """Return all columns that callers write, with defaults for omitted ones."""
    values = {**dict.fromkeys(FIELDS), "visibility": DEFAULT_VISIBILITY}
    return {**values, **{name: provided[name] for name in FIELDS if name in provided}}


def search_key(values: Mapping[str, Any]) -> str:
    """Return the normalized text for the search of events."""
    parts = (values["name"], values["location"], values["description"])
    return normalize(" ".join(part for part in parts if part)[:_SEARCHED_LENGTH])


def must_have_status(reply: schemas.EventReply | None) -> schemas.EventReply:
    """Return the reply. Raises ValidationFailed if there is none."""
    if reply is None:
        raise ValidationFailed(FieldError("status", "required", "Must be going or declined."))
    return reply


def is_over(event: Any, now: datetime) -> bool:
    """Whether an event has ended; one without an end has ended after its start."""
    ends_at: datetime = event.end_at or event.start_at
    return ends_at < now


def is_public_on_luma(event: Any) -> bool:
    """Whether Luma has the public page of an event."""
    is_shown = event.visibility == "public" and event.cancelled_at is None
    return is_shown and event.luma_url is not None


def place_digest(event: Any) -> str:
    """Return a digest of what a guest must know to attend: the time and the place of an event."""
    end = event.end_at.isoformat() if event.end_at else ""
    times = [event.start_at.isoformat(), end, event.timezone]
    known = [*times, event.location or "", event.meeting_url or ""]
    return blake2b(json.dumps(known).encode(), digest_size=16).hexdigest()
