"""Applications to roles as they are sent and told: specification 2.4, contract section 9."""

from typing import Literal

from pydantic import MISSING

from bridgework.areas.profiles.shapes import ApplicantCard
from bridgework.kit.fields import Text1000, Text2000, UtcDatetime, Uuid
from bridgework.kit.pagination.schemas import CursorPage, CursorQuery
from bridgework.kit.schemas import RequestBody, ResponseModel

ApplicationStatus = Literal["submitted", "shortlisted", "accepted", "declined", "withdrawn"]
Decision = Literal["shortlisted", "accepted", "declined", "withdrawn"]


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
    """Applications, the newest first."""


class ListRoleApplicationsQuery(CursorQuery):
    status: ApplicationStatus | None = None


class ListMyRoleApplicationsQuery(CursorQuery):
    status: ApplicationStatus | None = None
