"""The requests and responses of accounts on the jobs platform and of clinic profiles."""

from pydantic import MISSING

from bridgework.areas.identity.accounts.schemas import (
    JobsRole,
    JobsVerificationTier,
    VerificationTier,
)
from bridgework.areas.work.jobs.fields import ObjectPath500
from bridgework.areas.work.jobs.schemas import JobsCredential, Profession, Specialty
from bridgework.kit.validation import (
    AtMost5,
    AtMost1000,
    Line,
    Name100,
    Number,
    PersonName,
    RequestBody,
    ResponseModel,
    SafeInteger,
    Schema,
    Text10000,
    Trimmed10000,
)


class JobsSelfUpdateRequest(RequestBody):
    """Changes of the caller's account on the jobs platform. Omitted members are unchanged."""

    first_name: PersonName | MISSING = MISSING
    last_name: PersonName | MISSING = MISSING
    cv_object_path: ObjectPath500 | MISSING = MISSING
    """The `objectPath` of one of the caller's complete uploads in `job-cvs`."""
    jobs_role: JobsRole | MISSING = MISSING
    """Another role resets the tier on the jobs platform."""
    credential: JobsCredential | MISSING = MISSING
    """The candidate's qualification."""
    specialty: AtMost5[Specialty] | MISSING = MISSING
    """The specialties in which the candidate looks for work."""
    profession: Profession | None | MISSING = MISSING
    """The candidate's profession. It decides which jobs match, in place of the title. Null leaves
    that to the title and the credentials again."""
    interested_in_non_clinical: bool | MISSING = MISSING
    looking_for_mentor: bool | MISSING = MISSING
    jobs_onboarding_step: Name100 | MISSING = MISSING
    """The position in the onboarding of the jobs platform."""


class JobsAccount(ResponseModel):
    """The caller's account on the jobs platform."""

    first_name: str | None
    last_name: str | None
    email: str
    verification_tier: VerificationTier
    jobs_verification_tier: JobsVerificationTier
    vendors_verification_tier: VerificationTier
    jobs_role: JobsRole | None
    jobs_onboarding_step: str | None
    cv_object_path: str | None
    credential: JobsCredential | None
    """The candidate's qualification. Null if it is not stated."""
    specialty: list[Specialty] | None
    """The specialties in which the candidate looks for work. Null if none are stated."""
    profession: Profession | None
    """The candidate's profession. Null if it is not stated; the title and the credentials of the
    profile then say it."""
    interested_in_non_clinical: bool | None
    looking_for_mentor: bool | None
    referral_code: str
    """The account's own code, for other applicants to state."""
    referral_count: int


class PayerMix(Schema):
    """The shares of payers in the revenue."""

    ppo: Number
    hmo: Number
    fee_for_service: Number
    medicaid: Number
    other: Number


class TeamCount(Schema):
    """The number of employees in one position."""

    full_time: SafeInteger
    part_time: SafeInteger


class TeamCounts(Schema):
    """The numbers of employees by position."""

    associate_dentists: TeamCount
    hygienists: TeamCount
    dental_assistants: TeamCount
    in_house_specialists: TeamCount
    other: TeamCount


class SpecialistCoverage(Schema):
    """How often a specialist is in the practice."""

    specialty: Line
    """The specialty."""
    frequency: Line
    """How often, as free text."""


class ClinicCommissionTier(Schema):
    """A rate that applies from a threshold on."""

    threshold: Number
    percentage: Number


class ClinicProfileRequest(RequestBody):
    """The members of a clinic profile, all optional."""

    practice_name: Trimmed10000 | None = None
    description: Text10000 | None = None
    """A text about the practice."""
    primary_location: Trimmed10000 | None = None
    hires_per_quarter: Trimmed10000 | None = None
    associate_ramp_up_plan: Text10000 | None = None
    specialist_support_experience: Text10000 | None = None
    guarantee_type: Trimmed10000 | None = None
    """How pay is guaranteed, as free text."""
    compensation_frequency: Trimmed10000 | None = None
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
    """The profile of a clinic. Members that were never set are null."""

    practice_name: str | None
    description: str | None
    """A text about the practice."""
    primary_location: str | None
    hires_per_quarter: str | None
    associate_ramp_up_plan: str | None
    specialist_support_experience: str | None
    guarantee_type: str | None
    """How pay is guaranteed, as free text."""
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
