"""Convert records of the built-in provider to schemas, and API ids to keys."""

import re
import uuid

from bridgework.areas.back_office.recruiting import schemas
from bridgework.areas.back_office.recruiting.records import AssociatedPosting, Posting
from bridgework.kit.core import Id, is_id
from bridgework.terminology import us_states

_CANDIDATE_ID = re.compile(r"[1-9][0-9]{0,17}")
_OPENING_ID = re.compile(r"[1-9][0-9]{0,38}")
_UUIDS = 2**128


def to_opening(posting: Posting) -> schemas.JobOpening:
    """Convert a posting to an opening."""
    city, state = _city_and_state(posting.location)
    return schemas.JobOpening(
        id=to_opening_id(posting.id),
        title=posting.role_needed,
        job_opening_id=posting.id,
        client_name=posting.company_name,
        city=city,
        state=state,
    )


def to_candidate_job(associated: AssociatedPosting) -> schemas.CandidateJob:
    """Convert a posting that a candidate is associated with."""
    opening = to_opening(associated.posting).model_dump(by_alias=False)
    status = associated.association.application_status
    return schemas.CandidateJob.from_row(opening, application_status=status)


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


def _city_and_state(location: str | None) -> tuple[str | None, str | None]:
    """Split a location such as `Austin, TX`; a missing part is None."""
    city, comma, rest = (location or "").partition(",")
    states = us_states.in_place(rest if comma else city)
    state = next(iter(states)) if len(states) == 1 else None
    return (city.strip() or None if comma and state else None), state
