"""The requests and responses of the directory."""

from typing import Literal

from typing_extensions import TypeAliasType

from bridgework.areas.identity.accounts.schemas import VerificationTier
from bridgework.areas.identity.uploads.schemas import Folder
from bridgework.areas.people.profiles.schemas import (
    BackgroundItem,
    CredentialItem,
    EducationItem,
    OutcomeItem,
    SkillGroup,
)
from bridgework.kit.actions import Hidden
from bridgework.kit.data.pagination import OffsetQuery
from bridgework.kit.validation import (
    Filter,
    Filters,
    Number,
    QueryParams,
    ResponseModel,
    Search,
    UtcDatetime,
    Uuid,
)

ExpertOrder = TypeAliasType(
    "ExpertOrder", Literal["relevance", "newest", "name", "experience", "recently_active"]
)


class ListExpertsQuery(OffsetQuery):
    search: Search | None = None
    """Every word must occur in the name, title, specialties, skills, tags, bio, company or
    outcomes; the last word may be the beginning of one."""
    location: Filter | None = None
    skills: Filters
    tags: Filters
    availability: Filters
    engagement_type: Filters
    sort_by: ExpertOrder | None = None
    """`relevance` by default with `search`, otherwise `newest`. `recently_active` sorts by day."""


class SpecialtyOption(ResponseModel):
    """A specialty to choose."""

    name: str
    """A value of `specialty` of job postings."""
    label: str


class UploadOption(ResponseModel):
    """The content types of an upload folder."""

    folder: Folder
    content_types: list[str]


class FormOptions(ResponseModel):
    """Values to offer in forms."""

    availability: list[str]
    """Common values of `availability` in profiles. Any other text is accepted."""
    engagement_type: list[str]
    """Common values of `engagementType` in profiles. Any other text is accepted."""
    specialties: list[SpecialtyOption]
    topics: list[str]
    """Fields of dentistry and subjects of business, for keywords. Any other text is accepted, as in
    the next four lists."""
    procedures: list[str]
    """Procedures, for skills."""
    equipment: list[str]
    """Equipment of practices."""
    software: list[str]
    """Software of practices."""
    states: list[str]
    """States and territories of the United States, for licenses."""
    uploads: list[UploadOption]


class SuggestPlacesQuery(QueryParams):
    search: Search | None = None
    """The beginning of a name or nickname, as in `Philly`; after a name also of its region or
    country, as in `Portland, O`. Case and accents are ignored. Without it, nothing is suggested."""


class Place(ResponseModel):
    """A city, a part of one, a metropolitan area by its nickname, or a region."""

    name: str
    region: str | None
    """The state, province or nation, as in `Texas`. Null in a country without regions."""
    country: str
    """The code of the country (ISO 3166-1), as in `US`."""
    metro: str | None
    """The metropolitan area, as in `San Francisco`. Null if the place is in none."""
    lat: float | None
    """The latitude in degrees, that of the largest city of a metropolitan area. Null if it is not
    known, and for a region."""
    lon: float | None
    """The longitude, as the latitude."""


class ExpertCard(ResponseModel):
    """An expert of the directory in a list."""

    id: Uuid
    """The ID of the account."""
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
    verification_tier: VerificationTier
    is_verified: bool
    updated_at: UtcDatetime


class ExpertRecord(ExpertCard):
    """An expert of the directory, with the whole public profile."""

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


class Expert(ExpertRecord):
    """An expert, as read by ID."""

    hidden: Hidden | None
    """Set for administrators if the profile is hidden or its account disabled."""
