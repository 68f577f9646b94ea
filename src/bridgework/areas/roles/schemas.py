"""The requests and responses of roles, role applications and matches."""

from typing import Literal

from pydantic import MISSING

from bridgework.areas.directory.schemas import ExpertCard
from bridgework.areas.matching.schemas import MatchPage, MatchWith
from bridgework.areas.postings.schemas import AllPostingsQuery, OpenPostingsQuery, StatusQuery
from bridgework.areas.profiles.schemas import ApplicantCard
from bridgework.kit.fields import (
    AtMost1000,
    Email,
    Filter,
    Filters,
    Line50,
    Line100,
    Line200,
    Text1000,
    Text2000,
    Text5000,
    UtcDatetime,
    Uuid,
    UuidText,
)
from bridgework.kit.pagination.schemas import CursorPage, CursorQuery, OffsetPage
from bridgework.kit.schemas import RequestBody, ResponseModel

RoleStatus = Literal["pending", "active", "filled", "closed"]
ApplicationStatus = Literal["submitted", "shortlisted", "accepted", "declined", "withdrawn"]
Decision = Literal["shortlisted", "accepted", "declined", "withdrawn"]


class RoleUpdateRequest(RequestBody):
    company_name: Line200 | MISSING = MISSING
    healthcare_vertical: Line100 | MISSING = MISSING
    contact_person: Line100 | MISSING = MISSING
    contact_email: Email | MISSING = MISSING
    role_needed: Line200 | MISSING = MISSING
    working_preference: Line100 | MISSING = MISSING
    challenge: Text5000 | MISSING = MISSING
    timeline: Line100 | MISSING = MISSING
    budget_range: Line100 | MISSING = MISSING
    hours_per_week: Line50 | MISSING = MISSING
    location: Line200 | MISSING = MISSING
    tags: AtMost1000[Line50] | MISSING = MISSING
    status: RoleStatus | MISSING = MISSING


class RolePostingRequest(RoleUpdateRequest):
    # The other members are those of an update.
    company_name: Line200
    healthcare_vertical: Line100
    contact_person: Line100
    contact_email: Email
    role_needed: Line200
    working_preference: Line100
    challenge: Text5000
    timeline: Line100
    budget_range: Line100


class AdminRolePostingRequest(RolePostingRequest):
    user_id: UuidText


class RoleCard(ResponseModel):
    id: Uuid
    company_name: str
    healthcare_vertical: str
    role_needed: str
    working_preference: str
    timeline: str
    budget_range: str
    hours_per_week: str | None
    location: str | None
    tags: list[str] | None
    created_at: UtcDatetime


class RolePosting(RoleCard):
    user_id: Uuid
    contact_person: str | None
    contact_email: str | None
    challenge: str
    status: RoleStatus
    updated_at: UtcDatetime


class RolePostingPage(CursorPage[RolePosting]):
    """Role postings, newest first."""


class AdminRolePostingPage(OffsetPage[RolePosting]):
    """Role postings, newest first."""


class ListRolesQuery(OpenPostingsQuery):
    tags: Filters
    healthcare_vertical: Filter | None = None


class ListMyRolesQuery(StatusQuery[RoleStatus]):
    """Parameters of the list of the caller's roles."""


class AdminListRolesQuery(AllPostingsQuery[RoleStatus]):
    """Parameters of the list of all roles."""


class RoleApplicationRequest(RequestBody):
    message: Text2000 | MISSING = MISSING


class DecideRoleApplicationRequest(RequestBody):
    status: Decision
    reason: Text1000 | MISSING = MISSING


class RoleApplication(ResponseModel):
    id: Uuid
    role_id: Uuid
    message: str | None
    status: ApplicationStatus
    reason: str | None
    applicant: ApplicantCard
    created_at: UtcDatetime
    updated_at: UtcDatetime


class RoleApplicationPage(CursorPage[RoleApplication]):
    """Applications, newest first."""


class ListRoleApplicationsQuery(StatusQuery[ApplicationStatus]):
    """Parameters of the list of applications to a role."""


class ListMyRoleApplicationsQuery(StatusQuery[ApplicationStatus]):
    """Parameters of the list of the caller's applications."""


class ExpertMatch(MatchWith[ExpertCard]):
    """An expert who matches a role."""


class RoleMatch(MatchWith[RoleCard]):
    """A role that matches an expert."""


class ExpertMatchPage(MatchPage[ExpertMatch]):
    """Experts, best match first."""


class RoleMatchPage(MatchPage[RoleMatch]):
    """Roles, best match first."""


class ListRoleMatchesQuery(CursorQuery):
    """Parameters of the list of experts who match a role."""


class ListMyRoleMatchesQuery(CursorQuery):
    """Parameters of the list of roles that match the caller."""
