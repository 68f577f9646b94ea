"""The requests and responses of the directory."""

from typing import Literal

from bridgework.areas.accounts.schemas import Tier
from bridgework.areas.profiles.schemas import (
    BackgroundItem,
    CredentialItem,
    EducationItem,
    OutcomeItem,
    SkillGroup,
)
from bridgework.areas.uploads.schemas import Folder
from bridgework.kit.fields import (
    Filter,
    Filters,
    Number,
    Search,
    UtcDatetime,
    Uuid,
)
from bridgework.kit.pagination.schemas import OffsetQuery
from bridgework.kit.schemas import ResponseModel

Order = Literal["relevance", "newest", "name", "experience", "recently_active"]


class ListExpertsQuery(OffsetQuery):
    search: Search | None = None
    location: Filter | None = None
    skills: Filters
    tags: Filters
    availability: Filters
    engagement_type: Filters
    sort_by: Order | None = None


class SpecialtyOption(ResponseModel):
    name: str
    """A value of `specialty` of job postings."""
    label: str


class UploadOption(ResponseModel):
    folder: Folder
    content_types: list[str]


class Options(ResponseModel):
    availability: list[str]
    engagement_type: list[str]
    specialties: list[SpecialtyOption]
    uploads: list[UploadOption]


class ExpertCard(ResponseModel):
    id: Uuid
    first_name: str
    last_name: str
    avatar_url: str | None
    title: str
    credential: str | None
    specialty: list[str]
    secondary_specialties: list[str] | None
    location: str | None
    years_experience: Number | None
    availability: str | None
    engagement_type: str | None
    skills: list[SkillGroup] | None
    tags: list[str] | None
    verification_tier: Tier
    updated_at: UtcDatetime


class Expert(ExpertCard):
    bio: str | None
    company: str | None
    availability_date: str | None
    professional_network_url: str | None
    personal_website: str | None
    systems_experience: list[str] | None
    outcomes: list[OutcomeItem] | None
    background: list[BackgroundItem] | None
    credentials: list[CredentialItem] | None
    education: list[EducationItem] | None
    licensed_states: list[str] | None
