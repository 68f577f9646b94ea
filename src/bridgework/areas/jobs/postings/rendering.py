"""From a posting's row to what is told of it and what it is found by, without a database."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from bridgework.areas.jobs.postings import rules
from bridgework.areas.jobs.postings.shapes import (
    JobCard,
    JobPosting,
)
from bridgework.kit.ids import Id
from bridgework.kit.search.documents import Document
from bridgework.kit.search.tokens import EVERY, PLACE, WORD, of_number
from bridgework.kit.text import tokenize

STATUS, COMP = "status:", "comp:"
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
_NOTHING: Mapping[str, Any] = dict.fromkeys(JobPosting.model_fields)


def posting(row: Any, now: datetime) -> JobPosting:
    """A posting as whoever reads it may see it."""
    told = {
        **members(row),
        **{name: getattr(row, name) for name in _OF_ROW},
        "status": rules.status_of(row, now),
        "rejection_reason": row.rejection_reason if row.is_in_charge else None,
    }
    if not row.knows_contact:
        told |= dict.fromkeys(_CONTACT)
    return JobPosting.model_validate(told, by_name=True, by_alias=False, strict=False)


def members(row: Any) -> Mapping[str, Any]:
    """The members that were sent, null where one was left out."""
    return {**_NOTHING, **row.fields}


def card(row: Any) -> JobCard:
    """A posting in short, without its contact."""
    told = {**members(row), "id": row.id, "created_at": row.created_at}
    return JobCard.model_validate(told, by_name=True, by_alias=False, strict=False)


def document(job_id: Id, created_at: datetime, status: str, fields: Mapping[str, Any]) -> Document:
    """A posting as it is searched: its place in the orders, and what it is found by.

    A word of the role counts more than one of the rest.
    """
    comp = rules.comp(fields)
    procedures = fields.get("required_procedures") or ()
    texts = [fields[name] for name in ("role_needed", "company_name", "challenge")]
    texts += [fields.get("specialty") or "", fields.get("role_type") or "", *procedures]
    found_by = {
        EVERY: 0,
        STATUS + status: 0,
        **{filter_of(name, fields.get(name)): 0 for name in FILTERED_BY},
        **{PLACE + word: 0 for place in places(fields) for word in tokenize(place)},
        **{WORD + word: 1 for text in texts for word in tokenize(text)},
        **{WORD + word: 0 for word in tokenize(fields["role_needed"])},
    }
    if comp != rules.UNSTATED:
        found_by |= dict.fromkeys(of_number(COMP, comp), 0)
    return {"job_id": job_id, "created_at": created_at, "comp": comp}, found_by


def filter_of(name: str, value: object) -> str:
    """The token of a member that the open list is filtered by."""
    return f"{name}:{value}"


def places(fields: Mapping[str, Any]) -> Sequence[str]:
    """Everywhere that a posting is for."""
    return list(_places(fields))


def _places(fields: Mapping[str, Any]) -> Iterator[str]:
    if fields.get("location"):
        yield fields["location"]
    yield from fields.get("additional_locations") or ()
