"""Converts rows of roles to responses and search documents."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from bridgework.areas.work.postings import visibility as of_postings
from bridgework.areas.work.postings.policies import PostingFacts
from bridgework.areas.work.postings.schemas import WhyUnlisted
from bridgework.areas.work.postings.search import STATUS
from bridgework.areas.work.roles import policies, schemas
from bridgework.kit.actions import allowed_actions
from bridgework.kit.data.search import EVERY
from bridgework.kit.data.search.documents import Document
from bridgework.kit.data.search.tokens import PLACE, WORD
from bridgework.kit.security import Caller
from bridgework.kit.text import sort_key, tokenize

TAG, VERTICAL = "tag:", "vertical:"
"""Prefixes of the tokens of filters."""
_CONTACT = ("contact_person", "contact_email")
_COLUMNS = ("id", "user_id", "status", "created_at", "updated_at")
_ALL_NULL: Mapping[str, Any] = dict.fromkeys(schemas.RolePosting.model_fields)


def to_schema(row: Any, caller: Caller, _: datetime) -> schemas.RolePosting:
    """Convert a role, with the contact if the reader may see it."""
    facts = PostingFacts(row.user_id, row.status, row.my_application_id is not None)
    members = {
        **to_members(row),
        **{name: getattr(row, name) for name in _COLUMNS},
        **of_postings.to_members(row, caller, policies.APPLICATION_STATUSES, _why_unlisted(row)),
        "rejection_reason": row.rejection_reason if row.is_in_charge else None,
        "allowed_actions": allowed_actions(policies.RULES, caller, facts),
        "change_in_review_since": row.change_in_review_since,
    }
    if not row.knows_contact:
        members |= dict.fromkeys(_CONTACT)
    return schemas.RolePosting.from_row(members)


def _why_unlisted(row: Any) -> Iterator[WhyUnlisted]:
    if row.status != policies.OPEN_STATUS:
        yield row.status if row.rejected_at is None else "rejected"


def to_members(row: Any) -> Mapping[str, Any]:
    """Return the members of a role; those that were not sent are null."""
    return {**_ALL_NULL, **row.fields}


def to_card(row: Any) -> schemas.RoleCard:
    """Convert a role to its card, which has no contact."""
    return schemas.RoleCard.from_row(to_members(row), id=row.id, created_at=row.created_at)


def to_document(values: Mapping[str, Any]) -> Document:
    """Return the sort key and search tokens of a role."""
    row = {"role_id": values["id"], "created_at": values["created_at"]}
    return row, dict.fromkeys(_tokens(values), 0)


def _tokens(values: Mapping[str, Any]) -> Iterator[str]:
    fields = values["fields"]
    tags = fields.get("tags") or []
    texts = [fields["role_needed"], fields["company_name"], fields["challenge"], *tags]
    yield EVERY
    yield STATUS + values["status"]
    yield VERTICAL + sort_key(fields["healthcare_vertical"])
    yield from (WORD + word for text in texts for word in tokenize(text))
    yield from (PLACE + word for word in tokenize(fields.get("location") or ""))
    yield from (TAG + sort_key(tag) for tag in tags)
