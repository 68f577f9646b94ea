"""What the table of consultations stores."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from pydantic import JsonValue

from bridgework.areas.work.consultations.schemas import ConsultationStatus
from bridgework.kit.core import Id


class StoredConsultation(NamedTuple):
    """A consultation (table `consultations`)."""

    id: Id
    user_id: Id
    role_title: str
    organization_name: str
    organization_location: str
    match_score: int
    curated_by: str
    challenge: str
    primary_expertise: str | Mapping[str, JsonValue]
    engagement_duration: str
    hourly_rate: str
    availability: str
    timeline: str | Mapping[str, JsonValue]
    match_insights: str
    status: ConsultationStatus
    note: str | None
    start_at: datetime | None
    timezone: str | None
    location: str | None
    meeting_url: str | None
    created_at: datetime
    updated_at: datetime
