"""The request and response models of consultations."""

from typing import Literal

from pydantic import MISSING

from bridgework.kit.fields import (
    JsonObject,
    Line100,
    Line200,
    Line500,
    Percentage,
    Text1000,
    Text5000,
    UtcDatetime,
    Uuid,
)
from bridgework.kit.pagination.schemas import CursorPage, CursorQuery, OffsetPage, OffsetQuery
from bridgework.kit.schemas import RequestBody, ResponseModel

ConsultationStatus = Literal["requested", "scheduled", "completed", "declined", "cancelled"]


class Expertise(RequestBody):
    """A field of expertise. `id` is its identifier in the client's own list."""

    id: Line100
    name: Line200
    category: Line100 | MISSING = MISSING


class CreateConsultationRequest(RequestBody):
    role_title: Line200
    organization_name: Line200
    organization_location: Line200
    match_score: Percentage
    curated_by: Line100
    challenge: Text5000
    primary_expertise: Line200 | Expertise
    engagement_duration: Line100
    hourly_rate: Line100
    availability: Line100
    timeline: Line500 | JsonObject
    match_insights: Text5000


class AdminUpdateConsultationRequest(RequestBody):
    status: ConsultationStatus
    note: Text1000 | MISSING = MISSING


class Consultation(ResponseModel):
    id: Uuid
    user_id: Uuid
    role_title: str
    organization_name: str
    organization_location: str
    match_score: int
    curated_by: str
    challenge: str
    primary_expertise: str | Expertise
    engagement_duration: str
    hourly_rate: str
    availability: str
    timeline: str | JsonObject
    match_insights: str
    status: ConsultationStatus
    note: str | None
    created_at: UtcDatetime
    updated_at: UtcDatetime


class ConsultationPage(CursorPage[Consultation]):
    """Consultations, newest first."""


class AdminConsultationPage(OffsetPage[Consultation]):
    """Consultations, newest first."""


class ListMyConsultationsQuery(CursorQuery):
    status: ConsultationStatus | None = None


class AdminListConsultationsQuery(OffsetQuery):
    status: ConsultationStatus | None = None
