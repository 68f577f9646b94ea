"""What the tables of consultations store, and what a caller reads of them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from pydantic import JsonValue

from bridgework.areas.work.consultations.schemas import ConsultationStatus, ExpertReply
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
    expert_id: Id | None


class StoredAnswer(NamedTuple):
    """The answer of the expert whom a consultation names (table `consultation_answers`)."""

    consultation_id: Id
    expert_id: Id
    answer: ExpertReply
    answer_note: str | None
    slots: Sequence[str]
    answered_at: datetime


class ReadConsultation(NamedTuple):
    """What a caller reads of a consultation. What the caller may not read is None."""

    id: Id
    user_id: Id
    role_title: str
    organization_name: str
    organization_location: str
    match_score: int
    curated_by: str | None
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
    expert_id: Id | None
    answer: ExpertReply | None
    answer_note: str | None
    slots: Sequence[str] | None
    answered_at: datetime | None
    expert_first_name: str | None
    expert_last_name: str | None
    is_expert_listed: bool
