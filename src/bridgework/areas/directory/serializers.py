"""An expert's public record: its JSON, and what it is sorted and found by."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bridgework.areas.directory import index_entries
from bridgework.areas.directory.schemas import Expert, ExpertCard
from bridgework.kit.search.tokens import Tokens
from bridgework.kit.text import sort_key

SILENT = -1.0
"""Years of experience of a profile that does not tell them."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """Everything the directory keeps of one expert."""

    values: Mapping[str, Any]
    record: bytes
    found_by: Tokens


def render(account: Any, profile: Mapping[str, Any], short: Mapping[str, Any]) -> Rendered:
    """Render `account` (a row) and `profile` (its fields); both are public by the rules.

    The record is whole; the card, and what somebody is found by, are of the profile in `short`.
    """
    expert = _expert(account, profile)
    brief = expert if short is profile else _expert(account, short)
    card = ExpertCard.model_construct(
        **{name: getattr(brief, name) for name in ExpertCard.model_fields}
    )
    last_seen = account.last_seen_at or account.created_at
    values = {
        "id": expert.id,
        "card": card.__pydantic_serializer__.to_json(card, by_alias=True),
        "listed_at": account.created_at,
        "name_key": sort_key(f"{expert.last_name} {expert.first_name}"),
        "years": SILENT if expert.years_experience is None else float(expert.years_experience),
        "active_on": last_seen.date().isoformat(),
        "edition": index_entries.EDITION,
    }
    record = expert.__pydantic_serializer__.to_json(expert, by_alias=True)
    return Rendered(values, record, index_entries.of(brief))


def _expert(account: Any, profile: Mapping[str, Any]) -> Expert:
    return Expert.model_validate(_members(account, profile), strict=False)


def _members(account: Any, profile: Mapping[str, Any]) -> dict[str, Any]:
    members = {name: profile.get(name) for name in Expert.model_fields}
    licenses = profile.get("licenses")
    members |= {
        "id": account.id,
        "first_name": account.first_name,
        "last_name": account.last_name,
        "avatar_url": account.avatar_url,
        "verification_tier": account.verification_tier,
        "updated_at": account.updated_at,
        # The state alone: a licence's number is nobody's business.
        "licensed_states": licenses and sorted({held["licensed_state"] for held in licenses}),
    }
    return members
