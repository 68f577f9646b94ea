"""The requests and responses of contact settings and blocks."""

from pydantic import MISSING

from bridgework.areas.identity.contacts.fields import IntroductionsFrom, UpToTwoHours
from bridgework.kit.validation import RequestBody, ResponseModel, UtcDatetime, Uuid


class UpdateContactSettingsRequest(RequestBody):
    """Who may contact the caller, and when an e-mail tells of it. Omitted members are unchanged."""

    introductions: IntroductionsFrom | MISSING = MISSING
    """Whose requests for an introduction the caller receives. What others request is not delivered,
    and they are not notified."""
    email_after_minutes: UpToTwoHours | MISSING = MISSING
    """After how many minutes an e-mail tells of a request that still waits, from 0 to 120."""


class ContactSettings(ResponseModel):
    """Who may contact the caller, and when an e-mail tells of it."""

    introductions: IntroductionsFrom
    """Whose requests for an introduction the caller receives."""
    email_after_minutes: int
    """After how many minutes an e-mail tells of a request that still waits."""


class BlockedMember(ResponseModel):
    """A member whom the caller has blocked."""

    id: Uuid
    """The ID of the account."""
    name: str | None
    """Null if the member has stated no name, or if the account is disabled or its erasure was
    requested."""
    blocked_at: UtcDatetime
    """When the caller blocked the member."""
