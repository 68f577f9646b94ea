"""The request and response models of moderation."""

from typing import Literal

from typing_extensions import TypeAliasType

from bridgework.kit.data.pagination import OffsetQuery
from bridgework.kit.validation import (
    QueryFlag,
    Reason1000,
    RequestBody,
    ResponseModel,
    UtcDatetime,
    Uuid,
    UuidText,
)

ReportedKind = TypeAliasType("ReportedKind", Literal["post", "comment", "job", "profile", "event"])
ReportStatus = TypeAliasType("ReportStatus", Literal["open", "decided"])
ReportDecision = TypeAliasType("ReportDecision", Literal["keep", "hide", "restore"])


class ReportContentRequest(RequestBody):
    """A report of content for administrators to decide."""

    kind: ReportedKind
    """What is reported."""
    target_id: UuidText
    reason: Reason1000
    """What is wrong with the content. Only administrators read it."""


class DecideReportRequest(RequestBody):
    """An administrator's decision on a report."""

    decision: ReportDecision
    reason: Reason1000
    """The reason for the decision."""


class AdminListReportsQuery(OffsetQuery):
    status: ReportStatus | None = None
    kind: ReportedKind | None = None
    target_id: UuidText | None = None
    """The ID of the reported content."""
    once_per_target: QueryFlag = False
    """Only the newest report of each content, of those that the other filters match."""


class Reporter(ResponseModel):
    """The member who reported content."""

    id: Uuid
    name: str | None
    """The first and last name. Null if the member has stated none."""


class ReportedContent(ResponseModel):
    """The content that a report is about, as it is now, also while it is hidden."""

    owner_id: Uuid | None
    """The account that wrote it. Null after its erasure."""
    title: str
    """The title, or the beginning of the text. Empty for a profile."""
    text: str
    """The text; of a job also the company and the place, of an event the place. Empty for a
    profile, which `GET /admin/users/{id}/profile` returns."""
    image_url: str | None
    parent_text: str | None
    """The text of the post of a comment. Null for other kinds."""
    is_hidden: bool
    created_at: UtcDatetime


class Report(ResponseModel):
    """A report of content, and the decision on it."""

    id: Uuid
    kind: ReportedKind
    """What is reported."""
    target_id: Uuid
    reason: str
    """What the reporting member wrote. Empty after the erasure of the reported account."""
    reporter: Reporter | None
    """The member who reported it. Null to members, and after the erasure of the account."""
    reports_before: int | None
    """The number of earlier reports of the same content, open or decided. Null to members."""
    reporters: int | None
    """The number of members who reported the same content, in reports that are open or decided. A
    member whose account was erased counts once for each report. Null to members."""
    content: ReportedContent | None
    """What is reported. Null to members, and after it was deleted."""
    status: ReportStatus
    """`open` until an administrator decides."""
    allowed_actions: list[str]
    decision: ReportDecision | None
    """`hide` removes the content, `restore` shows it again, `keep` does neither. Null at first."""
    decision_reason: str | None
    created_at: UtcDatetime
    decided_at: UtcDatetime | None
