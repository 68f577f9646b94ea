"""The rules of the calendar: valid values of events, and who may do what with them and when."""

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import partial
from hashlib import blake2b
from typing import NamedTuple, Protocol

from pydantic import MISSING

from bridgework.areas.community.calendar import schemas
from bridgework.areas.community.calendar.errors import EventOver, EventRequestNotFound
from bridgework.areas.community.calendar.records import (
    EventFields,
    ListedEvent,
    StoredEvent,
    StoredRequest,
)
from bridgework.kit.actions import ActionRule, Check, Refusal, refuse_move
from bridgework.kit.core import (
    FieldError,
    InvalidTransition,
    ValidationFailed,
    content_version,
)
from bridgework.kit.security import Caller, admin, member
from bridgework.kit.text import normalize, time_zones
from bridgework.kit.validation import or_none

FIRST_VERSION = 1
DEFAULT_VISIBILITY: schemas.EventVisibility = "members-only"
MOVES: Mapping[str, Sequence[schemas.EventRequestStatus]] = {"pending": ("approved", "rejected")}
"""Both decisions are final."""
REPLY_PATH = "/calendar/rsvp"
"""The path of the signed reply links, which is also their purpose."""

_SEARCHED_LENGTH = 2000


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


def must_be_valid(event: EventFields | StoredEvent, provided: Collection[str]) -> None:
    """Raise ValidationFailed for invalid values; only the `provided` ones can be at fault."""
    faults: list[FieldError] = []
    if "timezone" in provided:
        faults += time_zones.faults_of("timezone", event.timezone)
    if event.end_at is not None and event.end_at < event.start_at:
        message = "An event cannot end before it starts."
        faults.append(FieldError("endAt", "end_before_start", message))
    if faults:
        raise ValidationFailed(*faults)


def fields_of(body: schemas.CreateEventRequest) -> EventFields:
    """Return what callers write of an event, with defaults for omitted members."""
    return EventFields(
        name=body.name,
        start_at=body.start_at,
        end_at=or_none(body.end_at),
        timezone=body.timezone,
        description=or_none(body.description),
        location=or_none(body.location),
        meeting_url=or_none(body.meeting_url),
        cover_url=or_none(body.cover_url),
        max_capacity=or_none(body.max_capacity),
        visibility=DEFAULT_VISIBILITY if body.visibility is MISSING else body.visibility,
    )


def requested_fields(request: StoredRequest) -> EventFields:
    """Return what the submitter wrote of the event."""
    members = request._asdict()
    return EventFields(*(members[name] for name in EventFields._fields))


def version_of(request: StoredRequest) -> int:
    """Return the version of an event request, which changes with what administrators read."""
    return content_version(*requested_fields(request), request.ticket_drafts, request.status)


def search_key(name: str, location: str | None, description: str | None) -> str:
    """Return the normalized text for the search of events."""
    parts = (name, location, description)
    return normalize(" ".join(part for part in parts if part)[:_SEARCHED_LENGTH])


def must_have_status(reply: schemas.EventReply | None) -> schemas.EventReply:
    """Return the reply. Raises ValidationFailed if there is none."""
    if reply is None:
        raise ValidationFailed(FieldError("status", "required", "Must be going or declined."))
    return reply


def is_over(event: StoredEvent | ListedEvent, now: datetime) -> bool:
    """Whether an event has ended; one without an end has ended after its start."""
    return (event.end_at or event.start_at) < now


def event_facts(event: StoredEvent | ListedEvent, now: datetime) -> EventFacts:
    """Return what the rules read of an event."""
    return EventFacts(is_over=is_over(event, now))


def public_page_on_luma(event: StoredEvent) -> str | None:
    """Return the URL of the public page of an event on Luma; None if there is none."""
    is_shown = event.visibility == "public" and event.cancelled_at is None
    return event.luma_url if is_shown else None


def place_digest(event: StoredEvent) -> str:
    """Return a digest of what a guest must know to attend: the time and the place of an event."""
    end = event.end_at.isoformat() if event.end_at else ""
    times = [event.start_at.isoformat(), end, event.timezone]
    known = [*times, event.location or "", event.meeting_url or ""]
    return blake2b(json.dumps(known).encode(), digest_size=16).hexdigest()
