"""Extract cities and states from free text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bridgework.areas.people.matching.formula import ANY_RECORD, PARTLY, WHOLLY, Requirement
from bridgework.kit.text import tokenize
from bridgework.terminology import us_states

_PARTS = re.compile(r"[,;/|()\n]+| - ")
_REMOTE = frozenset({"remote", "remotely", "virtual", "virtually", "anywhere", "nationwide"})
_FILLERS = frozenset(
    {
        "a",
        "america",
        "and",
        "area",
        "county",
        "greater",
        "hybrid",
        "in",
        "location",
        "locations",
        "metro",
        "metropolitan",
        "multiple",
        "near",
        "of",
        "office",
        "on",
        "onsite",
        "or",
        "region",
        "s",
        "site",
        "the",
        "u",
        "united",
        "us",
        "usa",
    }
)


@dataclass(frozen=True, slots=True)
class Place:
    """A location: normalized names of cities, codes of states, and whether it is remote."""

    cities: frozenset[str]
    states: frozenset[str]
    is_remote: bool


def parse(text: str) -> Place:
    """Parse a location."""
    states = us_states.in_place(text)
    cities = frozenset(_cities(text))
    return Place(cities, states, not _REMOTE.isdisjoint(tokenize(text)))


def is_remote(text: str) -> bool:
    """Return whether a text describes remote work."""
    return parse(text).is_remote


def requirements(text: str) -> list[Requirement]:
    """Require this location: the city meets it wholly, another place in the state partly.

    A licence for the state counts as a place in it. Without a city, the state meets it wholly.
    """
    place = parse(text)
    met_by: dict[str, int] = {}
    for code in sorted(place.states):
        in_state = PARTLY if place.cities else WHOLLY
        met_by |= {f"state:{code}": in_state, f"licensed:{code}": PARTLY}
        met_by |= {f"city:{city} {code}": WHOLLY for city in sorted(place.cities)}
    if not place.states:
        met_by = {f"city:{city}": WHOLLY for city in sorted(place.cities)}
    return [Requirement(" ".join(text.split()), met_by)] if met_by else []


REMOTE = Requirement("remote work", {ANY_RECORD: WHOLLY})
"""The requirement of remote work, which every record meets."""


def traits(text: str) -> Iterator[str]:
    """Yield the traits of a person at this location."""
    place = parse(text)
    for city in place.cities:
        yield f"city:{city}"
        yield from (f"city:{city} {code}" for code in place.states)
    yield from (f"state:{code}" for code in place.states)


def licence_traits(states: list[str]) -> Iterator[str]:
    """Yield the traits of a person licensed in these states."""
    for state in states:
        yield from (f"licensed:{code}" for code in us_states.in_place(state))


def _cities(text: str) -> Iterator[str]:
    """Yield what is left of each part of a text without states and filler words."""
    for part in _PARTS.split(text):
        words = tokenize(part)
        state_indexes = {
            index
            for span in us_states.spans_in_place(words)
            for index in range(span.start, span.stop)
        }
        rest = [
            word
            for index, word in enumerate(words)
            if index not in state_indexes and word not in _FILLERS | _REMOTE and not word.isdigit()
        ]
        if rest:
            yield " ".join(rest)
