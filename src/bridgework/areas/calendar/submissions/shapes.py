"""What is asked and told about proposed events: specification section 2.9."""

from typing import Any, Literal

from pydantic import MISSING

from bridgework.areas.calendar.events.shapes import CreateEventRequest
from bridgework.areas.calendar.fields import Capacity, PriceUsd
from bridgework.areas.calendar.shapes import Visibility
from bridgework.kit.fields import AtMost50, Name120, Reason1000, Text2000, UtcDatetime, Uuid
from bridgework.kit.pagination.schemas import CursorPage, CursorQuery, OffsetPage, OffsetQuery
from bridgework.kit.schemas import RequestBody, ResponseModel

EventRequestStatus = Literal["pending", "approved", "rejected"]


class TicketDraft(RequestBody):
    name: Name120
    type: Literal["free", "paid"]
    price_usd: PriceUsd | MISSING = MISSING
    require_approval: bool = False
    is_hidden: bool = False
    description: Text2000 | MISSING = MISSING
    max_capacity: Capacity | MISSING = MISSING


class SubmitEventRequest(CreateEventRequest):
    ticket_drafts: AtMost50[TicketDraft] | MISSING = MISSING


class RejectEventRequestRequest(RequestBody):
    reason: Reason1000


class MyEventRequestsQuery(CursorQuery):
    """Which proposals to list: all of one's own, a page at a time."""


class AdminListEventRequestsQuery(OffsetQuery):
    status: EventRequestStatus | None = None


class EventSubmitter(ResponseModel):
    id: Uuid
    email: str
    name: str | None


class EventRequest(ResponseModel):
    """An event that somebody proposes, and what became of that."""

    id: Uuid
    status: EventRequestStatus
    name: str
    start_at: UtcDatetime
    end_at: UtcDatetime | None
    timezone: str
    description: str | None
    location: str | None
    meeting_url: str | None
    cover_url: str | None
    visibility: Visibility | None
    max_capacity: int | None
    ticket_drafts: list[dict[str, Any]] | None
    luma_event_id: str | None
    luma_event_url: str | None
    reviewed_at: UtcDatetime | None
    rejection_reason: str | None
    created_at: UtcDatetime
    submitter: EventSubmitter


class EventRequestPage(CursorPage[EventRequest]):
    """One's own proposals, the newest first."""


class AdminEventRequestPage(OffsetPage[EventRequest]):
    """Proposals, the newest first."""
