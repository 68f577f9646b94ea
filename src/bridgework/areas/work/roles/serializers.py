"""Converts rows of roles to responses and search documents."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from bridgework.areas.work.postings.search import STATUS
from bridgework.areas.work.roles.schemas import RoleCard, RolePosting
from bridgework.kit.search.documents import Document
from bridgework.kit.search.tokens import EVERY, PLACE, WORD
from bridgework.kit.text import sort_key, tokenize

TAG, VERTICAL = "tag:", "vertical:"
"""Prefixes of the tokens of filters."""
_CONTACT = ("contact_person", "contact_email")


def to_schema(row: Any, _: datetime) -> RolePosting:
    """Convert a role, with the contact if the reader may see it."""
    members = row._asdict()
    if not row.knows_contact:
        members |= dict.fromkeys(_CONTACT)
    return RolePosting.from_row(members)


def to_card(row: Any) -> RoleCard:
    """Convert a role to its card, which has no contact."""
    return RoleCard.from_row(row)


def to_document(values: Mapping[str, Any]) -> Document:
    """Return the sort key and search tokens of a role."""
    row = {"role_id": values["id"], "created_at": values["created_at"]}
    return row, dict.fromkeys(_tokens(values), 0)


def _tokens(values: Mapping[str, Any]) -> Iterator[str]:
    tags = values.get("tags") or []
    texts = [values["role_needed"], values["company_name"], values["challenge"], *tags]
    yield EVERY
    yield STATUS + values["status"]
    yield VERTICAL + sort_key(values["healthcare_vertical"])
    yield from (WORD + word for text in texts for word in tokenize(text))
    yield from (PLACE + word for word in tokenize(values.get("location") or ""))
    yield from (TAG + sort_key(tag) for tag in tags)
