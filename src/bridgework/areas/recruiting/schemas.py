"""The requests and responses of candidates and openings."""

from typing import Literal

from pydantic import MISSING

from bridgework.areas.recruiting.fields import JobIds, OneTo10, Phone30, SkillSet1000, YearsWorked
from bridgework.kit.fields import (
    Email,
    FilledLine,
    Name100,
    Number,
    PersonName,
    Search,
    Title200,
    UtcDatetime,
)
from bridgework.kit.pagination.schemas import OffsetPage, OffsetQuery
from bridgework.kit.schemas import RequestBody, ResponseModel

Outcome = Literal["created", "duplicate", "failed"]
ASSOCIATED = "Associated"
"""The application status of a new association."""


class CandidateInput(RequestBody):
    first_name: PersonName
    last_name: PersonName
    email: Email | MISSING = MISSING
    secondary_email: Email | MISSING = MISSING
    phone: Phone30 | MISSING = MISSING
    city: Name100 | MISSING = MISSING
    state: Name100 | MISSING = MISSING
    current_job_title: Title200 | MISSING = MISSING
    experience_in_years: YearsWorked | MISSING = MISSING
    skill_set: SkillSet1000 | MISSING = MISSING
    professional_network_url: FilledLine | MISSING = MISSING
    open_to_work: bool | MISSING = MISSING


class CreateCandidateRequest(CandidateInput):
    job_ids: JobIds | MISSING = MISSING


class AssociateJobsRequest(RequestBody):
    job_ids: JobIds


class BulkCandidatesRequest(RequestBody):
    candidates: OneTo10[CandidateInput]
    job_ids: JobIds | MISSING = MISSING


class AdminListCandidatesQuery(OffsetQuery):
    search: Search | None = None


class CandidateRecord(ResponseModel):
    id: str
    first_name: str | None
    last_name: str
    email: str | None
    secondary_email: str | None
    phone: str | None
    city: str | None
    state: str | None
    current_job_title: str | None
    experience_in_years: Number | None
    skill_set: str | None
    professional_network_url: str | None
    open_to_work: bool
    source: str | None
    created_at: UtcDatetime | None


class CandidateRecordPage(OffsetPage[CandidateRecord]):
    """Candidates, newest first."""


class JobOpening(ResponseModel):
    id: str
    title: str
    job_opening_id: str | None
    client_name: str | None
    city: str | None
    state: str | None


class CandidateJob(JobOpening):
    application_status: str | None


class CandidateResult(ResponseModel):
    outcome: Outcome
    candidate: CandidateRecord | None
    message: str | None


class BulkCandidatesResult(ResponseModel):
    results: list[CandidateResult]
