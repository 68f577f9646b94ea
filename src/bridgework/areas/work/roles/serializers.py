"""Converts rows of roles to responses and search documents."""

from collections.abc import Iterator
from datetime import datetime

from bridgework.areas.work.postings import visibility as of_postings
from bridgework.areas.work.postings.policies import PostingFacts
from bridgework.areas.work.postings.records import ForCard, Listed
from bridgework.areas.work.postings.schemas import WhyUnlisted
from bridgework.areas.work.postings.search import STATUS
from bridgework.areas.work.roles import policies, schemas
from bridgework.areas.work.roles.records import Role
from bridgework.kit.actions import allowed_actions
from bridgework.kit.data.search import EVERY
from bridgework.kit.data.search.documents import Document
from bridgework.kit.data.search.tokens import WORD
from bridgework.kit.security import Caller
from bridgework.kit.text import sort_key, tokenize
from bridgework.terminology import search

TAG, VERTICAL = "tag:", "vertical:"
"""Prefixes of the tokens of filters."""
_CONTACT = ("contact_person", "contact_email")


def to_schema(listed: Listed[Role], caller: Caller, _: datetime) -> schemas.RolePosting:
    """Convert a role, with the contact if the reader may see it."""
    role, view = listed.posting, listed.view
    facts = PostingFacts(role.user_id, role.status, view.my_application_id is not None)
    members = {
        **role.fields._asdict(),
        **of_postings.to_members(listed, caller, _why_unlisted(role)),
        "id": role.id,
        "user_id": role.user_id,
        "status": role.status,
        "rejection_reason": role.rejection_reason if view.is_in_charge else None,
        "allowed_actions": allowed_actions(policies.RULES, caller, facts),
        "change_in_review_since": view.change_in_review_since,
        "created_at": role.created_at,
        "updated_at": role.updated_at,
    }
    if not view.knows_contact:
        members |= dict.fromkeys(_CONTACT)
    return schemas.RolePosting.from_row(members)


def _why_unlisted(role: Role) -> Iterator[WhyUnlisted]:
    if role.status != policies.OPEN_STATUS:
        yield role.status if role.rejected_at is None else "rejected"


def to_card(found: ForCard[Role]) -> schemas.RoleCard:
    """Convert a role to its card, which has no contact."""
    role, beside = found.posting, found.beside._asdict()
    return schemas.RoleCard.from_row(role.fields, id=role.id, created_at=role.created_at, **beside)


def to_document(role: Role) -> Document:
    """Return the sort key and search tokens of a role."""
    columns = {"role_id": role.id, "created_at": role.created_at}
    return columns, dict.fromkeys(_tokens(role), 0)


def _tokens(role: Role) -> Iterator[str]:
    fields = role.fields
    tags = fields.tags or ()
    location = fields.location or ""
    texts = [fields.company_name, fields.challenge, *tags]
    yield EVERY
    yield STATUS + role.status
    yield VERTICAL + sort_key(fields.healthcare_vertical)
    yield from search.tokens_of_title(fields.role_needed)
    yield from (WORD + word for text in texts for word in tokenize(text))
    yield from search.tokens_of_location(location)
    yield from search.filters_of_location(location)
    yield from (TAG + sort_key(tag) for tag in tags)
