"""The records that jobs and roles share, and what their own records have in common."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Generic, NamedTuple, Protocol, TypeVar

from bridgework.areas.identity.accounts.schemas import VerificationTier
from bridgework.areas.people.profiles.records import Fields
from bridgework.areas.work.postings.schemas import OfferReply
from bridgework.kit.core import Id
from bridgework.kit.data.db import NamedRecord, Reader, reader_of, side_by_side


class PostingFields(NamedRecord, Protocol):
    """The members that the owners of postings of every type write."""

    @property
    def company_name(self) -> str: ...
    @property
    def contact_person(self) -> str: ...
    @property
    def contact_email(self) -> str: ...
    @property
    def role_needed(self) -> str: ...
    @property
    def location(self) -> str | None: ...


class PostingRecord(NamedRecord, Protocol):
    """The columns that the tables of postings have in common."""

    @property
    def id(self) -> Id: ...
    @property
    def user_id(self) -> Id: ...
    @property
    def fields(self) -> PostingFields: ...
    @property
    def status(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def created_at(self) -> datetime: ...


class PostingThen(NamedTuple):
    """What an applicant applied to: the members of the posting at that time."""

    title: str
    company_name: str
    location: str | None


class ApplicationRecord(NamedRecord, Protocol):
    """The columns that the tables of applications have in common."""

    @property
    def id(self) -> Id: ...
    @property
    def applicant_id(self) -> Id: ...
    @property
    def applied_to(self) -> PostingThen: ...
    @property
    def status(self) -> str: ...
    @property
    def reason(self) -> str | None: ...
    @property
    def offer_answer(self) -> OfferReply | None: ...
    @property
    def offer_note(self) -> str | None: ...
    @property
    def offer_answered_at(self) -> datetime | None: ...


P = TypeVar("P", bound=PostingRecord)
A = TypeVar("A", bound=ApplicationRecord)


class PostingView(NamedTuple):
    """What one reader sees beside a posting."""

    is_in_charge: bool
    """Whether the reader is the owner or an administrator."""
    knows_contact: bool
    is_owner_verified: bool
    owner_first_name: str | None
    owner_last_name: str | None
    owner_avatar_url: str | None
    owner_disabled_at: datetime | None
    owner_disabled_reason: str | None
    owner_erases_at: datetime | None
    """Null for a reader who is not in charge."""
    change_in_review_since: datetime | None
    """Null for a reader who is not in charge."""
    hidden_since: datetime | None
    """Since when only administrators can read it. Roles are not hidden."""
    my_application_id: Id | None
    my_application_status: str | None


class Listed(NamedTuple, Generic[P]):
    """A posting as one reader sees it."""

    posting: P
    view: PostingView
    counts: Mapping[str, int | None]
    """The number of applications by status; null for a reader who is not in charge."""


class CardColumns(NamedTuple):
    """What is read with a posting for its card."""

    is_owner_verified: bool


class ForCard(NamedTuple, Generic[P]):
    """A posting, and what its card says beside it."""

    posting: P
    beside: CardColumns


class ApplicantColumns(NamedTuple):
    """The columns of an applicant's card."""

    first_name: str | None
    last_name: str | None
    avatar_url: str | None
    verification_tier: VerificationTier
    is_verified: bool
    profile: Fields | None
    """None without one."""


class PostingNow(NamedTuple):
    """The present state of the posting of an application."""

    posting_status: str | None
    """None if the posting is removed."""
    has_cv: bool
    """Whether the CV of the application can be opened. Only jobs have CVs."""


class Applied(NamedTuple, Generic[A, P]):
    """An application with its applicant and its posting."""

    application: A
    applicant: ApplicantColumns
    posting: P
    now: PostingNow


class ApplicationState(NamedTuple):
    """The state of the application that belongs to a match."""

    of: Id
    """The person or the posting that is matched."""
    id: Id
    status: str


class OpenApplicant(NamedTuple):
    """An application to a posting that ended, and its applicant."""

    id: Id
    applicant_id: Id
    applied_to: PostingThen
    email: str


class ForApplicant(NamedTuple):
    """The columns that are read with a posting when somebody applies to it."""

    owner_email: str
    has_applied: bool


class AppliedFor(NamedTuple, Generic[P]):
    """A posting that the caller applies to, locked against changes."""

    posting: P
    beside: ForApplicant
    applicant: ApplicantColumns


def listed_reader(record: type[P], statuses: Sequence[str]) -> Reader[Listed[P]]:
    """Return the reader of postings with what a reader sees beside them.

    `statuses` are those of their applications, whose counts are the last columns.
    """
    counts: Reader[Mapping[str, int | None]] = Reader(
        [count_label(status) for status in statuses],
        lambda values: dict(zip(statuses, values, strict=True)),
    )
    return side_by_side(Listed[P], reader_of(record), reader_of(PostingView), counts)


def count_label(status: str) -> str:
    """Return the column with the number of applications in a status."""
    return f"count_{status}"
