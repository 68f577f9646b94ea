"""The requests and responses of the calendar."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import MISSING
from typing_extensions import TypeAliasType

from bridgework.areas.community.calendar.fields import Capacity, Emails500, Ids500, PriceUsd
from bridgework.kit.actions import Hidden
from bridgework.kit.data.pagination import CursorPage, CursorQuery, OffsetPage, OffsetQuery
from bridgework.kit.validation import (
    Address500,
    AtMost50,
    Line200,
    Name100,
    Name120,
    QueryParams,
    Reason1000,
    RequestBody,
    ResponseModel,
    Search,
    Text2000,
    Text10000,
    Title200,
    Url2048,
    UtcDatetime,
    Uuid,
)

EventVisibility = TypeAliasType("EventVisibility", Literal["public", "members-only", "private"])
GuestStatus = TypeAliasType("GuestStatus", Literal["invited", "going", "declined"])
EventReply = TypeAliasType("EventReply", Literal["going", "declined"])
InvitationOutcome = TypeAliasType(
    "InvitationOutcome", Literal["invited", "already_invited", "unsubscribed", "unavailable"]
)
TicketType = TypeAliasType("TicketType", Literal["free", "paid"])
EventRequestStatus = TypeAliasType("EventRequestStatus", Literal["pending", "approved", "rejected"])


class EventsQuery(CursorQuery):
    from_: UtcDatetime | None = None
    """Only events that have not ended before this time. Without an end, an event ends when it
    starts."""
    to: UtcDatetime | None = None
    """Only events that start at this time or earlier."""
    ended_before: UtcDatetime | None = None
    """Only events that ended before this time."""
    search: Search | None = None
    """Every word must occur in the name, the place, or the beginning of the description."""


class CreateEventRequest(RequestBody):
    """A new event, with guests to invite."""

    name: Title200
    start_at: UtcDatetime
    end_at: UtcDatetime | MISSING = MISSING
    """When the event ends, not before `startAt`."""
    timezone: Name100
    """A zone of the IANA time zone database, as in `America/New_York`."""
    description: Text10000 | MISSING = MISSING
    location: Address500 | MISSING = MISSING
    meeting_url: Url2048 | MISSING = MISSING
    """The URL of the online meeting."""
    cover_url: Url2048 | MISSING = MISSING
    """The URL of the cover image, as from `createCoverUploadUrl`."""
    max_capacity: Capacity | MISSING = MISSING
    """The maximum number of guests. Unlimited if omitted."""
    visibility: EventVisibility | MISSING = MISSING
    """`members-only` by default."""
    invitee_emails: Emails500


class UpdateEventRequest(RequestBody):
    """Changes of an event. Omitted members are unchanged; null clears a member."""

    name: Title200 | MISSING = MISSING
    start_at: UtcDatetime | MISSING = MISSING
    end_at: UtcDatetime | None | MISSING = MISSING
    timezone: Name100 | MISSING = MISSING
    description: Text10000 | None | MISSING = MISSING
    location: Address500 | None | MISSING = MISSING
    meeting_url: Url2048 | None | MISSING = MISSING
    cover_url: Url2048 | None | MISSING = MISSING
    max_capacity: Capacity | None | MISSING = MISSING
    """If it is lowered below the number of guests, existing guests are kept and no new ones are
    accepted."""
    visibility: EventVisibility | MISSING = MISSING


class Event(ResponseModel):
    id: Uuid
    name: str
    start_at: UtcDatetime
    end_at: UtcDatetime | None


class EventSummary(Event):
    """An event in a list."""

    timezone: str | None
    luma_url: str
    cover_url: str | None
    location: str | None
    my_reply: EventReply | None
    """The caller's own reply; null if there is none."""
    allowed_actions: list[str]


class EventsPage(CursorPage[EventSummary]):
    """Events in the order in which they start."""


class EventDetail(Event):
    """An event."""

    timezone: str
    description: str | None
    """Markdown."""
    description_html: str | None
    """The description as sanitized HTML."""
    location: str | None
    meeting_url: str | None
    cover_url: str | None
    luma_url: str
    visibility: EventVisibility | None
    max_capacity: int | None
    """Null if there is no limit, and for callers who may not edit the event."""
    my_reply: EventReply | None
    """The caller's own reply; null if there is none."""
    hidden: Hidden | None
    """Set for administrators if an administrator has hidden the event from members."""
    allowed_actions: list[str]


class CreatedEvent(Event):
    """The event that was created."""

    timezone: str
    luma_url: str


