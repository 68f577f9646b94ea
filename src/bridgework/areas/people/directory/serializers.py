"""Renders an expert's public record and card to JSON, with sort keys and search tokens."""

from dataclasses import dataclass

from bridgework.areas.people.directory import index_entries, schemas
from bridgework.areas.people.directory.records import Person, SortKeys
from bridgework.areas.people.profiles.records import Fields
from bridgework.kit.core import Id
from bridgework.kit.data.search import Tokens
from bridgework.kit.text import sort_key

UNKNOWN_YEARS = -1.0
"""The sort key of a profile without years of experience: they come last."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """Everything that the directory stores about an expert."""

    id: Id
    card: bytes
    keys: SortKeys
    record: bytes
    found_by: Tokens


def render(person: Person, searchable: Fields) -> Rendered:
    """Render an expert. The caller has checked that the expert is listed.

    The record contains the whole profile; the card and the tokens are made from `searchable`.
    """
    expert = to_expert(person)
    searchable_expert = expert
    if searchable is not person.profile:
        searchable_expert = _to_expert(person, searchable)
    card = schemas.ExpertCard.model_construct(
        **{name: getattr(searchable_expert, name) for name in schemas.ExpertCard.model_fields}
    )
    account, years = person.account, expert.years_experience
    last_seen = account.last_seen_at or account.created_at
    keys = SortKeys(
        listed_at=account.created_at,
        name_key=sort_key(f"{expert.last_name} {expert.first_name}"),
        years=UNKNOWN_YEARS if years is None else float(years),
        active_on=last_seen.date().isoformat(),
        edition=index_entries.EDITION,
    )
    return Rendered(
        id=account.id,
        card=card.__pydantic_serializer__.to_json(card, by_alias=True),
        keys=keys,
        record=expert.__pydantic_serializer__.to_json(expert, by_alias=True),
        found_by=index_entries.to_tokens(searchable_expert),
    )


def to_expert(person: Person) -> schemas.ExpertRecord:
    """Convert an account and its profile to the public record."""
    return _to_expert(person, person.profile)


def _to_expert(person: Person, profile: Fields) -> schemas.ExpertRecord:
    account = person.account
    licenses = profile.licenses
    return schemas.ExpertRecord.from_row(
        profile,
        id=account.id,
        first_name=account.first_name,
        last_name=account.last_name,
        avatar_url=account.avatar_url,
        verification_tier=account.verification_tier,
        is_verified=person.state.change_in_review_since is None,
        updated_at=person.state.updated_at,
        # Only the states: the numbers of licences are private.
        licensed_states=licenses and sorted({item["licensed_state"] for item in licenses}),
    )
