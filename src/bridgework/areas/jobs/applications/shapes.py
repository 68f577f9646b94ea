"""Applications to jobs as they are sent and told: specification 2.10, contract section 9."""

from typing import Literal

from pydantic import MISSING

from bridgework.areas.jobs.fields import Line10, Line30, ObjectPath500
from bridgework.areas.profiles.shapes import ApplicantCard
from bridgework.kit.fields import (
    Email,
    PersonName,
    ReferralCode,
    Text1000,
    Url500,
    UtcDatetime,
    Uuid,
)
from bridgework.kit.pagination.schemas import CursorPage, CursorQuery
from bridgework.kit.schemas import RequestBody, ResponseModel

JobApplicationStatus = Literal[
    "submitted", "reviewing", "interview", "offered", "hired", "declined", "withdrawn"
]
JobDecision = Literal["reviewing", "interview", "offered", "hired", "declined"]


class JobApplicationRequest(RequestBody):
    first_name: PersonName
    last_name: PersonName
    email: Email
    country_code: Line10 | MISSING = MISSING
    phone_number: Line30 | MISSING = MISSING
    professional_network_url: Url500 | MISSING = MISSING
    """A profile on the professional network: `https://…/in/<handle>`."""
    cv_object_path: ObjectPath500 | MISSING = MISSING
    """Of a complete upload of one's own in `job-cvs`."""
    referral_code: ReferralCode | MISSING = MISSING


class DecideJobApplicationRequest(RequestBody):
    status: JobDecision
    reason: Text1000 | MISSING = MISSING


class JobApplication(ResponseModel):
    id: Uuid
    job_id: Uuid
    first_name: str
    last_name: str
    email: str
    country_code: str | None
    phone_number: str | None
    professional_network_url: str | None
    cv_object_path: str | None
    """Null again once the CV of an application that came to nothing is erased."""
    referral_code: str | None
    status: JobApplicationStatus
    reason: str | None
    applicant: ApplicantCard
    created_at: UtcDatetime
    updated_at: UtcDatetime


class JobApplicationPage(CursorPage[JobApplication]):
    """Applications, the newest first."""


class ListJobApplicationsQuery(CursorQuery):
    status: JobApplicationStatus | None = None


class ListMyJobApplicationsQuery(CursorQuery):
    status: JobApplicationStatus | None = None
