"""What is asked and told about guests: specification section 2.9, contract section 10."""

from typing import Literal

from bridgework.areas.calendar.fields import Ids500
from bridgework.kit.fields import UtcDatetime, Uuid
from bridgework.kit.pagination.schemas import CursorPage, CursorQuery
from bridgework.kit.schemas import QueryParams, RequestBody, ResponseModel

GuestStatus = Literal["invited", "going", "declined"]
Reply = Literal["going", "declined"]


class AddGuestsRequest(RequestBody):
    invitee_ids: Ids500


class RespondToInviteRequest(RequestBody):
    status: Reply


class ReplyQuery(QueryParams):
    status: Reply | None = None
    """Which of the two it is must be said."""


class GuestsQuery(CursorQuery):
    """Which guests to list: all of an event, a page at a time."""


class InviteReply(ResponseModel):
    status: Reply


class EventGuest(ResponseModel):
    """Somebody who was invited, or comes uninvited; without an account it is but an address."""

    id: Uuid
    account_id: Uuid | None
    name: str | None
    email: str
    status: GuestStatus
    invited_at: UtcDatetime | None
    answered_at: UtcDatetime | None
    created_at: UtcDatetime


class EventGuestPage(CursorPage[EventGuest]):
    """Guests, the one who was invited first at the top."""


class Invites(ResponseModel):
    invited_count: int
    skipped_ids: list[Uuid]
    """Accounts that were not invited: they can't be, want no invitations, or were before."""
