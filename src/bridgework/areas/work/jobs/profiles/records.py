"""What the statements on candidates and clinics return."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from bridgework.areas.identity.accounts.schemas import JobsRole, JobsVerificationTier
from bridgework.areas.people.matching.criteria.records import JobsMembers
from bridgework.areas.people.profiles.records import NO_FIELDS, Fields
from bridgework.kit.core import Id
from bridgework.kit.data.db import UNKNOWN


class Account(NamedTuple):
    """What the jobs platform reads of an account."""

    id: Id
    first_name: str | None
    last_name: str | None
    avatar_url: str | None
    jobs_role: JobsRole | None
    jobs_verification_tier: JobsVerificationTier
    is_email_verified: bool
    disabled_at: datetime | None
    erases_at: datetime | None
    hidden_at: datetime | None


class CandidateState(NamedTuple):
    """What clinics see of a candidate, besides the account and what matching reads."""

    fields: Fields | None
    interested_in_non_clinical: bool | None
    is_verified: bool


class Candidate(NamedTuple):
    """A candidate with the profile."""

    account: Account
    state: CandidateState
    own: JobsMembers

    @property
    def profile(self) -> Fields:
        """The fields of the profile, empty without one."""
        return self.state.fields or NO_FIELDS


class ClinicFields(NamedTuple):
    """The members of a clinic profile, as its owner wrote them. One that is not stated is None."""

    practice_name: str | None = None
    description: str | None = None
    primary_location: str | None = None
    hires_per_quarter: str | None = None
    associate_ramp_up_plan: str | None = None
    specialist_support_experience: str | None = None
    guarantee_type: str | None = None
    compensation_frequency: str | None = None
    number_of_locations: int | None = None
    active_operatories: int | None = None
    plumbed_operatories: int | None = None
    hygiene_days_per_week: int | None = None
    office_manager_years: int | None = None
    stay_duration_months: int | None = None
    uses_in_house_plan: bool | None = None
    has_in_house_specialty_program: bool | None = None
    tiered_commission: bool | None = None
    offers_health_insurance: bool | None = None
    interested_in_mentoring: bool | None = None
    considering_sale: bool | None = None
    stay_after_sale: bool | None = None
    daily_production_goal: float | None = None
    guaranteed_daily_amount: float | None = None
    commission_percentage: float | None = None
    practice_types: Sequence[str] | None = None
    roles_to_hire: Sequence[str] | None = None
    major_technology: Sequence[str] | None = None
    previous_in_house_specialties: Sequence[str] | None = None
    owner_procedures: Sequence[str] | None = None
    associate_procedures: Sequence[str] | None = None
    referred_out_procedures: Sequence[str] | None = None
    other_benefits: Sequence[str] | None = None
    sale_stakes: Sequence[str] | None = None
    payer_mix: Mapping[str, object] | None = None
    team_counts: Mapping[str, object] | None = None
    in_house_specialist_coverage: Sequence[Mapping[str, object]] | None = None
    commission_tiers: Sequence[Mapping[str, object]] | None = None
    unknown: Mapping[str, object] = UNKNOWN


class StoredClinic(NamedTuple):
    """A clinic profile (table `clinic_profiles`)."""

    account_id: Id
    fields: ClinicFields
    version: int
    updated_at: datetime