class Invites(ResponseModel):
    """The outcome of invitations."""

    invited_count: int
    skipped_ids: list[Uuid]
    """Accounts that were not invited: unavailable, unsubscribed from invitations, or invited
    before."""


class CreateEventResult(ResponseModel):
    """The new event and the outcome of its invitations."""

    event: CreatedEvent
    invites: Invites


class AddGuestsRequest(RequestBody):
    """Accounts and addresses to invite to an event."""

    invitee_ids: Ids500
    invitee_emails: Emails500


class InvitedAddress(ResponseModel):
    """The outcome for an address of a request."""

    email: str
    """The address as in the request. An address that the request repeats is listed once."""
    outcome: InvitationOutcome
    """`already_invited`: the address or its account is a guest. `unsubscribed`: from invitations.
    `unavailable`: its account is disabled or about to be erased."""


class GuestInvites(Invites):
    """The outcome of invitations, with that for each address."""

    addresses: list[InvitedAddress]
    """The outcome for each address of `inviteeEmails`, in that order."""


class RespondToInviteRequest(RequestBody):
    """The caller's reply. It replaces an earlier one."""

    status: EventReply
    """`going` takes a place, `declined` frees it."""


class ReplyQuery(QueryParams):
    status: EventReply | None = None
    """The reply of the guest. Required."""


class InviteReply(ResponseModel):
    """The caller's stored reply."""

    status: EventReply
    """`going` takes a place, `declined` frees it."""


class EventGuest(ResponseModel):
    """A guest, invited or not. Without an account, a guest is an e-mail address."""

    id: Uuid
    account_id: Uuid | None
    name: str | None
    """The name of the account. Null without an account or a name."""
    email: str
    status: GuestStatus
    """`invited` until the guest replies."""
    invited_at: UtcDatetime | None
    answered_at: UtcDatetime | None
    created_at: UtcDatetime


class ExportedGuest(EventGuest):
    """A guest in an export of several events."""

    event_id: Uuid


class TicketDraft(RequestBody):
    """A kind of ticket that the submitter of an event wishes for."""

    name: Name120
    type: TicketType
    """Whether the ticket costs money."""
    price_usd: PriceUsd | MISSING = MISSING
    require_approval: bool = False
    is_hidden: bool = False
    description: Text2000 | MISSING = MISSING
    max_capacity: Capacity | MISSING = MISSING
    """The number of tickets of this kind. Unlimited if omitted."""


class SubmitEventRequest(CreateEventRequest):
    """An event that a member proposes. Its guests are invited when it is approved."""

    ticket_drafts: AtMost50[TicketDraft] | MISSING = MISSING


class RejectEventRequestRequest(RequestBody):
    """Why a proposed event is rejected."""

    reason: Reason1000
    """Sent to the submitter, and stored as `rejectionReason`."""


class AdminListEventRequestsQuery(OffsetQuery):
    status: EventRequestStatus | None = None


class EventSubmitter(ResponseModel):
    """The member who proposes an event."""

    id: Uuid
    """The ID of the account."""
    email: str
    name: str | None
    """The name of the account. Null without a name."""


class EventRequest(ResponseModel):
    """An event that a member proposes, and the decision on it."""

    id: Uuid
    status: EventRequestStatus
    """`approved` has created the event. `approved` and `rejected` are final."""
    allowed_actions: list[str]
    name: str
    start_at: UtcDatetime
    end_at: UtcDatetime | None
    timezone: str
    description: str | None
    location: str | None
    meeting_url: str | None
    cover_url: str | None
    visibility: EventVisibility | None
    max_capacity: int | None
    ticket_drafts: list[dict[str, object]] | None
    luma_event_id: str | None
    luma_event_url: str | None
    reviewed_at: UtcDatetime | None
    rejection_reason: str | None
    created_at: UtcDatetime
    submitter: EventSubmitter


class AdminEventRequestPage(OffsetPage[EventRequest]):
    """Event requests, newest first."""


class FeedQuery(QueryParams):
    token: Line200 | None = None
    """The token in the URL of the feed."""


class CalendarFeedUrl(ResponseModel):
    """The personal URL of the calendar feed."""

    url: str
    """Treat it like a password: it gives access to all events that its member may see."""


@dataclass(frozen=True, slots=True)
class EventTexts:
    """What the page of a public event says, besides its members."""

    when: str
    """The time in the time zone of the event."""
    is_over: bool
    """Whether the event has ended. Replies are then not possible."""
    summary: str
    linked_data: Mapping[str, object]
    """The event as schema.org data."""
    detail: EventDetail
    """The event without the URL of its online meeting, which is for members."""
