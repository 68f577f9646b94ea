"""The requests and responses of jobs, job applications and matches."""

from typing import Literal, TypeAlias

from pydantic import MISSING
from typing_extensions import TypeAliasType

from bridgework.areas.identity.accounts.schemas import JobsVerificationTier
from bridgework.areas.people.matching.schemas import MatchWith, OwnMatchWith
from bridgework.areas.people.profiles.schemas import ApplicantCard, PersonCard
from bridgework.areas.work.jobs.fields import (
    Benefits30,
    Challenge5000,
    Equipment50,
    Headcount,
    Licenses60,
    Line10,
    Line30,
    Line300,
    LocationNames50,
    MinimumPay,
    ObjectPath500,
    UpToTenMillion,
)
from bridgework.areas.work.postings.schemas import (
    ApplicationToPosting,
    AppliedTo,
    OfferAnswer,
    OpenPostingsQuery,
    PostingOwner,
    PostingVisibility,
    PostingWarning,
)
from bridgework.kit.actions import Hidden
from bridgework.kit.data.pagination import OffsetPage
from bridgework.kit.validation import (
    AtMost50,
    Email,
    Line200,
    Name200,
    Number,
    OneTo100,
    PersonName,
    QueryFlag,
    ReferralCode,
    RequestBody,
    ResponseModel,
    Search,
    Text1000,
    Text2000,
    Text5000,
    UpToMillion,
    Url500,
    UtcDatetime,
    Uuid,
    UuidText,
)

JobStatus = TypeAliasType(
    "JobStatus", Literal["pending", "approved", "rejected", "closed", "expired"]
)
RoleType = TypeAliasType("RoleType", Literal["general", "specialist"])
Specialty = TypeAliasType(
    "Specialty",
    Literal[
        "endodontics",
        "oral-maxillofacial-surgery",
        "orthodontics",
        "pediatric-dentistry",
        "periodontics",
        "prosthodontics",
        "oral-maxillofacial-pathology",
        "oral-maxillofacial-radiology",
        "dental-public-health",
        "oral-medicine",
        "orofacial-pain",
        "dental-anesthesiology",
    ],
)
Profession = TypeAliasType(
    "Profession",
    Literal[
        "dentist",
        "specialist",
        "resident",
        "student",
        "hygienist",
        "assistant",
        "expanded_function_assistant",
        "front_desk",
        "office_manager",
        "treatment_coordinator",
        "billing",
        "laboratory_technician",
        "denturist",
        "other",
    ],
)
EmploymentType = TypeAliasType("EmploymentType", Literal["full-time", "part-time", "per-diem"])
WorkerClassification = TypeAliasType("WorkerClassification", Literal["1099", "w2"])
GuaranteeType = TypeAliasType("GuaranteeType", Literal["base", "draw"])
LabFee = TypeAliasType("LabFee", Literal["practice", "associate", "split"])
YearsOfExperience = TypeAliasType("YearsOfExperience", Literal["0-2", "3-5", "5-plus"])
ExperienceLevel = TypeAliasType("ExperienceLevel", Literal["required", "preferred"])
MicroscopeUse = TypeAliasType("MicroscopeUse", Literal["required", "available", "not-needed"])
Procedure = TypeAliasType(
    "Procedure",
    Literal[
        "restorative-basic",
        "restorative-full-arch",
        "restorative-veneers",
        "endo-anterior",
        "endo-bicuspid",
        "endo-molar",
        "endo-retreatment",
        "perio-implants-straightforward",
        "perio-implants-full-arch",
        "perio-surgical-extractions",
        "perio-sinus-lift",
        "perio-osseous-surgery",
        "os-third-molars-erupted",
        "os-third-molars-pbi",
        "os-third-molars-fbi",
        "sedation-iv",
    ],
)
JobOrder = TypeAliasType("JobOrder", Literal["newest", "relevance", "compensation"])
JobsCredential = TypeAliasType(
    "JobsCredential", Literal["associate-dentist", "specialist", "student"]
)
JobApplicationStatus = TypeAliasType(
    "JobApplicationStatus",
    Literal["submitted", "reviewing", "interview", "offered", "hired", "declined", "withdrawn"],
)
JobApplicationDecision = TypeAliasType(
    "JobApplicationDecision", Literal["reviewing", "interview", "offered", "hired", "declined"]
)


