"""Convert rows of the built-in provider to schemas, and API ids to keys."""

import re
import uuid
from typing import Any

from bridgework.areas.operations.recruiting import schemas
from bridgework.kit.core import Id, is_id
from bridgework.terminology import us_states

_CANDIDATE_ID = re.compile(r"[1-9][0-9]{0,17}")
_OPENING_ID = re.compile(r"[1-9][0-9]{0,38}")
_UUIDS = 2**128


def to_candidate(row: Any) -> schemas.CandidateRecord:
    return schemas.CandidateRecord.from_row(row)


def to_opening(row: Any) -> schemas.JobOpening:
    """Convert a posting to an opening."""
    return schemas.JobOpening(**_opening(row))


def to_candidate_job(row: Any) -> schemas.CandidateJob:
    """Convert a posting that a candidate is associated with."""
    return schemas.CandidateJob(**_opening(row), application_status=row.application_status)


def to_candidate_number(candidate_id: str) -> int | None:
    """Return the number of a candidate, or None for an invalid id."""
    return int(candidate_id) if _CANDIDATE_ID.fullmatch(candidate_id) else None


def to_opening_id(job_id: Id) -> str:
    """Return the id of a posting as decimal digits; `to_job_id` is the inverse."""
    return str(uuid.UUID(job_id).int)


def to_job_id(opening_id: str) -> Id | None:
    """Return the id of the posting of an opening, or None for an invalid id."""
    if not _OPENING_ID.fullmatch(opening_id) or int(opening_id) >= _UUIDS:
        return None
    job_id = str(uuid.UUID(int=int(opening_id)))
    return Id(job_id) if is_id(job_id) else None


def _opening(row: Any) -> dict[str, Any]:
    city, state = _city_and_state(row.location)
    return {
        "id": to_opening_id(row.id),
        "title": row.role_needed,
        "job_opening_id": row.id,
        "client_name": row.company_name,
        "city": city,
        "state": state,
    }


def _city_and_state(location: str | None) -> tuple[str | None, str | None]:
    """Split a location such as `Austin, TX`; a missing part is None."""
    city, comma, rest = (location or "").partition(",")
    states = us_states.in_place(rest if comma else city)
    state = next(iter(states)) if len(states) == 1 else None
    return (city.strip() or None if comma and state else None), state
