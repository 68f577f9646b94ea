"""Where something is: cities and states, as far as a text tells."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bridgework.areas.matching.formula import ANYBODY, PARTLY, WHOLLY, Wanted
from bridgework.kit.text import tokenize
from bridgework.terminology import us_states

_PARTS = re.compile(r"[,;/|()\n]+| - ")
_REMOTE = frozenset({"remote", "remotely", "virtual", "virtually", "anywhere", "nationwide"})
_SAYS_NOTHING = frozenset(
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
    """What a text says of a place; codes of states, folded names of cities."""

    cities: frozenset[str]
    states: frozenset[str]
    is_remote: bool


def place(text: str) -> Place:
    """Read a location."""
    named = us_states.in_place(text)
    cities = frozenset(_cities(text))
    return Place(cities, named, not _REMOTE.isdisjoint(tokenize(text)))


def is_remote(text: str) -> bool:
    """Whether a text says that it does not matter where somebody is."""
    return place(text).is_remote


def wanted(text: str) -> list[Wanted]:
    """What a posting at this place wants: there wholly, elsewhere in the state in part.

    A licence for the state counts as being elsewhere in it. Without a city the state is enough.
    """
    there = place(text)
    met_by: dict[str, int] = {}
    for code in sorted(there.states):
        in_state = PARTLY if there.cities else WHOLLY
        met_by |= {f"state:{code}": in_state, f"licensed:{code}": PARTLY}
        met_by |= {f"city:{city} {code}": WHOLLY for city in sorted(there.cities)}
    if not there.states:
        met_by = {f"city:{city}": WHOLLY for city in sorted(there.cities)}
    return [Wanted(" ".join(text.split()), met_by)] if met_by else []


def anywhere() -> list[Wanted]:
    """What remote work wants: nothing of where somebody is."""
    return [Wanted("remote work", {ANYBODY: WHOLLY})]


def traits(text: str) -> Iterator[str]:
    """What somebody at this place offers."""
    here = place(text)
    for city in here.cities:
        yield f"city:{city}"
        yield from (f"city:{city} {code}" for code in here.states)
    yield from (f"state:{code}" for code in here.states)


def licensed(names: list[str]) -> Iterator[str]:
    """What somebody licensed in these states offers."""
    for name in names:
        yield from (f"licensed:{code}" for code in us_states.in_place(name))


def _cities(text: str) -> Iterator[str]:
    """What is left of each part of a text without its states and its fillers."""
    for part in _PARTS.split(text):
        said = tokenize(part)
        of_states = {
            index
            for span in us_states.spans_in_place(said)
            for index in range(span.start, span.stop)
        }
        rest = [
            word
            for index, word in enumerate(said)
            if index not in of_states and word not in _SAYS_NOTHING | _REMOTE and not word.isdigit()
        ]
        if rest:
            yield " ".join(rest)
