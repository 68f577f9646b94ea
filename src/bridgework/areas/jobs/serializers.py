"""From a job's row to what is sent and to what it is found by, without a database."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bridgework.areas.jobs import policies
from bridgework.areas.jobs.schemas import JobCard, JobPosting
from bridgework.areas.postings.search import STATUS
from bridgework.kit.search.documents import Document
from bridgework.kit.search.tokens import EVERY, PLACE, WORD, of_number
from bridgework.kit.text import tokenize

COMP = "comp:"
FILTERED_BY = (
    "specialty",
    "role_type",
    "employment_type",
    "worker_classification",
    "years_of_experience",
    "open_to_mentoring",
)
"""The members of a posting that the open list is filtered by as they are."""
_CONTACT = ("contact_person", "contact_email")
_OF_ROW = ("id", "user_id", "expires_at", "created_at", "updated_at")
_ALL_NULL: Mapping[str, Any] = dict.fromkeys(JobPosting.model_fields)


def to_schema(row: Any, now: datetime) -> JobPosting:
    """Convert a job, with its contact and rejection where the reader may see them."""
    shown = {
        **members(row),
        **{name: getattr(row, name) for name in _OF_ROW},
        "status": policies.status_of(row, now),
        "rejection_reason": row.rejection_reason if row.is_in_charge else None,
    }
    if not row.knows_contact:
        shown |= dict.fromkeys(_CONTACT)
    return JobPosting.model_validate(shown, by_name=True, by_alias=False, strict=False)


def members(row: Any) -> Mapping[str, Any]:
    """The members that were sent, null where one was left out."""
    return {**_ALL_NULL, **row.fields}


def to_card(row: Any) -> JobCard:
    """Convert a job to its card, which has no contact."""
    shown = {**members(row), "id": row.id, "created_at": row.created_at}
    return JobCard.model_validate(shown, by_name=True, by_alias=False, strict=False)


def to_document(values: Mapping[str, Any]) -> Document:
    """A job as it is searched: its place in the orders, and the tokens that it is found by.

    A word of the role counts more than one of the rest.
    """
    fields = values["fields"]
    comp = policies.comp(fields)
    procedures = fields.get("required_procedures") or ()
    texts = [fields[name] for name in ("role_needed", "company_name", "challenge")]
    texts += [fields.get("specialty") or "", fields.get("role_type") or "", *procedures]
    found_by = {
        EVERY: 0,
        STATUS + values["status"]: 0,
        **{filter_of(name, fields.get(name)): 0 for name in FILTERED_BY},
        **{PLACE + word: 0 for place in places(fields) for word in tokenize(place)},
        **{WORD + word: 1 for text in texts for word in tokenize(text)},
        **{WORD + word: 0 for word in tokenize(fields["role_needed"])},
    }
    if comp != policies.UNSTATED:
        found_by |= dict.fromkeys(of_number(COMP, comp), 0)
    row = {"job_id": values["id"], "created_at": values["created_at"], "comp": comp}
    return row, found_by


def filter_of(name: str, value: object) -> str:
    """The token of a member that the open list is filtered by."""
    return f"{name}:{value}"


def places(fields: Mapping[str, Any]) -> list[str]:
    """All places that a job is for."""
    first = [fields["location"]] if fields.get("location") else []
    return [*first, *(fields.get("additional_locations") or ())]
