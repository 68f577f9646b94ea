"""The response model of the profile of a person."""

from typing import Literal

from typing_extensions import TypeAliasType

from bridgework.areas.back_office.administration.schemas import AdminUser
from bridgework.areas.community.moderation.schemas import Report
from bridgework.areas.identity.accounts.change_requests.schemas import AdminChangesAsked
from bridgework.areas.identity.uploads.schemas import Folder
from bridgework.areas.people.profiles.schemas import Listing, Profile
from bridgework.areas.people.vendors.schemas import AmbassadorProfile, VendorProfile
from bridgework.areas.work.jobs.profiles.schemas import ClinicProfile
from bridgework.areas.work.jobs.schemas import JobsCredential, Profession, Specialty
from bridgework.kit.validation import ResponseModel, UtcDatetime, Uuid

ProfileKind = TypeAliasType(
    "ProfileKind", Literal["professional", "candidate", "clinic", "vendor", "ambassador"]
)
TimelineKind = TypeAliasType(
    "TimelineKind",
    Literal[
        "job",
        "role",
        "consultation",
        "job_application",
        "role_application",
        "email",
        "decision",
        "report_by",
        "report_on",
        "note",
    ],
)
AppliedToKind = TypeAliasType("AppliedToKind", Literal["role", "job"])


class CandidateProfile(ResponseModel):
    """What a user stated on the jobs platform."""

    cv_object_path: str | None
    credential: JobsCredential | None
    """The candidate's qualification. Null if it is not stated."""
    specialty: list[Specialty] | None
    """The specialties in which the candidate looks for work. Null if they are not stated."""
    profession: Profession | None
    """The candidate's profession. Null if it is not stated."""
    interested_in_non_clinical: bool | None
    looking_for_mentor: bool | None
    referral_code: str
    """The account's own code, for other applicants to state."""
    referral_count: int


class ProfileCompleteness(ResponseModel):
    """How much of a profile is filled in."""

    profile: ProfileKind
    """The profile, which is a member of the response."""
    filled: int
    """How many members are filled in."""
    total: int
    """How many members the user can fill in."""
    missing: list[str]
    """The names of the members that state nothing."""


class ProfileDocument(ResponseModel):
    """A file that a profile refers to, without its content."""

    id: Uuid
    """The ID of the file: the target of the entry in the audit log when it is opened."""
    object_path: str
    file_name: str
    """The name of the user's file."""
    folder: Folder
    """`job-cvs` for the CV; `vendor-attachments` and `vendor-videos` for vendors."""
    content_type: str
    file_size_bytes: int
    """The size of the file, in bytes."""
    created_at: UtcDatetime


class ProfileApplication(ResponseModel):
    """An application of the user to a role or a job."""

    kind: AppliedToKind
    """Whether the application is to a role or to a job."""
    id: Uuid
    posting_id: Uuid
    """The ID of the role or job."""
    title: str
    """The title of the posting when the user applied."""
    company_name: str
    status: str
    """The status of the application."""
    has_cv: bool
    """Whether the application has a CV, which `getJobApplicationCv` opens."""
    created_at: UtcDatetime


class ProfileApplications(ResponseModel):
    """The newest applications of the user, and how many there are."""

    items: list[ProfileApplication]
    total: int


class ProfileReports(ResponseModel):
    """The newest reports, and how many there are."""

    items: list[Report]
    total: int


class AdminProfile(ResponseModel):
    """The profiles of a user as stored, and the records that a decision about them needs."""

    user: AdminUser
    """The account, with `isEmailVerified` and the tiers."""
    professional: Profile | None
    """The profile of experts and clients. Null if nothing was stored."""
    candidate: CandidateProfile | None
    """What the user stated on the jobs platform. Null if the user never used it."""
    clinic: ClinicProfile | None
    """The profile of a clinic. Null if nothing was stored."""
    vendor: VendorProfile | None
    """The profile of a vendor. Null if nothing was stored."""
    ambassador: AmbassadorProfile | None
    """The profile of an ambassador. Null if nothing was stored."""
    completeness: list[ProfileCompleteness]
    """One entry for each profile that belongs to a role of the user."""
    listing: Listing
    """Whether the directory of experts lists the user, and what is missing."""
    changes_asked: AdminChangesAsked | None
    """What an administrator asked the user to change, with what changed since. Null if nothing was
    asked, and after the decision about the user."""
    documents: list[ProfileDocument]
    """The CV, and the attachments and videos of vendors, newest first."""
    applications: ProfileApplications
    """The applications of the user to roles and jobs."""
    reports_by: ProfileReports
    """The reports that the user sent."""
    reports_on: ProfileReports
    """The reports about the user's profile and content."""


class TimelineEntry(ResponseModel):
    """A record of a user, in the order in which they were created."""

    kind: TimelineKind
    """What the record is. A `decision` is what an administrator did to the account, from the audit
    log. `report_by` is a report that the user sent, `report_on` one on the user or on the user's
    content."""
    id: Uuid
    """The ID of the record."""
    at: UtcDatetime
    """When the record was created."""
    title: str
    """The title of a posting, of what the user applied to, or of a consultation; the name of an
    e-mail; the action of a decision; the reason of a report; the beginning of a note."""
    status: str | None
    """The present status of the record, or the outcome of a decision. Null for notes."""
    by: Uuid | None
    """The account that decided, reported or wrote. Null for others, and after its erasure."""
