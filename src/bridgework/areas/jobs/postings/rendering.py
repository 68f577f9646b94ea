"""From a posting's row to what is told of it and what it is found by, without a database."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from bridgework.areas.jobs.index import whereabouts
from bridgework.areas.jobs.postings import rules
from bridgework.areas.jobs.postings.shapes import (
    JobCard,
    JobPosting,
)
from bridgework.areas.jobs.tables import FILTERED_BY
from bridgework.kit.text import tokenize

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


def columns(fields: Mapping[str, Any]) -> dict[str, object]:
    """What the open list is filtered by, out of a posting's members."""
    state = whereabouts.of(_place_words(fields))
    given = {name: fields.get(name) for name in FILTERED_BY}
    return {**given, "comp": rules.comp(fields), "state": state}


def facets(fields: Mapping[str, Any]) -> set[tuple[str, str]]:
    """What a posting is found by: kinds and folded words."""
    procedures = fields.get("required_procedures") or ()
    texts = [fields[name] for name in ("role_needed", "company_name", "challenge")]
    texts += [fields.get("specialty") or "", fields.get("role_type") or "", *procedures]
    return {
        *(("word", word) for text in texts for word in tokenize(text)),
        *(("role", word) for word in tokenize(fields["role_needed"])),
        *(("place", word) for word in _place_words(fields)),
    }


def places(fields: Mapping[str, Any]) -> Sequence[str]:
    """Everywhere that a posting is for."""
    return list(_places(fields))


def _place_words(fields: Mapping[str, Any]) -> set[str]:
    return {word for place in places(fields) for word in tokenize(place)}


def _places(fields: Mapping[str, Any]) -> Iterator[str]:
    if fields.get("location"):
        yield fields["location"]
    yield from fields.get("additional_locations") or ()
