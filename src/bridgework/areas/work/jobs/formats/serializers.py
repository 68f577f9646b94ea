"""Converts rows of jobs to responses and search documents."""

from collections.abc import Iterator
from datetime import datetime

from bridgework.areas.work.jobs import policies
from bridgework.areas.work.jobs.records import Job, JobFields
from bridgework.areas.work.jobs.schemas import JobCard, JobPosting, JobStatus
from bridgework.areas.work.postings import visibility as of_postings
from bridgework.areas.work.postings.policies import PostingFacts
from bridgework.areas.work.postings.records import ForCard, Listed
from bridgework.areas.work.postings.schemas import WhyUnlisted
from bridgework.areas.work.postings.search import STATUS
from bridgework.kit.actions import allowed_actions
from bridgework.kit.data.search import EVERY, of_number
from bridgework.kit.data.search.documents import Document
from bridgework.kit.data.search.tokens import WORD
from bridgework.kit.security import Caller
from bridgework.kit.text import tokenize
from bridgework.terminology import search

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


def to_schema(listed: Listed[Job], caller: Caller, now: datetime) -> JobPosting:
    """Convert a job, with the contact and the rejection reason if the reader may see them."""
    job, view = listed.posting, listed.view
    status = policies.status_of(job, now)
    facts = PostingFacts(job.user_id, status, view.my_application_id is not None)
    members = {
        **job.fields._asdict(),
        **of_postings.to_members(listed, caller, _why_unlisted(job, status)),
        "id": job.id,
        "user_id": job.user_id,
        "status": status,
        "allowed_actions": allowed_actions(policies.RULES, caller, facts),
        "rejection_reason": job.rejection_reason if view.is_in_charge else None,
        "expires_at": job.expires_at,
        "created_at": job.created_at,
        "updated_at": job.updated_at,
    }
    if not view.knows_contact:
        members |= dict.fromkeys(_CONTACT)
    return JobPosting.from_row(members)


def _why_unlisted(job: Job, status: JobStatus) -> Iterator[WhyUnlisted]:
    if status != policies.OPEN_STATUS:
        yield status
    if job.hidden_at is not None:
        yield "hidden"


def to_card(found: ForCard[Job]) -> JobCard:
    """Convert a job to its card, which has no contact."""
    job, beside = found.posting, found.beside._asdict()
    return JobCard.from_row(job.fields, id=job.id, created_at=job.created_at, **beside)


def to_document(job: Job) -> Document:
    """Return the sort keys and search tokens of a job.

    The words of the role have the best grade. Only the title and the specialty say who is wanted:
    the challenge may name the work of others.
    """
    fields = job.fields
    comp = policies.max_compensation(fields)
    places = [*locations(fields)]
    texts = [fields.company_name, fields.challenge]
    texts += [fields.role_type or "", *(fields.required_procedures or ())]
    tokens = {
        EVERY: 0,
        STATUS + job.status: 0,
        **{to_filter_token(name, getattr(fields, name)): 0 for name in FILTERS},
        **{token: 0 for place in places for token in search.filters_of_location(place)},
        **{token: 1 for place in places for token in search.tokens_of_location(place)},
        **{WORD + word: 1 for text in texts for word in tokenize(text)},
        **dict.fromkeys(search.tokens_of_text(fields.specialty or ""), 1),
        **dict.fromkeys(search.tokens_of_title(fields.role_needed), 0),
    }
    if comp != policies.UNSTATED:
        tokens |= dict.fromkeys(of_number(COMP, comp), 0)
    return {"job_id": job.id, "created_at": job.created_at, "comp": comp}, tokens


def to_filter_token(name: str, value: object) -> str:
    """Return the token of a filter."""
    return f"{name}:{value}"


def locations(fields: JobFields) -> list[str]:
    """Return all locations of a job."""
    return [*filter(None, [fields.location]), *(fields.additional_locations or ())]
