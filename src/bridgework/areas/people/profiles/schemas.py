"""Requests and responses of profiles."""

from typing import Literal

from pydantic import MISSING
from typing_extensions import TypeAliasType

from bridgework.areas.identity.accounts.schemas import Role, UpdateUserRequest, VerificationTier
from bridgework.areas.people.profiles.fields import Flags, TourProgress, YearOfStudy
from bridgework.kit.validation import (
    AtMost1000,
    CountryCode,
    FilledLine,
    FilledLines,
    Line20,
    Line50,
    Line100,
    Line150,
    Line200,
    Month,
    Name100,
    Number,
    OnboardingStep,
    PhoneNumber,
    RequestBody,
    ResponseModel,
    Schema,
    Tag50,
    Text1000,
    Text2000,
    Url500,
    UtcDatetime,
    Uuid,
    Year,
)

OwnRole = TypeAliasType("OwnRole", Literal["expert", "client"])
JobSeekerIntent = TypeAliasType(
    "JobSeekerIntent", Literal["actively_looking", "open_to_opportunities", "not_looking"]
)
Answer = TypeAliasType("Answer", Literal["yes", "no", "unsure"])
ProgramType = TypeAliasType("ProgramType", Literal["general_dentistry", "assoc_specialty", "other"])
Affiliation = TypeAliasType(
    "Affiliation", Literal["student", "class_president", "faculty", "dean", "alumni"]
)
StudentYear = TypeAliasType("StudentYear", Literal["D1", "D2", "D3", "D4"])


class OutcomeItem(Schema):
    """A result of earlier work."""

    title: Line200
    """The title of the result."""
    metric: Line200
    description: Text1000


class BackgroundItem(Schema):
    """A position in the career."""

    company: Line200
    role: Line200
    """The title of the position."""
    start_year: Year | None
    end_year: Year | None
    description: Text2000
    currently_working: bool


class CredentialItem(Schema):
    """A certificate or award."""

    name: Line200
    """The name of the certificate or award."""
    issuer: Line200
    year: Line20


class LicenseItem(Schema):
    """A license to practice."""

    license_number: Name100
    licensed_state: Name100


class SkillGroup(Schema):
    """Skills under one category."""

    category: FilledLine
    items: FilledLines
    """The skills."""


class EducationInput(RequestBody):
    """An education item in a request. Omitted members are null."""

    school: Line150
    degree: Line150
    field_of_study: Line150
    start_month: Month | None
    start_year: YearOfStudy | None
    end_month: Month | None
    end_year: YearOfStudy | None
    grade: Line50
    program_type: ProgramType | None = None
    affiliation: Affiliation | None = None
    student_year: StudentYear | None = None


class EducationItem(Schema):
    """An education item in a response. Requests accept a narrower range of years."""

    school: Line150
    degree: Line150
    field_of_study: Line150
    start_month: Month | None
    start_year: Year | None
    end_month: Month | None
    end_year: Year | None
    grade: Line50
    program_type: ProgramType | None
    affiliation: Affiliation | None
    student_year: StudentYear | None


class AdditionalDetailUpdateRequest(RequestBody):
    """Changes of the most common members of a profile. Omitted members are unchanged."""

    title: Line100 | MISSING = MISSING
    credential: Line100 | MISSING = MISSING
    specialty: AtMost1000[Line100] | None | MISSING = MISSING
    secondary_specialties: AtMost1000[Line100] | None | MISSING = MISSING
    years_experience: Number | MISSING = MISSING
    availability: Line50 | MISSING = MISSING
    availability_date: Line50 | MISSING = MISSING
    location: Line200 | MISSING = MISSING
    bio: Text2000 | MISSING = MISSING
    phone_number: PhoneNumber | MISSING = MISSING
    country_code: CountryCode | MISSING = MISSING
    professional_network_url: Url500 | None | MISSING = MISSING
    personal_website: Url500 | None | MISSING = MISSING
    systems_experience: AtMost1000[Line100] | None | MISSING = MISSING
    engagement_type: Line50 | None | MISSING = MISSING
    outcomes: AtMost1000[OutcomeItem] | None | MISSING = MISSING
    background: AtMost1000[BackgroundItem] | None | MISSING = MISSING
    credentials: AtMost1000[CredentialItem] | None | MISSING = MISSING
    education: AtMost1000[EducationInput] | None | MISSING = MISSING


