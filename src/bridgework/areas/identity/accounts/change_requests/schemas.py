"""The requests and responses of changes that administrators ask for."""

from pydantic import MISSING

from bridgework.areas.history.reviews.schemas import MemberChange
from bridgework.areas.identity.accounts.change_requests.fields import (
    AtMost20,
    Message2000,
    ProfileMember,
)
from bridgework.areas.identity.accounts.schemas import Decider
from bridgework.kit.validation import RequestBody, ResponseModel, UtcDatetime


class AskForChangesRequest(RequestBody):
    """What a user shall change before an administrator verifies the account."""

    message: Message2000
    """What shall change, and why. It is sent to the user."""
    members: AtMost20[ProfileMember] | MISSING = MISSING
    """The members of the profiles that shall change. Without them, any change is an answer."""


class ChangesAsked(ResponseModel):
    """What an administrator asked the owner of a profile to change."""

    message: str
    """The text of the administrator."""
    members: list[ProfileMember]
    """The members that shall change. Empty if the administrator named none."""
    at: UtcDatetime
    """When the administrator asked."""
    answered_at: UtcDatetime | None
    """When the owner first changed one of the members, or any member if none is named. Null until
    then."""


class AdminChangesAsked(ChangesAsked):
    """What an administrator asked a user to change, and what the user has changed since."""

    by: Decider | None
    """The administrator who asked. Null if that account was erased."""
    changes: list[MemberChange]
    """The members that shall change and that differ from what they were at that time. Empty while
    nothing differs."""
