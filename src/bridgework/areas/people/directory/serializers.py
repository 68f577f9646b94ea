"""Renders an expert's public record and card to JSON, with sort keys and search tokens."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bridgework.areas.people.directory import index_entries, schemas
from bridgework.kit.data.search import Tokens
from bridgework.kit.text import sort_key

UNKNOWN_YEARS = -1.0
"""The sort key of a profile without years of experience: they come last."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """Everything that the directory stores about an expert."""

    values: Mapping[str, Any]
    record: bytes
    found_by: Tokens


def render(account: Any, profile: Mapping[str, Any], searchable: Mapping[str, Any]) -> Rendered:
    """Render the expert with the row `account` and the profile fields `profile`.

    The caller has checked that the expert is listed. The record contains the whole profile; the
    card and the tokens are made from `searchable`.
    """
    expert = to_expert(account, profile)
    searchable_expert = expert if searchable is profile else to_expert(account, searchable)
    card = schemas.ExpertCard.model_construct(
        **{name: getattr(searchable_expert, name) for name in schemas.ExpertCard.model_fields}
    )
    last_seen = account.last_seen_at or account.created_at
    values = {
        "id": expert.id,
        "card": card.__pydantic_serializer__.to_json(card, by_alias=True),
        "listed_at": account.created_at,
        "name_key": sort_key(f"{expert.last_name} {expert.first_name}"),
        "years": UNKNOWN_YEARS
        if expert.years_experience is None
        else float(expert.years_experience),
        "active_on": last_seen.date().isoformat(),
        "edition": index_entries.EDITION,
    }
    record = expert.__pydantic_serializer__.to_json(expert, by_alias=True)
    return Rendered(values, record, index_entries.to_tokens(searchable_expert))


def to_expert(account: Any, profile: Mapping[str, Any]) -> schemas.ExpertRecord:
    """Convert an account and the fields of its profile to the public record."""
    return schemas.ExpertRecord.from_row(_to_members(account, profile))


def _to_members(account: Any, profile: Mapping[str, Any]) -> dict[str, Any]:
    members = {name: profile.get(name) for name in schemas.ExpertRecord.model_fields}
    licenses = profile.get("licenses")
    members |= {
        "id": account.id,
        "first_name": account.first_name,
        "last_name": account.last_name,
        "avatar_url": account.avatar_url,
        "verification_tier": account.verification_tier,
        "is_verified": account.change_in_review_since is None,
        "updated_at": account.updated_at,
        # Only the states: the numbers of licences are private.
        "licensed_states": licenses and sorted({item["licensed_state"] for item in licenses}),
    }
    return members
