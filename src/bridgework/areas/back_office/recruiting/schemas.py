"""The requests and responses of candidates and openings."""

from typing import Literal

from pydantic import MISSING
from typing_extensions import TypeAliasType

from bridgework.areas.back_office.recruiting.fields import (
    JobIds,
    OneTo10,
    Phone30,
    SkillSet1000,
    YearsWorked,
)
from bridgework.kit.data.pagination import OffsetQuery
from bridgework.kit.validation import (
    Email,
    FilledLine,
    Name100,
    Number,
    PersonName,
    RequestBody,
    ResponseModel,
    Search,
    Title200,
    UtcDatetime,
)

CandidateOutcome = TypeAliasType("CandidateOutcome", Literal["created", "duplicate", "failed"])
ASSOCIATED = "Associated"
"""The application status of a new association."""


class CandidateInput(RequestBody):
    """A candidate to add to the recruiting system."""

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
    """A candidate to add, and the openings to associate with it."""

    job_ids: JobIds | MISSING = MISSING


class AssociateJobsRequest(RequestBody):
    """The openings to associate with a candidate."""

    job_ids: JobIds


class BulkCandidatesRequest(RequestBody):
    """Several candidates to add."""

    candidates: OneTo10[CandidateInput]
    job_ids: JobIds | MISSING = MISSING


class AdminListCandidatesQuery(OffsetQuery):
    search: Search | None = None
    """Every word must occur in a name or an e-mail address. Case and accents are ignored."""


class CandidateRecord(ResponseModel):
    """A candidate of the recruiting system."""

    id: str
    """The ID in the recruiting system, in digits."""
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
    """The address of the administrator who added it or created the API key. Null if unknown."""
    created_at: UtcDatetime | None
    """When the candidate was added. Null if the recruiting system does not say."""


class JobOpening(ResponseModel):
    """An opening of the recruiting system."""

    id: str
    """The ID in the recruiting system, in digits."""
    title: str
    """The title of the opening."""
    job_opening_id: str | None
    client_name: str | None
    city: str | None
    state: str | None


class CandidateJob(JobOpening):
    """An opening with which a candidate is associated."""

    application_status: str | None


class CandidateResult(ResponseModel):
    """The outcome for one candidate."""

    outcome: CandidateOutcome
    """`duplicate`: a candidate with this e-mail address exists. `failed`: not added."""
    candidate: CandidateRecord | None
    message: str | None
    """The ID of the existing candidate, or the problem. Null without a problem."""


class BulkCandidatesResult(ResponseModel):
    """The outcomes of several candidates."""

    results: list[CandidateResult]