class AdminJobUpdateRequest(RequestBody):
    """Changes of a job. Omitted members are unchanged."""

    company_name: Name200 | MISSING = MISSING
    contact_person: PersonName | MISSING = MISSING
    contact_email: Email | MISSING = MISSING
    role_needed: Name200 | MISSING = MISSING
    challenge: Challenge5000 | MISSING = MISSING
    profession: Profession | None | MISSING = MISSING
    """The profession sought. It decides who matches, in place of the title. A `specialist` is one
    of `specialty`, or else of what the title or the challenge names. `other` admits everybody. Null
    leaves that to the title again."""
    role_type: RoleType | MISSING = MISSING
    specialty: Specialty | MISSING = MISSING
    """The specialty, for a specialist."""
    headcount: Headcount | MISSING = MISSING
    location: Line300 | MISSING = MISSING
    additional_locations: LocationNames50 | MISSING = MISSING
    employment_type: EmploymentType | MISSING = MISSING
    worker_classification: WorkerClassification | MISSING = MISSING
    required_days_hours: Text2000 | MISSING = MISSING
    start_date: Line200 | MISSING = MISSING
    annual_comp_min: UpToTenMillion | MISSING = MISSING
    annual_comp_max: UpToTenMillion | MISSING = MISSING
    guaranteed_daily_rate: UpToMillion | MISSING = MISSING
    guarantee_type: GuaranteeType | MISSING = MISSING
    lab_fee_responsibility: LabFee | MISSING = MISSING
    tiered_commission: bool | MISSING = MISSING
    daily_production_goal: UpToMillion | MISSING = MISSING
    benefits: Benefits30 | MISSING = MISSING
    years_of_experience: YearsOfExperience | MISSING = MISSING
    experience_level: ExperienceLevel | MISSING = MISSING
    required_procedures: AtMost50[Procedure] | MISSING = MISSING
    microscope_use: MicroscopeUse | MISSING = MISSING
    required_licenses: Licenses60 | MISSING = MISSING
    non_negotiable_availability: Text2000 | MISSING = MISSING
    open_to_mentoring: bool | MISSING = MISSING
    office_description: Text5000 | MISSING = MISSING
    why_attractive: Text5000 | MISSING = MISSING
    neighborhood_description: Text5000 | MISSING = MISSING
    major_equipment: Equipment50 | MISSING = MISSING
    specialist_case_volume: Text2000 | MISSING = MISSING


JobUpdateRequest: TypeAlias = AdminJobUpdateRequest
"""Changes of a job by its owner. The document has one component for both, named as specified."""


class JobPostingRequest(JobUpdateRequest):
    """A new job. It is `pending` until an administrator approves it."""

    # The other members are those of an update.
    company_name: Name200
    contact_person: PersonName
    contact_email: Email
    role_needed: Name200
    challenge: Challenge5000


class JobDecisionRequest(RequestBody):
    """The reason for a decision on a job. The owner can read it."""

    reason: Text1000 | MISSING = MISSING


class JobCard(ResponseModel):
    """A job in a list of matches, without the contact."""

    id: Uuid
    company_name: str
    role_needed: str
    profession: Profession | None
    """The profession sought. Null if the owner has not stated it; the title then says it."""
    role_type: RoleType | None
    specialty: Specialty | None
    """The specialty, for a specialist. Null if it is not stated."""
    location: str | None
    additional_locations: list[str] | None
    employment_type: EmploymentType | None
    worker_classification: WorkerClassification | None
    annual_comp_min: Number | None
    annual_comp_max: Number | None
    guaranteed_daily_rate: Number | None
    years_of_experience: YearsOfExperience | None
    open_to_mentoring: bool | None
    is_owner_verified: bool
    """Whether the clinic is verified, and no change of the name or licenses waits for an
    administrator."""
    created_at: UtcDatetime


class JobApplicationCounts(ResponseModel):
    """The number of applications to a job in each status."""

    submitted: int
    reviewing: int
    interview: int
    offered: int
    hired: int
    declined: int
    withdrawn: int


class OwnJobApplication(ResponseModel):
    """The caller's own application to a job."""

    id: Uuid
    status: JobApplicationStatus
    """The status of the application."""


class JobPosting(JobCard):
    """A job for which a clinic seeks a candidate."""

    user_id: Uuid
    owner: PostingOwner | None
    """Who posted the job. Null for partners and visitors."""
    application_counts: JobApplicationCounts | None
    """For the owner and administrators; null for others."""
    my_application: OwnJobApplication | None
    """The caller's own application. Null without one."""
    contact_person: str | None
    """The contact. Null for members who may not see it."""
    contact_email: str | None
    """The contact. Null for members who may not see it."""
    challenge: str
    headcount: int | None
    required_days_hours: str | None
    start_date: str | None
    guarantee_type: GuaranteeType | None
    lab_fee_responsibility: LabFee | None
    tiered_commission: bool | None
    daily_production_goal: Number | None
    benefits: list[str] | None
    experience_level: ExperienceLevel | None
    required_procedures: list[Procedure] | None
    microscope_use: MicroscopeUse | None
    required_licenses: list[str] | None
    non_negotiable_availability: str | None
    office_description: str | None
    why_attractive: str | None
    neighborhood_description: str | None
    major_equipment: list[str] | None
    specialist_case_volume: str | None
    status: JobStatus
    """`approved` jobs are visible to all members, and `expired` after 90 days."""
    allowed_actions: list[str]
    rejection_reason: str | None
    """Why the job was rejected. Only its owner and administrators see it; null otherwise."""
    hidden: Hidden | None
    """Set for administrators if the job is hidden or its owner's account disabled."""
    warnings: list[PostingWarning] | None
    """What an employer must not demand of people. Null for callers other than the owner and
    administrators."""
    visibility: PostingVisibility | None
    """Whether members see the job, and why not. Null for callers other than its owner and
    administrators."""
    expires_at: UtcDatetime | None
    """When the approved job expires. Null before an approval."""
    updated_at: UtcDatetime


