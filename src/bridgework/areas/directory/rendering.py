"""An expert's public record: its JSON, and the keys it is found by."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bridgework.areas.directory.shapes import Expert, ExpertCard
from bridgework.kit.words import key, words

SILENT = -1.0
"""Years of experience of a profile that does not tell them."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """Everything the directory keeps of one expert."""

    values: Mapping[str, Any]
    facets: Sequence[tuple[str, str]]
    words: Sequence[str]


def render(account: Any, profile: Mapping[str, Any]) -> Rendered:
    """Render `account` (a row) and `profile` (its fields); both are public by the rules."""
    expert = Expert.model_validate(_members(account, profile), strict=False)
    card = ExpertCard.model_construct(
        **{name: getattr(expert, name) for name in ExpertCard.model_fields}
    )
    last_seen = account.last_seen_at or account.created_at
    values = {
        "id": expert.id,
        "card": card.__pydantic_serializer__.to_json(card, by_alias=True),
        "record": expert.__pydantic_serializer__.to_json(expert, by_alias=True),
        "listed_at": account.created_at,
        "name_key": key(f"{expert.last_name} {expert.first_name}"),
        "years": SILENT if expert.years_experience is None else float(expert.years_experience),
        "active_on": last_seen.date().isoformat(),
    }
    return Rendered(values, sorted(set(_facets(expert))), _words(expert))


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


def _skills(expert: Expert) -> Iterator[str]:
    for group in expert.skills or ():
        yield from group.items


def _facets(expert: Expert) -> Iterator[tuple[str, str]]:
    for skill in _skills(expert):
        yield "skill", key(skill)
    for tag in expert.tags or ():
        yield "tag", key(tag)
    for word in words(expert.location or ""):
        yield "place", word
    if expert.availability:
        yield "availability", key(expert.availability)
    if expert.engagement_type:
        yield "engagement", key(expert.engagement_type)


def _words(expert: Expert) -> Sequence[str]:
    """The words of what a search looks through (contract section 3.3), each once."""
    texts = [
        expert.first_name,
        expert.last_name,
        expert.title,
        *expert.specialty,
        *(expert.secondary_specialties or ()),
        *_skills(expert),
        *(expert.tags or ()),
        expert.bio or "",
        expert.company or "",
        *(text for item in expert.outcomes or () for text in (item.title, item.description)),
    ]
    return sorted({word for text in texts for word in words(text)})
