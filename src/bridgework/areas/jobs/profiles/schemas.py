"""The requests and responses of accounts on the jobs platform and of clinic profiles."""

from pydantic import MISSING

from bridgework.areas.accounts.schemas import JobsRole, JobsTier, Tier
from bridgework.areas.jobs.fields import ObjectPath500
from bridgework.areas.jobs.schemas import JobsCredential, Specialty
from bridgework.kit.fields import (
    AtMost5,
    AtMost1000,
    Line,
    Name100,
    Number,
    PersonName,
    SafeInteger,
    Text10000,
)
from bridgework.kit.schemas import RequestBody, ResponseModel, Schema


class JobsSelfUpdateRequest(RequestBody):
    first_name: PersonName | MISSING = MISSING
    last_name: PersonName | MISSING = MISSING
    cv_object_path: ObjectPath500 | MISSING = MISSING
    jobs_role: JobsRole | MISSING = MISSING
    credential: JobsCredential | MISSING = MISSING
    specialty: AtMost5[Specialty] | MISSING = MISSING
    interested_in_non_clinical: bool | MISSING = MISSING
    looking_for_mentor: bool | MISSING = MISSING
    jobs_onboarding_step: Name100 | MISSING = MISSING


class JobsAccount(ResponseModel):
    first_name: str | None
    last_name: str | None
    email: str
    verification_tier: Tier
    jobs_verification_tier: JobsTier
    vendors_verification_tier: Tier
    jobs_role: JobsRole | None
    jobs_onboarding_step: str | None
    cv_object_path: str | None
    credential: JobsCredential | None
    specialty: list[Specialty] | None
    interested_in_non_clinical: bool | None
    looking_for_mentor: bool | None
    referral_code: str
    referral_count: int


class PayerMix(Schema):
    """The shares of payers in the revenue."""

    ppo: Number
    hmo: Number
    fee_for_service: Number
    medicaid: Number
    other: Number


class TeamCount(Schema):
    full_time: SafeInteger
    part_time: SafeInteger


class TeamCounts(Schema):
    associate_dentists: TeamCount
    hygienists: TeamCount
    dental_assistants: TeamCount
    in_house_specialists: TeamCount
    other: TeamCount


class SpecialistCoverage(Schema):
    specialty: Line
    frequency: Line


class ClinicCommissionTier(Schema):
    threshold: Number
    percentage: Number


class ClinicProfileRequest(RequestBody):
    """Replaces the whole profile. Omitted members become null."""

    practice_name: Text10000 | None = None
    description: Text10000 | None = None
    primary_location: Text10000 | None = None
    hires_per_quarter: Text10000 | None = None
    associate_ramp_up_plan: Text10000 | None = None
    specialist_support_experience: Text10000 | None = None
    guarantee_type: Text10000 | None = None
    compensation_frequency: Text10000 | None = None
    number_of_locations: SafeInteger | None = None
    active_operatories: SafeInteger | None = None
    plumbed_operatories: SafeInteger | None = None
    hygiene_days_per_week: SafeInteger | None = None
    office_manager_years: SafeInteger | None = None
    stay_duration_months: SafeInteger | None = None
    uses_in_house_plan: bool | None = None
    has_in_house_specialty_program: bool | None = None
    tiered_commission: bool | None = None
    offers_health_insurance: bool | None = None
    interested_in_mentoring: bool | None = None
    considering_sale: bool | None = None
    stay_after_sale: bool | None = None
    daily_production_goal: Number | None = None
    guaranteed_daily_amount: Number | None = None
    commission_percentage: Number | None = None
    practice_types: AtMost1000[Line] | None = None
    roles_to_hire: AtMost1000[Line] | None = None
    major_technology: AtMost1000[Line] | None = None
    previous_in_house_specialties: AtMost1000[Line] | None = None
    owner_procedures: AtMost1000[Line] | None = None
    associate_procedures: AtMost1000[Line] | None = None
    referred_out_procedures: AtMost1000[Line] | None = None
    other_benefits: AtMost1000[Line] | None = None
    sale_stakes: AtMost1000[Line] | None = None
    payer_mix: PayerMix | None = None
    team_counts: TeamCounts | None = None
    in_house_specialist_coverage: AtMost1000[SpecialistCoverage] | None = None
    commission_tiers: AtMost1000[ClinicCommissionTier] | None = None


class ClinicProfile(ResponseModel):
    practice_name: str | None
    description: str | None
    primary_location: str | None
    hires_per_quarter: str | None
    associate_ramp_up_plan: str | None
    specialist_support_experience: str | None
    guarantee_type: str | None
    compensation_frequency: str | None
    number_of_locations: int | None
    active_operatories: int | None
    plumbed_operatories: int | None
    hygiene_days_per_week: int | None
    office_manager_years: int | None
    stay_duration_months: int | None
    uses_in_house_plan: bool | None
    has_in_house_specialty_program: bool | None
    tiered_commission: bool | None
    offers_health_insurance: bool | None
    interested_in_mentoring: bool | None
    considering_sale: bool | None
    stay_after_sale: bool | None
    daily_production_goal: Number | None
    guaranteed_daily_amount: Number | None
    commission_percentage: Number | None
    practice_types: list[str] | None
    roles_to_hire: list[str] | None
    major_technology: list[str] | None
    previous_in_house_specialties: list[str] | None
    owner_procedures: list[str] | None
    associate_procedures: list[str] | None
    referred_out_procedures: list[str] | None
    other_benefits: list[str] | None
    sale_stakes: list[str] | None
    payer_mix: PayerMix | None
    team_counts: TeamCounts | None
    in_house_specialist_coverage: list[SpecialistCoverage] | None
    commission_tiers: list[ClinicCommissionTier] | None
