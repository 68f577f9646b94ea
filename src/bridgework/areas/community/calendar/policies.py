"""The rules of the calendar: valid values of events, and who may do what with them and when."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from hashlib import blake2b
from typing import Any, NamedTuple, Protocol

from bridgework.areas.community.calendar import schemas
from bridgework.areas.community.calendar.errors import EventOver, EventRequestNotFound
from bridgework.kit.actions import ActionRule, Check, Refusal, refuse_move
from bridgework.kit.core import (
    FieldError,
    Id,
    InvalidTransition,
    ValidationFailed,
    content_version,
)
from bridgework.kit.security import Caller, admin, member
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


class EventFacts(NamedTuple):
    """What the rules of an event read of it."""

    is_over: bool


class Submitted(Protocol):
    """What the rules of an event request read of it."""

    @property
    def submitter_id(self) -> str: ...
    @property
    def status(self) -> str: ...


EventRule = ActionRule[EventFacts]
RequestRule = ActionRule[Submitted]


def _is_not_over(_: Caller, event: EventFacts) -> Refusal | None:
    return EventOver if event.is_over else None


def _is_submitter(caller: Caller, request: Submitted) -> Refusal | None:
    return None if request.submitter_id == caller.account_id else EventRequestNotFound


def _may_become(status: schemas.EventRequestStatus) -> Check[Submitted]:
    return lambda _, request: refuse_move(request.status, MOVES.get(request.status, ()), status)


def _may_withdraw(_: Caller, request: Submitted) -> Refusal | None:
    is_pending = request.status == "pending"
    return None if is_pending else partial(InvalidTransition, request.status, open_moves=())


READ_EVENT = EventRule("getEvent", member.or_partner("events:read"))
UPDATE_EVENT = EventRule("updateEvent", admin)
DELETE_EVENT = EventRule("deleteEvent", admin)
ADD_GUESTS = EventRule("addGuests", admin, when=_is_not_over)
LIST_GUESTS = EventRule("listGuests", admin)
RESPOND = EventRule("respondToInvite", member, when=_is_not_over)
EVENT_RULES: Sequence[EventRule] = (
    *(READ_EVENT, UPDATE_EVENT, DELETE_EVENT, ADD_GUESTS, LIST_GUESTS, RESPOND),
)
"""The rules of the operations on an event that the caller may see."""

READ_REQUEST = RequestRule("getMyEventRequest", member, by=_is_submitter)
WITHDRAW_REQUEST = RequestRule("withdrawEventRequest", member, by=_is_submitter, when=_may_withdraw)
READ_REQUEST_AS_ADMIN = RequestRule("adminGetEventRequest", admin)
APPROVE_REQUEST = RequestRule("approveEventRequest", admin, when=_may_become("approved"))
REJECT_REQUEST = RequestRule("rejectEventRequest", admin, when=_may_become("rejected"))
REQUEST_RULES: Sequence[RequestRule] = (
    *(READ_REQUEST, WITHDRAW_REQUEST, READ_REQUEST_AS_ADMIN, APPROVE_REQUEST, REJECT_REQUEST),
)
"""The rules of the operations on an event request."""


def must_be_valid(values: Mapping[str, Any], provided: Mapping[str, Any]) -> None:
    """Raise ValidationFailed for invalid values; only the `provided` ones can be at fault."""
    faults: list[FieldError] = []
    if "timezone" in provided:
        faults += time_zones.faults_of("timezone", values["timezone"])
    if values["end_at"] is not None and values["end_at"] < values["start_at"]:
        message = "An event cannot end before it starts."
        faults.append(FieldError("endAt", "end_before_start", message))
    if faults:
        raise ValidationFailed(*faults)


def with_defaults(provided: Mapping[str, Any]) -> dict[str, Any]:
    """Return all columns that callers write, with defaults for omitted ones."""
    values = {**dict.fromkeys(FIELDS), "visibility": DEFAULT_VISIBILITY}
    return {**values, **{name: provided[name] for name in FIELDS if name in provided}}


def version_of(request: Any) -> int:
    """Return the version of an event request, which changes with what administrators read."""
    names = (*FIELDS, "ticket_drafts", "status")
    return content_version(*(getattr(request, name) for name in names))


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


def event_facts(event: Any, now: datetime) -> EventFacts:
    """Return what the rules read of a row of an event."""
    return EventFacts(is_over=is_over(event, now))


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
