"""The requests and responses of introductions."""

from typing import Literal

from typing_extensions import TypeAliasType

from bridgework.areas.work.introductions.fields import Note500
from bridgework.kit.data.pagination import CursorQuery
from bridgework.kit.validation import (
    ErrorBody,
    RequestBody,
    ResponseModel,
    UtcDatetime,
    Uuid,
    UuidText,
)

IntroductionSubject = TypeAliasType(
    "IntroductionSubject", Literal["job", "role", "expert", "vendor"]
)
IntroductionBox = TypeAliasType("IntroductionBox", Literal["in", "out"])
IntroductionStatus = TypeAliasType(
    "IntroductionStatus", Literal["pending", "accepted", "declined", "withdrawn", "lapsed"]
)


class IntroductionAboutRequest(RequestBody):
    """What an introduction is about."""

    kind: IntroductionSubject
    """A posting, or the recipient as an expert or vendor."""
    id: UuidText
    """The ID of the posting; that of the recipient for `expert` and `vendor`."""


class RequestIntroductionRequest(RequestBody):
    """A request to be introduced to a member, or an invitation to apply."""

    recipient_id: UuidText
    """The account of the member."""
    about: IntroductionAboutRequest
    """What it is about. The caller's own posting makes it an invitation to apply."""
    note: Note500
    """What the recipient reads, as plain text."""


class ListMyIntroductionsQuery(CursorQuery):
    """Parameters of the list of introductions."""

    box: IntroductionBox = "in"
    """`in`: those that the caller received. `out`: those that the caller asked for."""


class IntroductionAbout(ResponseModel):
    """What an introduction is about."""

    kind: IntroductionSubject
    """A posting, or a profile of the recipient."""
    id: Uuid
    """The ID of the posting or of the account."""
    title: str | None
    """The title of the posting when it was asked. Null for a profile."""
    company: str | None
    """The company of the posting when it was asked. Null for a profile."""


class IntroducedMember(ResponseModel):
    """The other member of an introduction."""

    id: Uuid
    """The ID of the account."""
    name: str | None
    """Null if the member has stated no name, or if the account is disabled or erased, or its
    erasure was requested."""
    is_verified: bool
    """Whether the member is verified on any platform."""


class Introduction(ResponseModel):
    """A request to be introduced to a member, as the caller sees it."""

    id: Uuid
    box: IntroductionBox
    """Whether the caller received it (`in`) or asked for it (`out`)."""
    is_invitation: bool
    """Whether the owner of the posting asks, and so invites the recipient to apply."""
    about: IntroductionAbout
    """A posting, or a profile of the recipient."""
    other: IntroducedMember
    """The other member: the recipient of one that the caller asked for, otherwise its sender."""
    note: str
    """The text of the sender, which is plain text. Empty if either account was
    erased."""
    note_held: bool
    """Whether to hide the note until the recipient wants to read it: it contains a link, an address
    or a number, and its sender was new to the platform."""
    status: IntroductionStatus
    """`pending` until the recipient accepts. `declined` is shown to the recipient only: the sender
    sees `pending` until it lapses."""
    created_at: UtcDatetime
    lapses_at: UtcDatetime
    """When it lapses unless it is accepted: 14 days after it was asked for."""
    answered_at: UtcDatetime | None
    """When the recipient answered. Null to the sender unless it was accepted."""
    contact_person: str | None
    """The name of the other member's contact: that of the posting for its owner. Null until the
    introduction is accepted, and whenever the other account is disabled or erased or one of you
    blocks the other."""
    contact_email: str | None
    """The address of the contact. Null as `contactPerson` is."""
    allowed_actions: list[str]


class IntroductionLimitReachedError(ErrorBody):
    """The error of a request beyond the limits."""

    error: str
    message: str
    available_at: UtcDatetime
    """From when the next request is accepted."""
