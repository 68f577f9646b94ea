"""Read the members of a profile or a posting, by their Python names."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bridgework.areas.people.matching.criteria import locations, mobility
from bridgework.areas.people.matching.formula import Offer


def text_of(record: Mapping[str, Any], member: str) -> str:
    """Return a text member, empty if absent."""
    return record.get(member) or ""


def list_of(record: Mapping[str, Any], member: str) -> list[Any]:
    """Return a list member, empty if absent."""
    return record.get(member) or []


def build_offer(profile: Mapping[str, Any], traits: Mapping[str, Iterable[str]]) -> Offer:
    """Build an offer from traits by criterion. A criterion without traits is not stated.

    The place is stated if its state is known: otherwise nothing is known about its distance.
    """
    by_criterion = {name: set(values) for name, values in traits.items()}
    stated = {name for name, values in by_criterion.items() if values}
    if not locations.is_known(text_of(profile, "location")):
        stated.discard("place")
    return Offer(frozenset().union(*by_criterion.values()), frozenset(stated))


def place_traits(profile: Mapping[str, Any]) -> Iterator[str]:
    """Yield the traits of where a person is located, and would move or travel."""
    yield from locations.traits(text_of(profile, "location"))
    licences = [licence["licensed_state"] for licence in list_of(profile, "licenses")]
    for trait, _ in mobility.prose_traits(text_of(profile, "bio"), licences):
        yield trait
    for member in ("title", "availability", "engagement_type"):
        for trait, _ in mobility.heading_traits(text_of(profile, member), licences):
            yield trait


def skills_of(profile: Mapping[str, Any]) -> Iterator[str]:
    """Yield the skills, tags and systems of a profile."""
    for group in list_of(profile, "skills"):
        yield from group["items"]
    yield from list_of(profile, "tags")
    yield from list_of(profile, "systems_experience")


def prose_of(profile: Mapping[str, Any]) -> Iterator[str]:
    """Yield the free texts of a profile: bio, title, outcomes and background."""
    yield text_of(profile, "bio")
    yield text_of(profile, "title")
    for outcome in list_of(profile, "outcomes"):
        yield from (outcome["title"], outcome["metric"], outcome["description"])
    for position in list_of(profile, "background"):
        yield from (position["role"], position["description"])
