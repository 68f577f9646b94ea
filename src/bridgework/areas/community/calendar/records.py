"""What the statements on events, guests and event requests return."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from pydantic import JsonValue

from bridgework.areas.community.calendar.schemas import (
    EventReply,
    EventRequestStatus,
    EventVisibility,
    GuestStatus,
)
from bridgework.kit.core import Id


class EventFields(NamedTuple):
    """The columns of events and event requests that callers write."""

    name: str
    start_at: datetime
    end_at: datetime | None
    timezone: str
    description: str | None
    location: str | None
    meeting_url: str | None
    cover_url: str | None
    max_capacity: int | None
    visibility: EventVisibility


class StoredEvent(NamedTuple):
    """An event (table `calendar_events`)."""

    id: Id
    owner_id: Id | None
    name: str
    start_at: datetime
    end_at: datetime | None
    timezone: str
    description: str | None
    location: str | None
    meeting_url: str | None
    cover_url: str | None
    max_capacity: int | None
    visibility: EventVisibility
    search_key: str
    version: int
    made_under: str | None
    luma_event_id: str | None
    luma_url: str | None
    hidden_at: datetime | None
    cancelled_at: datetime | None
    notified_through: Id | None
    guests_notified_at: datetime | None
    created_at: datetime
    updated_at: datetime
    request_id: str | None
    traceparent: str | None


class ListedEvent(NamedTuple):
    """An event in a list, with the caller's reply."""

    id: Id
    name: str
    start_at: datetime
    end_at: datetime | None
    timezone: str
    luma_url: str | None
    cover_url: str | None
    location: str | None
    my_reply: EventReply | None


class Guest(NamedTuple):
    """A guest with contact: with the e-mail address and the name of its account, if it has one."""

    id: Id
    event_id: Id
    account_id: Id | None
    status: GuestStatus
    luma_status: GuestStatus | None
    email_due: bool
    invited_at: datetime | None
    answered_at: datetime | None
    created_at: datetime
    request_id: str | None
    traceparent: str | None
    known_digest: str | None
    email: str
    email_key: str
    first_name: str | None
    last_name: str | None


class Invitee(NamedTuple):
    """A person who can be invited: an account, or an address without an account."""

    account_id: Id | None
    email: str
    email_key: str


class KnownAccount(NamedTuple):
    """An account whose address is verified, and whether it can be invited."""

    id: Id
    email: str
    email_key: str
    is_invitable: bool


class GuestKey(NamedTuple):
    """What is unique among the guests of an event: the account, or else the address."""

    account_id: Id | None
    email_key: str | None


class Move(NamedTuple):
    """The move of an event (table `calendar_moves`)."""

    event_id: Id
    former_digest: str
    due_at: datetime
    request_id: str | None
    traceparent: str | None


class StoredRequest(NamedTuple):
    """An event request (table `calendar_requests`)."""

    id: Id
    submitter_id: Id
    status: EventRequestStatus
    name: str
    start_at: datetime
    end_at: datetime | None
    timezone: str
    description: str | None
    location: str | None
    meeting_url: str | None
    cover_url: str | None
    max_capacity: int | None
    visibility: EventVisibility
    ticket_drafts: Sequence[Mapping[str, JsonValue]] | None
    invitee_emails: Sequence[str]
    made_under: str | None
    event_id: Id | None
    rejection_reason: str | None
    reviewed_at: datetime | None
    created_at: datetime
    updated_at: datetime


class Submitter(NamedTuple):
    """The account of an event request."""

    email: str
    first_name: str | None
    last_name: str | None


class OnLuma(NamedTuple):
    """The event on Luma of an approved event request."""

    luma_event_id: str | None
    luma_url: str | None


class Submission(NamedTuple):
    """An event request, its submitter, and its event on Luma."""

    request: StoredRequest
    submitter: Submitter
    on_luma: OnLuma


class Synchronization(NamedTuple):
    """The synchronization of an event with Luma (table `calendar_luma`)."""

    event_id: Id
    state: Literal["waiting", "synced", "dead"]
    change_count: int
    attempts: int
    due_at: datetime
    held_until: datetime | None
    synced_digest: str | None
    cover_from: str | None
    cover_url: str | None
    fault: str | None
    request_id: str | None
    traceparent: str | None
