"""Converts rows of jobs to responses and search documents."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from bridgework.areas.work.jobs import policies
from bridgework.areas.work.jobs.schemas import JobCard, JobPosting
from bridgework.areas.work.postings import visibility as of_postings
from bridgework.areas.work.postings.policies import PostingFacts
from bridgework.areas.work.postings.schemas import WhyUnlisted
from bridgework.areas.work.postings.search import STATUS
from bridgework.kit.actions import allowed_actions
from bridgework.kit.data.search import EVERY, of_number
from bridgework.kit.data.search.documents import Document
from bridgework.kit.data.search.tokens import PLACE, WORD
from bridgework.kit.security import Caller
from bridgework.kit.text import tokenize

COMP = "comp:"
FILTERS = (
    "specialty",
    "role_type",
    "employment_type",
    "worker_classification",
    "years_of_experience",
    "open_to_mentoring",
)
"""The members that the list of open jobs can be filtered by."""
_CONTACT = ("contact_person", "contact_email")
_COLUMNS = ("id", "user_id", "expires_at", "created_at", "updated_at")
_ALL_NULL: Mapping[str, Any] = dict.fromkeys(JobPosting.model_fields)


def to_schema(row: Any, caller: Caller, now: datetime) -> JobPosting:
    """Convert a job, with the contact and the rejection reason if the reader may see them."""
    status = policies.status_of(row, now)
    facts = PostingFacts(row.user_id, status, row.my_application_id is not None)
    members = {
        **to_members(row),
        **{name: getattr(row, name) for name in _COLUMNS},
        **of_postings.to_members(
            row, caller, policies.APPLICATION_STATUSES, _why_unlisted(row, status)
        ),
        "status": status,
        "allowed_actions": allowed_actions(policies.RULES, caller, facts),
        "rejection_reason": row.rejection_reason if row.is_in_charge else None,
    }
    if not row.knows_contact:
        members |= dict.fromkeys(_CONTACT)
    return JobPosting.from_row(members)


def _why_unlisted(row: Any, status: Any) -> Iterator[WhyUnlisted]:
    if status != policies.OPEN_STATUS:
        yield status
    if row.hidden_at is not None:
        yield "hidden"


def to_members(row: Any) -> Mapping[str, Any]:
    """Return the members of a job; those that were not sent are null."""
    return {**_ALL_NULL, **row.fields}


def to_card(row: Any) -> JobCard:
    """Convert a job to its card, which has no contact."""
    return JobCard.from_row(to_members(row), id=row.id, created_at=row.created_at)


def to_document(values: Mapping[str, Any]) -> Document:
    """Return the sort keys and search tokens of a job.

    The words of the role have the best grade.
    """
    fields = values["fields"]
    comp = policies.max_compensation(fields)
    procedures = fields.get("required_procedures") or ()
    texts = [fields[name] for name in ("role_needed", "company_name", "challenge")]
    texts += [fields.get("specialty") or "", fields.get("role_type") or "", *procedures]
    tokens = {
        EVERY: 0,
        STATUS + values["status"]: 0,
        **{to_filter_token(name, fields.get(name)): 0 for name in FILTERS},
        **{PLACE + word: 0 for place in locations(fields) for word in tokenize(place)},
        **{WORD + word: 1 for text in texts for word in tokenize(text)},
        **{WORD + word: 0 for word in tokenize(fields["role_needed"])},
    }
    if comp != policies.UNSTATED:
        tokens |= dict.fromkeys(of_number(COMP, comp), 0)
    row = {"job_id": values["id"], "created_at": values["created_at"], "comp": comp}
    return row, tokens


def to_filter_token(name: str, value: object) -> str:
    """Return the token of a filter."""
    return f"{name}:{value}"


def locations(fields: Mapping[str, Any]) -> list[str]:
    """Return all locations of a job."""
    primary = [fields["location"]] if fields.get("location") else []
    return [*primary, *(fields.get("additional_locations") or ())]
