"""The request and response models of consultations."""

from typing import Literal

from pydantic import MISSING
from typing_extensions import TypeAliasType

from bridgework.areas.work.consultations.fields import Slots
from bridgework.kit.data.pagination import CursorQuery, OffsetPage, OffsetQuery
from bridgework.kit.validation import (
    Address500,
    JsonObject,
    Line100,
    Line200,
    Line500,
    Name100,
    Percentage,
    RequestBody,
    ResponseModel,
    Text1000,
    Text5000,
    Url2048,
    UtcDatetime,
    Uuid,
    UuidText,
)

ConsultationStatus = TypeAliasType(
    "ConsultationStatus", Literal["requested", "scheduled", "completed", "declined", "cancelled"]
)

ConsultationRole = TypeAliasType("ConsultationRole", Literal["client", "expert"])
ExpertReply = TypeAliasType("ExpertReply", Literal["available", "declined"])


class Expertise(RequestBody):
    """A field of expertise. `id` is its identifier in the client's own list."""

    id: Line100
    name: Line200
    category: Line100 | MISSING = MISSING


class CreateConsultationRequest(RequestBody):
    """A request for a consultation with an expert."""

    role_title: Line200
    organization_name: Line200
    organization_location: Line200
    match_score: Percentage
    """The score of the match that the request is about, from 0 to 100."""
    curated_by: Line100
    challenge: Text5000
    """The problem to be solved."""
    primary_expertise: Line200 | Expertise
    engagement_duration: Line100
    hourly_rate: Line100
    availability: Line100
    """When the caller is available, as free text."""
    timeline: Line500 | JsonObject
    """The schedule as text, or as an object of your choice."""
    match_insights: Text5000
    """The explanation of the match that the request is about."""
    expert_id: UuidText | MISSING = MISSING
    """The expert with whom the consultation is requested, who is in the directory of experts. The
    expert is notified, and can answer."""


class AnswerConsultationRequest(RequestBody):
    """The answer of the expert whom a consultation names."""

    answer: ExpertReply
    """Whether the expert is available for the consultation."""
    note: Text1000 | MISSING = MISSING
    """A note to the administrators, who alone read it."""
    slots: Slots | MISSING = MISSING
    """Times in the future at which the expert is available. Only with `available`."""


class AdminUpdateConsultationRequest(RequestBody):
    """An administrator's decision on a consultation."""

    status: ConsultationStatus
    """The next status: `scheduled`, `completed` or `declined`."""
    start_at: UtcDatetime | MISSING = MISSING
    """When the consultation starts, in the future. Required if the status is `scheduled`."""
    timezone: Name100 | MISSING = MISSING
    """The zone in which the e-mail to the owner shows the time, as in `America/New_York`. `UTC` if
    omitted."""
    location: Address500 | MISSING = MISSING
    """The place. A status of `scheduled` requires a place, a `meetingUrl` or both."""
    meeting_url: Url2048 | MISSING = MISSING
    """The URL of the call or of the online meeting."""
    note: Text1000 | MISSING = MISSING
    """Sent to the owner with the decision."""


class NamedExpert(ResponseModel):
    """The expert whom a consultation names."""

    first_name: str | None
    """Null while the account is disabled, or its erasure is requested."""
    last_name: str | None
    """Null as `firstName` is."""
    is_listed: bool
    """Whether the directory of experts lists the expert now."""


class ExpertAnswer(ResponseModel):
    """What the expert answered. It can be changed until the consultation is decided."""

    answer: ExpertReply
    """Whether the expert is available for the consultation."""
    note: str | None
    """The note of the expert to the administrators. Null without one."""
    slots: list[UtcDatetime]
    """The times at which the expert is available, in order."""
    at: UtcDatetime
    """When the expert answered."""


class Consultation(ResponseModel):
    """A request for a consultation, and its state."""

    id: Uuid
    user_id: Uuid
    as_role: ConsultationRole | None
    """`client`: the caller requested the consultation. `expert`: it names the caller. Null to
    administrators who are neither."""
    expert_id: Uuid | None
    """The expert whom the consultation names. Null if it names none, or if the account of the
    expert was erased."""
    expert: NamedExpert | None
    """The name of the expert. Null as `expertId` is."""
    expert_answered_at: UtcDatetime | None
    """When the expert answered. Null without an answer."""
    expert_answer: ExpertAnswer | None
    """The answer, which the expert and administrators read. Null to the client, and without an
    answer."""
    role_title: str
    organization_name: str
    organization_location: str
    match_score: int
    """The score of the match that the request is about, from 0 to 100."""
    curated_by: str | None
    """Who has chosen the expert. Null to the expert, since it names a person of the client."""
    challenge: str
    """The problem to be solved."""
    primary_expertise: str | Expertise
    engagement_duration: str
    hourly_rate: str
    availability: str
    """When the owner is available, as free text."""
    timeline: str | JsonObject
    """The schedule as text, or as an object as it was sent."""
    match_insights: str
    """The explanation of the match that the request is about."""
    status: ConsultationStatus
    """`requested` and `scheduled` are open; the others are final."""
    version: int
    """Changes with each change of the consultation. `adminUpdateConsultation` takes it as
    `If-Match: "3-0000000000000000"`, with the version in place of 3."""
    allowed_actions: list[str]
    note: str | None
    """The note of an administrator to the client. Null without one, and to the expert."""
    start_at: UtcDatetime | None
    """When the consultation starts. Null before it is scheduled, and to an expert who has declined,
    as are `timezone`, `location` and `meetingUrl`."""
    timezone: str | None
    """The zone in which the e-mail shows the time. Null before the consultation is scheduled."""
    location: str | None
    """The place. Null if it is online only."""
    meeting_url: str | None
    """The URL of the call or of the online meeting. Null without one."""
    created_at: UtcDatetime
    updated_at: UtcDatetime


class AdminConsultationPage(OffsetPage[Consultation]):
    """Consultations, newest first."""


class ListMyConsultationsQuery(CursorQuery):
    status: ConsultationStatus | None = None
    as_role: ConsultationRole | None = None
    """Only those that the caller requested (`client`), or that name the caller (`expert`)."""


class AdminListConsultationsQuery(OffsetQuery):
    status: ConsultationStatus | None = None
