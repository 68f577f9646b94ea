"""What is asked and told about events: specification section 2.9."""

from pydantic import MISSING

from bridgework.areas.calendar.fields import Capacity, Emails500
from bridgework.areas.calendar.guests.shapes import Invites, Reply
from bridgework.areas.calendar.shapes import Visibility
from bridgework.kit.fields import (
    Name100,
    Search,
    Text500,
    Text10000,
    Title200,
    Url2048,
    UtcDatetime,
    Uuid,
)
from bridgework.kit.pagination.schemas import CursorPage, CursorQuery
from bridgework.kit.schemas import RequestBody, ResponseModel


class EventsQuery(CursorQuery):
    from_: UtcDatetime | None = None
    """Only what starts then or later."""
    to: UtcDatetime | None = None
    """Only what starts then or earlier."""
    search: Search | None = None
    """Every word must be in the name, the place, or how the description begins."""


class CreateEventRequest(RequestBody):
    name: Title200
    start_at: UtcDatetime
    end_at: UtcDatetime | MISSING = MISSING
    timezone: Name100
    """A zone of the IANA time zone database, as in `America/New_York`."""
    description: Text10000 | MISSING = MISSING
    location: Text500 | MISSING = MISSING
    meeting_url: Url2048 | MISSING = MISSING
    cover_url: Url2048 | MISSING = MISSING
    max_capacity: Capacity | MISSING = MISSING
    visibility: Visibility | MISSING = MISSING
    """`members-only` unless said."""
    invitee_emails: Emails500


class UpdateEventRequest(RequestBody):
    name: Title200 | MISSING = MISSING
    start_at: UtcDatetime | MISSING = MISSING
    end_at: UtcDatetime | None | MISSING = MISSING
    timezone: Name100 | MISSING = MISSING
    description: Text10000 | None | MISSING = MISSING
    location: Text500 | None | MISSING = MISSING
    meeting_url: Url2048 | None | MISSING = MISSING
    cover_url: Url2048 | None | MISSING = MISSING
    max_capacity: Capacity | None | MISSING = MISSING
    """One below the number of those who come sends nobody away: it only lets in no more."""
    visibility: Visibility | MISSING = MISSING


class EventSummary(ResponseModel):
    id: Uuid
    name: str
    start_at: UtcDatetime
    end_at: UtcDatetime | None
    timezone: str | None
    luma_url: str
    cover_url: str | None
    location: str | None


class EventsPage(CursorPage[EventSummary]):
    """Events, the one that starts first at the top."""


class EventDetail(ResponseModel):
    id: Uuid
    name: str
    start_at: UtcDatetime
    end_at: UtcDatetime | None
    timezone: str
    description: str | None
    location: str | None
    meeting_url: str | None
    cover_url: str | None
    luma_url: str
    visibility: Visibility | None
    max_capacity: int | None
    """Null where there is no limit, and to callers who may not edit the event."""
    my_reply: Reply | None
    """The caller's own answer to the invitation, null before there is one."""


class CreatedEvent(ResponseModel):
    id: Uuid
    name: str
    start_at: UtcDatetime
    end_at: UtcDatetime | None
    timezone: str
    luma_url: str


class CreateEventResult(ResponseModel):
    event: CreatedEvent
    invites: Invites
