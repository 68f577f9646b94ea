"""What the statements on reports return."""

from datetime import datetime
from typing import NamedTuple

from bridgework.areas.community.moderation.schemas import (
    ReportDecision,
    ReportedKind,
    ReportStatus,
)
from bridgework.kit.core import Id


class StoredReport(NamedTuple):
    """A report and the decision on it (table `reports`)."""

    id: Id
    reporter_id: Id | None
    kind: ReportedKind
    target_id: Id
    reason: str
    status: ReportStatus
    decision: ReportDecision | None
    decision_reason: str | None
    created_at: datetime
    decided_at: datetime | None


class Beside(NamedTuple):
    """The name of the reporter, and the other reports of the same content."""

    first_name: str | None
    last_name: str | None
    reports_before: int
    reporters: int


class FoundReport(NamedTuple):
    """A report, with what only administrators see beside it."""

    report: StoredReport
    beside: Beside


class ModeratedProfile(NamedTuple):
    """What moderation reads of an account."""

    id: Id
    avatar_url: str | None
    created_at: datetime
    hidden_at: datetime | None
