"""The exported files, their filters, and the records that no list returns."""

from typing import Literal

from typing_extensions import TypeAliasType

from bridgework.areas.back_office.administration.schemas import Platform
from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.identity.accounts.schemas import (
    JobsRole,
    JobsVerificationTier,
    Role,
    VendorsRole,
    VerificationTier,
)
from bridgework.areas.people.profiles.schemas import ApplicantCard
from bridgework.areas.work.jobs.schemas import JobApplicationStatus
from bridgework.areas.work.roles.schemas import RoleApplicationStatus
from bridgework.kit.validation import (
    Filter,
    Filters,
    QueryParams,
    ResponseModel,
    Search,
    UtcDatetime,
    Uuid,
    UuidText,
)

ExportFile = TypeAliasType(
    "ExportFile",
    Literal[
        "accounts.csv",
        "accounts.jsonl",
        "experts.csv",
        "experts.jsonl",
        "jobs.csv",
        "jobs.jsonl",
        "roles.csv",
        "roles.jsonl",
        "applications.csv",
        "applications.jsonl",
        "events.csv",
        "events.jsonl",
        "guests.csv",
        "guests.jsonl",
        "vendors.csv",
        "vendors.jsonl",
        "audit.csv",
        "audit.jsonl",
    ],
)
PostingKind = TypeAliasType("PostingKind", Literal["job", "role"])


class AdminExportQuery(QueryParams):
    """The filters of all exports. Each export accepts those of its list."""

    search: Search | None = None
    """As in the list of the exported records."""
    role: Role | None = None
    verification: VerificationTier | None = None
    jobs_verification: JobsVerificationTier | None = None
    jobs_role: JobsRole | None = None
    vendors_verification: JobsVerificationTier | None = None
    vendors_role: VendorsRole | None = None
    platform: Platform | None = None
    location: Filter | None = None
    skills: Filters
    tags: Filters
    availability: Filters
    engagement_type: Filters
    status: Filter | None = None
    """A status of the exported jobs, roles or applications."""
    posting_kind: PostingKind | None = None
    posting_id: UuidText | None = None
    event_id: UuidText | None = None
    kind: VendorsRole | None = None
    """Only vendors or only ambassadors."""
    categories: Filters
    subcategories: Filters
    actor: UuidText | None = None
    action: AuditAction | None = None
    target: Filter | None = None
    from_: UtcDatetime | None = None
    """Events that start, or audit entries that were written, at this time or later."""
    to: UtcDatetime | None = None
    """Events that start, or audit entries that were written, before this time."""


class ExportApplicationsQuery(QueryParams):
    """The filters of applications."""

    posting_kind: PostingKind | None = None
    posting_id: UuidText | None = None
    status: JobApplicationStatus | RoleApplicationStatus | None = None


class ExportGuestsQuery(QueryParams):
    """The filter of guests."""

    event_id: UuidText | None = None


class ExportedApplication(ResponseModel):
    """An application to a job or a role, with the members of both."""

    posting_kind: PostingKind
    id: Uuid
    job_id: Uuid | None
    role_id: Uuid | None
    first_name: str | None
    last_name: str | None
    email: str | None
    country_code: str | None
    phone_number: str | None
    professional_network_url: str | None
    cv_object_path: str | None
    referral_code: str | None
    message: str | None
    status: JobApplicationStatus | RoleApplicationStatus
    reason: str | None
    applicant: ApplicantCard
    created_at: UtcDatetime
    updated_at: UtcDatetime
