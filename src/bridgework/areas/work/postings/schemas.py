"""The query parameters that lists of postings and of applications share."""

from collections.abc import Mapping
from typing import Generic, Literal, Protocol, Self, TypeVar

from pydantic import MISSING
from typing_extensions import TypeAliasType

from bridgework.areas.identity.accounts.schemas import DecisionOutcome
from bridgework.kit.data.pagination import CursorQuery, OffsetQuery
from bridgework.kit.validation import (
    Filter,
    Ids100,
    RequestBody,
    ResponseModel,
    Search,
    Text2000,
    UtcDatetime,
    Uuid,
)
from bridgework.terminology.protected import Characteristic

Status = TypeVar("Status", bound=str)


class PostingSchema(Protocol):
    """The members of a posting that every type has."""

    @property
    def user_id(self) -> str: ...
    @property
    def status(self) -> str: ...
    def model_copy(self, *, update: Mapping[str, object] | None = ...) -> Self: ...


class OpenPostingsQuery(CursorQuery):
    search: Search | None = None
    location: Filter | None = None


class AllPostingsQuery(OffsetQuery, Generic[Status]):
    status: Status | None = None
    search: Search | None = None


class MatchesQuery(CursorQuery):
    ids: Ids100
    """Only these people, by the IDs of their accounts, if they are in the list."""


class StatusQuery(CursorQuery, Generic[Status]):
    status: Status | None = None


OfferReply = TypeAliasType("OfferReply", Literal["accepted", "declined"])


class AnswerOfferRequest(RequestBody):
    """The applicant's answer to an offer. The owner of the posting is notified."""

    answer: OfferReply
    """Whether the applicant accepts the offer. It can be answered once."""
    note: Text2000 | MISSING = MISSING
    """A note to the owner of the posting, such as a first day or what should change."""


class OfferAnswer(ResponseModel):
    """What the applicant answered to an offer."""

    answer: OfferReply
    """Whether the applicant accepts the offer."""
    at: UtcDatetime
    """When the applicant answered."""
    note: str | None
    """The applicant's note to the owner of the posting. Null without one."""


class ApplicationOutcome(ResponseModel):
    """What came of a decision on one of several applications."""

    id: Uuid
    """The ID of the application, as in the request."""
    outcome: DecisionOutcome
    """`failed`: nothing was changed, and the applicant was not notified."""
    error: str | None
    """The code of the error that the operation for one application would return. Null without an
    error."""
    message: str | None
    """The message of the error. Null without an error."""


class DecidedApplications(ResponseModel):
    """The outcomes of a decision on several applications."""

    results: list[ApplicationOutcome]
    """One outcome for each ID, in the order of the request."""


class AppliedTo(ResponseModel):
    """The posting of an application, as the applicant applied to it, and its present title."""

    id: Uuid
    title: str
    """The `roleNeeded` of the posting when the applicant applied."""
    company_name: str
    """The company when the applicant applied."""
    location: str | None
    """The location when the applicant applied."""
    current_title: str | None
    """The present `roleNeeded`, if it is another one. Null if it is the same, and for applicants
    while the posting is not open: a change may still be unreviewed."""


class ApplicationToPosting(ResponseModel):
    """What an application to a posting of any type says about the posting."""

    posting_ended_at: UtcDatetime | None
    """When the posting ended while the application was open: it was closed, filled, hidden or
    deleted, it expired, or its owner's account was disabled or is to be erased. Null before, and
    from when the posting is open again."""
    contact_person: str | None
    """The contact of the posting. Null until the applicant has an offer or is accepted."""
    contact_email: str | None
    """The address of the contact. Null as `contactPerson` is."""
    match_score: int | None
    """The present score of the applicant's match with the posting, from 0 to 100. Null while there
    is none: the posting is not open or states no criteria, or the applicant is not matched."""


WhyUnlisted = TypeAliasType(
    "WhyUnlisted",
    Literal[
        "pending",
        "rejected",
        "filled",
        "closed",
        "expired",
        "hidden",
        "owner_disabled",
        "owner_to_be_erased",
    ],
)


WarningCode = TypeAliasType("WarningCode", Literal["protected_characteristic"])


class PostingWarning(ResponseModel):
    """Words of a posting that demand a protected characteristic of a person.

    Nobody is matched by them.
    """

    code: WarningCode
    member: str
    """The member that contains the words, such as `challenge`."""
    characteristic: Characteristic
    """The characteristic that the words demand."""
    text: str
    """The clause, at most 120 characters of it."""


class PostingVisibility(ResponseModel):
    """Whether members see a posting in their lists, and otherwise why they do not."""

    listed: bool
    """Whether members find the posting in their lists and searches."""
    reasons: list[WhyUnlisted]
    """Empty if it is listed. `hidden`: an administrator has hidden it, for example after a report.
    `owner_disabled`, `owner_to_be_erased`: the account of its owner is so."""


class PostingOwner(ResponseModel):
    """The member who owns a posting."""

    name: str | None
    """The first and last name. Null if the owner has stated none."""
    avatar_url: str | None