class AdminJobPostingPage(OffsetPage[JobPosting]):
    """Job postings, newest first."""


class ListJobsQuery(OpenPostingsQuery):
    search: Search | None = None
    """Every word must occur in the role, company, challenge, specialty or procedures; the last
    word may be the beginning of one."""
    specialty: Specialty | None = None
    role_type: RoleType | None = None
    employment_type: EmploymentType | None = None
    worker_classification: WorkerClassification | None = None
    years_of_experience: YearsOfExperience | None = None
    min_comp: MinimumPay | None = None
    open_to_mentoring: QueryFlag | None = None
    sort_by: JobOrder | None = None
    """`relevance` by default with `search`, otherwise `newest`. `compensation`: highest first."""


class JobApplicationRequest(RequestBody):
    """The caller's application to a job."""

    first_name: PersonName
    last_name: PersonName
    email: Email
    """The address for the clinic to write to. One application per address and job."""
    country_code: Line10 | MISSING = MISSING
    """The country code of the telephone number, as in `+1`."""
    phone_number: Line30 | MISSING = MISSING
    """The telephone number without the country code."""
    professional_network_url: Url500 | MISSING = MISSING
    """A profile on the professional network: `https://…/in/<handle>`."""
    cv_object_path: ObjectPath500 | MISSING = MISSING
    """The `objectPath` of one of the caller's complete uploads in `job-cvs`."""
    referral_code: ReferralCode | MISSING = MISSING
    """The `referralCode` of another member. Case is ignored."""
    message: Text2000 | MISSING = MISSING
    """A message to the clinic. Only the clinic, the applicant and administrators can read it."""


class DecideJobApplicationRequest(RequestBody):
    """The clinic's decision on an application."""

    status: JobApplicationDecision
    """The next status. An application moves one step at a time, or is declined."""
    reason: Text1000 | MISSING = MISSING


class DecideJobApplicationsRequest(RequestBody):
    """The same decision on several applications to one job."""

    ids: OneTo100[UuidText]
    """The IDs of the applications."""
    status: JobApplicationDecision
    """The next status. An application moves one step at a time, or is declined."""
    reason: Text1000 | MISSING = MISSING
    """A message to each of the applicants."""


class AppliedJob(AppliedTo):
    """The job of an application, as the applicant applied to it, and its present state."""

    status: JobStatus | None
    """The present status. Null after the job was hidden."""


class JobApplication(ApplicationToPosting):
    """An application to a job, and its state."""

    id: Uuid
    job_id: Uuid
    job: AppliedJob
    """The job, also after it was changed, closed or hidden, or has expired."""
    first_name: str
    last_name: str
    email: str
    """The address for the clinic to write to."""
    country_code: str | None
    phone_number: str | None
    """The telephone number without the country code. Null if it is not stated."""
    professional_network_url: str | None
    cv_object_path: str | None
    """Null after the CV of a declined or withdrawn application was deleted."""
    referral_code: str | None
    message: str | None
    """The applicant's message. Null without one."""
    status: JobApplicationStatus
    """`hired`, `declined` and `withdrawn` are final."""
    allowed_actions: list[str]
    reason: str | None
    """The reason for the decision. Null without one."""
    offer_answer: OfferAnswer | None
    """The applicant's answer to the offer. Null without one."""
    applicant: ApplicantCard
    created_at: UtcDatetime
    updated_at: UtcDatetime


class CandidateCard(PersonCard):
    """A candidate, without e-mail address, telephone number and CV."""

    jobs_credential: JobsCredential | None
    jobs_specialty: list[Specialty] | None
    jobs_profession: Profession | None
    """The candidate's profession. Null if it is not stated."""
    interested_in_non_clinical: bool | None
    looking_for_mentor: bool | None
    jobs_verification_tier: JobsVerificationTier
    is_verified: bool


class CandidateMatch(MatchWith[CandidateCard]):
    """A candidate who matches a job."""

    application_id: Uuid | None
    """The ID of the candidate's application to the job. Null without one."""
    application_status: JobApplicationStatus | None
    """The status of that application. Null without one."""


class JobMatch(MatchWith[JobCard]):
    """A job that matches a candidate."""

    application_id: Uuid | None
    """The ID of the caller's own application to the job. Null without one."""
    application_status: JobApplicationStatus | None
    """The status of that application. Null without one."""


class OwnJobMatch(OwnMatchWith[JobCard]):
    """The caller's own match with a job, as its owner sees it."""