class ProfileFields(AdditionalDetailUpdateRequest):
    """All members of a profile."""

    licenses: AtMost1000[LicenseItem] | None | MISSING = MISSING
    desired_licensed_states: AtMost1000[Name100] | None | MISSING = MISSING
    company: Line200 | MISSING = MISSING
    job_seeker_intent: JobSeekerIntent | MISSING = MISSING
    accredited_investor: Answer | None | MISSING = MISSING
    startup_advisor: Answer | None | MISSING = MISSING
    skills: AtMost1000[SkillGroup] | None | MISSING = MISSING
    interested_skills: AtMost1000[SkillGroup] | None | MISSING = MISSING
    tags: AtMost1000[Tag50] | MISSING = MISSING
    tour_progress: Flags | None | MISSING = MISSING


class FullProfileUpdateRequest(UpdateUserRequest):
    """Changes of the caller's names, role and profile. Omitted members are unchanged."""

    role: OwnRole | MISSING = MISSING
    """Only `expert` and `client` can be exchanged by the owner."""
    onboarding_step: OnboardingStep | None | MISSING = MISSING
    profile: ProfileFields | MISSING = MISSING


class Profile(ResponseModel):
    """Every member of a profile; null if it was never set."""

    title: str | None
    credential: str | None
    specialty: list[str] | None
    secondary_specialties: list[str] | None
    years_experience: Number | None
    availability: str | None
    availability_date: str | None
    location: str | None
    bio: str | None
    phone_number: str | None
    country_code: str | None
    professional_network_url: str | None
    personal_website: str | None
    systems_experience: list[str] | None
    engagement_type: str | None
    outcomes: list[OutcomeItem] | None
    background: list[BackgroundItem] | None
    credentials: list[CredentialItem] | None
    licenses: list[LicenseItem] | None
    desired_licensed_states: list[str] | None
    company: str | None
    job_seeker_intent: JobSeekerIntent | None
    accredited_investor: Answer | None
    startup_advisor: Answer | None
    skills: list[SkillGroup] | None
    interested_skills: list[SkillGroup] | None
    tags: list[str] | None
    education: list[EducationItem] | None
    tour_progress: TourProgress | None


UnlistedReason = TypeAliasType(
    "UnlistedReason",
    Literal[
        "not_an_expert",
        "hidden",
        "erasure_requested",
        "email_not_verified",
        "profile_incomplete",
        "not_verified",
    ],
)


class Listing(ResponseModel):
    """Whether the directory of experts lists the account."""

    is_listed: bool
    """Whether the directory lists the account."""
    missing: list[str]
    """The members that an expert needs to be listed and that are empty: `firstName`, `lastName`,
    `title` and `specialty`. Empty for accounts with another role."""
    reason: UnlistedReason | None
    """Why the account is not listed, what its owner can change first; null if listed.
    `not_verified`: an administrator has not verified the account yet."""


class FullProfile(ResponseModel):
    """The caller's names, role and profile."""

    first_name: str | None
    last_name: str | None
    avatar_url: str | None
    role: Role
    onboarding_step: str | None
    profile: Profile
    listing: Listing
    """Whether the directory of experts lists the caller, and what is missing."""
    change_in_review_since: UtcDatetime | None
    """Since when a change of the name, credentials or licenses waits for an administrator, so that
    `isVerified` is false for others. Null if none does, or if the account is not verified."""


ACCOUNT_MEMBERS = ("first_name", "last_name", "avatar_url", "verification_tier")
"""Members of ApplicantCard from the account. The others, except `id`, are from the profile."""


class PersonCard(ResponseModel):
    """A person with the members of the profile that every card has."""

    id: Uuid
    """The ID of the account."""
    first_name: str | None
    last_name: str | None
    avatar_url: str | None
    title: str | None
    credential: str | None
    specialty: list[str] | None
    secondary_specialties: list[str] | None
    location: str | None
    years_experience: Number | None
    availability: str | None
    engagement_type: str | None
    skills: list[SkillGroup] | None
    tags: list[str] | None


class ApplicantCard(PersonCard):
    """An applicant as the owner of the posting sees them."""

    verification_tier: VerificationTier
    is_verified: bool
    """Whether the applicant is verified on the platform of the posting, and no change of the name,
    credentials or licenses waits for an administrator."""
