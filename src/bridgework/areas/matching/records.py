"""Reading a record: what a profile or a posting says, by the Python names of its members."""

from collections.abc import Iterator, Mapping
from typing import Any

from bridgework.areas.matching.formula import Offer


def text(record: Mapping[str, Any], member: str) -> str:
    """A member that is a text, empty where there is none."""
    return record.get(member) or ""


def listed(record: Mapping[str, Any], member: str) -> list[Any]:
    """A member that is a list, empty where there is none."""
    return record.get(member) or []


def gathered(traits: Mapping[str, Iterator[str]]) -> Offer:
    """An offer of these traits; a record without any for a criterion is silent on it."""
    by_criterion = {name: set(found) for name, found in traits.items()}
    told = frozenset(name for name, found in by_criterion.items() if found)
    return Offer(frozenset().union(*by_criterion.values()), told)


def skills_of(profile: Mapping[str, Any]) -> Iterator[str]:
    """The skills, tags and systems of a profile."""
    for group in listed(profile, "skills"):
        yield from group["items"]
    yield from listed(profile, "tags")
    yield from listed(profile, "systems_experience")


def written(profile: Mapping[str, Any]) -> Iterator[str]:
    """What a profile tells in sentences: bio, title, outcomes, background."""
    yield text(profile, "bio")
    yield text(profile, "title")
    for outcome in listed(profile, "outcomes"):
        yield from (outcome["title"], outcome["metric"], outcome["description"])
    for post in listed(profile, "background"):
        yield from (post["role"], post["description"])
