"""The differences between jobs and roles: what the operations on postings of every type call."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Generic

from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.people.matching.actions import PostingKind, Wants
from bridgework.areas.work.postings.notifications import Addressee
from bridgework.areas.work.postings.policies import ApplicationRule
from bridgework.areas.work.postings.queries import (
    Application,
    ApplicationQueries,
    Posting,
    PostingQueries,
)
from bridgework.areas.work.postings.records import A, ApplicantColumns, P
from bridgework.areas.work.postings.schemas import OfferReply
from bridgework.areas.work.postings.search import PostingSearch
from bridgework.areas.work.postings.writes import EndingWrites, PostingWrites
from bridgework.kit.core import ApiError, Moves
from bridgework.kit.delivery.outbox import Email
from bridgework.kit.validation import ResponseModel


class PostingType(ABC, Generic[P, Posting]):
    """One type of posting."""

    kind: PostingKind
    open_status: str
    queries: PostingQueries[P, Posting, ResponseModel]
    search: PostingSearch[P, Posting, Any]
    writes: PostingWrites[P]
    endings: EndingWrites
    not_found: type[ApiError]

    @abstractmethod
    def status_of(self, posting: P, now: datetime) -> str:
        """Return the current status of a posting."""

    @abstractmethod
    def wants(self, posting: P) -> Wants:
        """Return what a posting asks of the people who are matched with it."""

    @abstractmethod
    def decided_email(self, to: Addressee, title: str, status: str, reason: str | None) -> Email:
        """Build the e-mail to the owner about an administrator's decision."""


class ApplicationType(ABC, Generic[P, A, Application]):
    """The applications to one type of posting."""

    postings: PostingType[P, Any]
    queries: ApplicationQueries[P, A, Application]
    noun: str
    """The first part of the types of their changes."""
    moves: Mapping[str, Moves]
    """The transitions by role: `owner` and `applicant`."""
    answer_rule: ApplicationRule
    decide_action: AuditAction
    """The audit action of a decision."""
    not_found: type[ApiError]
    already_applied: type[ApiError]

    @abstractmethod
    def applicant_name(self, application: A, applicant: ApplicantColumns) -> str:
        """Return the applicant's name for the owner of the posting."""

    @abstractmethod
    def received_email(self, to: Addressee, title: str, applicant: str) -> Email:
        """Build the e-mail to the posting's owner about a new application."""

    @abstractmethod
    def withdrawn_email(self, to: Addressee, title: str, applicant: str) -> Email:
        """Build the e-mail to the posting's owner about an application that was withdrawn."""

    @abstractmethod
    def answered_email(
        self, to: Addressee, title: str, applicant: str, answer: OfferReply, note: str
    ) -> Email:
        """Build the e-mail to the posting's owner about the answer to an offer."""

    @abstractmethod
    def decided_email(self, to: Addressee, posting: P, status: str, reason: str | None) -> Email:
        """Build the e-mail to the applicant about the owner's decision."""
