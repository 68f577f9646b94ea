"""The request and response models of moderation."""

from typing import Literal

from bridgework.kit.fields import Reason1000, UtcDatetime, Uuid, UuidText
from bridgework.kit.pagination.schemas import OffsetPage, OffsetQuery
from bridgework.kit.schemas import RequestBody, ResponseModel

KindName = Literal["post", "comment", "job", "profile", "event"]
Status = Literal["open", "decided"]
Decision = Literal["keep", "hide", "restore"]


class ReportContentRequest(RequestBody):
    kind: KindName
    target_id: UuidText
    reason: Reason1000


class DecideReportRequest(RequestBody):
    decision: Decision
    reason: Reason1000


class AdminListReportsQuery(OffsetQuery):
    status: Status | None = None
    kind: KindName | None = None


class Report(ResponseModel):
    id: Uuid
    kind: KindName
    target_id: Uuid
    reason: str
    status: Status
    decision: Decision | None
    decision_reason: str | None
    created_at: UtcDatetime
    decided_at: UtcDatetime | None


class ReportPage(OffsetPage[Report]):
    """Reports, newest first."""
