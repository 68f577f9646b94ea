"""What the tables of jobs store."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from bridgework.areas.work.jobs.schemas import (
    EmploymentType,
    ExperienceLevel,
    GuaranteeType,
    JobApplicationStatus,
    JobStatus,
    LabFee,
    MicroscopeUse,
    Procedure,
    Profession,
    RoleType,
    Specialty,
    WorkerClassification,
    YearsOfExperience,
)
from bridgework.areas.work.postings.records import PostingThen
from bridgework.areas.work.postings.schemas import OfferReply
from bridgework.kit.core import Id
from bridgework.kit.data.db import UNKNOWN


class JobFields(NamedTuple):
    """The members of a job that its owner writes. One that was not sent is None."""

    company_name: str
    contact_person: str
    contact_email: str
    role_needed: str
    challenge: str
    role_type: RoleType | None = None
    specialty: Specialty | None = None
    headcount: int | None = None
    location: str | None = None
    additional_locations: Sequence[str] | None = None
    employment_type: EmploymentType | None = None
    worker_classification: WorkerClassification | None = None
    required_days_hours: str | None = None
    start_date: str | None = None
    annual_comp_min: float | None = None
    annual_comp_max: float | None = None
    guaranteed_daily_rate: float | None = None
    guarantee_type: GuaranteeType | None = None
    lab_fee_responsibility: LabFee | None = None
    tiered_commission: bool | None = None
    daily_production_goal: float | None = None
    benefits: Sequence[str] | None = None
    years_of_experience: YearsOfExperience | None = None
    experience_level: ExperienceLevel | None = None
    required_procedures: Sequence[Procedure] | None = None
    microscope_use: MicroscopeUse | None = None
    required_licenses: Sequence[str] | None = None
    non_negotiable_availability: str | None = None
    open_to_mentoring: bool | None = None
    office_description: str | None = None
    why_attractive: str | None = None
    neighborhood_description: str | None = None
    major_equipment: Sequence[str] | None = None
    specialist_case_volume: str | None = None
    profession: Profession | None = None
    unknown: Mapping[str, object] = UNKNOWN


class Job(NamedTuple):
    """A job (table `jobs`)."""

    id: Id
    user_id: Id
    fields: JobFields
    status: JobStatus
    rejection_reason: str | None
    expires_at: datetime | None
    """Set while a job is approved: from then on, it counts as expired."""
    version: int
    created_at: datetime
    updated_at: datetime
    hidden_at: datetime | None


class EndedApplication(NamedTuple):
    """An application that was declined or withdrawn, with its CV."""

    id: Id
    applicant_id: Id
    cv_object_path: str


class Application(NamedTuple):
    """An application to a job (table `job_applications`)."""

    id: Id
    job_id: Id
    applicant_id: Id
    first_name: str
    last_name: str
    email: str
    email_key: str
    country_code: str | None
    phone_number: str | None
    professional_network_url: str | None
    cv_object_path: str | None
    referral_code: str | None
    applied_to: PostingThen
    status: JobApplicationStatus
    reason: str | None
    created_at: datetime
    updated_at: datetime
    posting_ended_at: datetime | None
    offer_answer: OfferReply | None = None
    offer_note: str | None = None
    offer_answered_at: datetime | None = None
    message: str | None = None
