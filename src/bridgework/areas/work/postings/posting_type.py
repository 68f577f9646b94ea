"""The differences between jobs and roles, as data."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic

from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.people.matching.actions import PostingKind, Wants
from bridgework.areas.work.postings.notifications import Addressee
from bridgework.areas.work.postings.queries import (
    Application,
    ApplicationQueries,
    Card,
    Posting,
    PostingQueries,
    Row,
)
from bridgework.areas.work.postings.search import PostingSearch
from bridgework.areas.work.postings.writes import PostingWrites
from bridgework.kit.core import ApiError, Moves
from bridgework.kit.delivery.outbox import Email


@dataclass(frozen=True, slots=True)
class PostingType(Generic[Posting, Card, Application]):
    """One type of posting."""

    kind: PostingKind
    open_status: str
    queries: PostingQueries[Posting, Card]
    search: PostingSearch[Posting, Any]
    writes: PostingWrites
    status_of: Callable[[Row, datetime], str]
    to_wants: Callable[[Mapping[str, Any]], Wants]

    posting_decided_email: Callable[[Addressee, str, str, str | None], Email]
    """Builds an e-mail to the posting's owner: its title, the new status, the reason."""

    applications: ApplicationQueries[Application]
    application_noun: str
    """The first part of the types of changes of applications."""
    application_moves: Mapping[str, Moves]
    """The transitions by role: `owner` and `applicant`."""
    applicant_name: Callable[[Mapping[str, Any]], str]
    decide_action: AuditAction
    """The audit action of a decision about an application."""
    received_email: Callable[[Addressee, str, str], Email]
    """Builds an e-mail to the posting's owner: its title, the applicant's name."""
    withdrawn_email: Callable[[Addressee, str, str], Email]
    """Builds an e-mail to the posting's owner: its title, the applicant's name."""
    decided_email: Callable[[Addressee, Mapping[str, Any], str, str | None], Email]
    """Builds an e-mail to the applicant: the posting's members, the new status, the reason."""

    not_found: type[ApiError]
    already_applied: type[ApiError]
    application_not_found: type[ApiError]
