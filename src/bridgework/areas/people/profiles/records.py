"""What the statements on profiles return."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, TypedDict

from bridgework.areas.identity.accounts.schemas import Role, VerificationTier
from bridgework.areas.people.profiles.schemas import Answer, JobSeekerIntent
from bridgework.kit.core import Id
from bridgework.kit.data.db import UNKNOWN, to_json


class Outcome(TypedDict):
    """A stored `OutcomeItem`."""

    title: str
    metric: str
    description: str


class Background(TypedDict):
    """A stored `BackgroundItem`."""

    company: str
    role: str
    start_year: int | None
    end_year: int | None
    description: str
    currently_working: bool


class License(TypedDict):
    """A stored `LicenseItem`."""

    license_number: str
    licensed_state: str


class Skills(TypedDict):
    """A stored `SkillGroup`."""

    category: str
    items: Sequence[str]


class Fields(NamedTuple):
    """The members of a profile, as its owner wrote them. One that is not stated is None."""

    title: str | None = None
    credential: str | None = None
    specialty: Sequence[str] | None = None
    secondary_specialties: Sequence[str] | None = None
    years_experience: float | None = None
    availability: str | None = None
    availability_date: str | None = None
    location: str | None = None
    bio: str | None = None
    phone_number: str | None = None
    country_code: str | None = None
    professional_network_url: str | None = None
    personal_website: str | None = None
    systems_experience: Sequence[str] | None = None
    engagement_type: str | None = None
    outcomes: Sequence[Outcome] | None = None
    background: Sequence[Background] | None = None
    credentials: Sequence[Mapping[str, object]] | None = None
    licenses: Sequence[License] | None = None
    desired_licensed_states: Sequence[str] | None = None
    company: str | None = None
    job_seeker_intent: JobSeekerIntent | None = None
    accredited_investor: Answer | None = None
    startup_advisor: Answer | None = None
    skills: Sequence[Skills] | None = None
    interested_skills: Sequence[Skills] | None = None
    tags: Sequence[str] | None = None
    education: Sequence[Mapping[str, object]] | None = None
    tour_progress: Mapping[str, bool] | None = None
    unknown: Mapping[str, object] = UNKNOWN

    def stated(self) -> Mapping[str, object]:
        """Return the members that are stated, by name."""
        return to_json(self)


NO_FIELDS = Fields()
"""The profile of an account that stored none."""


class ProfileAccount(NamedTuple):
    """What a profile contains of its account, and what decides on its listing."""

    id: Id
    first_name: str | None
    last_name: str | None
    avatar_url: str | None
    role: Role
    onboarding_step: str | None
    is_email_verified: bool
    verification_tier: VerificationTier
    on_matchmaker: bool
    disabled_at: datetime | None
    disabled_reason: str | None
    hidden_at: datetime | None
    erases_at: datetime | None
    last_seen_at: datetime | None
    created_at: datetime


class ProfileState(NamedTuple):
    """The profile of an account; its fields and version are None if no profile was stored."""

    fields: Fields | None
    version: int | None
    change_in_review_since: datetime | None
    """None unless a change of the person's identity waits."""


class Profile(NamedTuple):
    """A profile (table `profiles`)."""

    account_id: Id
    fields: Fields
    version: int
    updated_at: datetime


class StoredProfile(NamedTuple):
    """A profile with its account. Version 0 means that no profile was stored."""

    account: ProfileAccount
    fields: Fields
    version: int
    change_in_review_since: datetime | None
