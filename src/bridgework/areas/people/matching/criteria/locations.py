"""Extract cities, states and metropolitan areas from free text."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bridgework.areas.people.matching.criteria import mobility
from bridgework.areas.people.matching.formula import ANY_RECORD, PARTLY, WHOLLY, Requirement
from bridgework.kit.text import cache_short_texts, tokenize
from bridgework.terminology import metropolitan_areas, us_states

_PARTS = re.compile(r"[,;/|()\n]+| - ")
UNLISTED = "unlisted:"
"""The beginning of the traits of a place that the data does not contain: of its states."""
_CAPITAL = "DC"
"""The state whose name is also that of its only city."""
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

    @property
    def areas(self) -> frozenset[str]:
        """The metropolitan areas of the cities. Empty if the data does not contain them."""
        cities = self.cities | ({"washington"} if _CAPITAL in self.states else frozenset())
        pairs = [(city, state) for city in cities for state in self.states]
        found = {metropolitan_areas.area_of(*pair) for pair in pairs}
        return frozenset(area for area in found if area is not None)


def parse(text: str) -> Place:
    """Parse a location."""
    states = us_states.in_place(text)
    cities = frozenset(_cities(text))
    return Place(cities, states, not _REMOTE.isdisjoint(tokenize(text)))


def is_remote(text: str) -> bool:
    """Return whether a text describes remote work."""
    return parse(text).is_remote


def is_known(text: str) -> bool:
    """Return whether a text names a state, so that its distance from others can be judged."""
    return bool(parse(text).states)


def requirements(text: str, *, is_on_site: bool) -> list[Requirement]:
    """Require this location. A city of the same metropolitan area is as near as the city itself.

    Partly meet it: another place in the state; a city of this name without a state; a place that
    the data does not contain, if the area extends to its state; a person who would move or travel;
    and, unless the work is on site, a license for the state. Without a city, the state meets it
    wholly.
    """
    place = parse(text)
    cities, states = sorted(place.cities), sorted(place.states)
    if not states:
        met_by = {f"city:{city}": WHOLLY for city in cities}
        return _requirement(text, met_by | {mobility.ANYWHERE: PARTLY}) if met_by else []
    met_by = {f"city:{city} {code}": WHOLLY for code in states for city in cities}
    met_by |= {f"area:{area}": WHOLLY for area in sorted(place.areas)}
    met_by |= {f"state:{code}": PARTLY if cities else WHOLLY for code in states}
    met_by |= {f"stateless:{city}": PARTLY for city in cities}
    around = frozenset[str]().union(*map(metropolitan_areas.states_of, place.areas))
    met_by |= {f"{UNLISTED}{code}": PARTLY for code in sorted(around - place.states)}
    if not is_on_site:
        met_by |= {f"licensed:{code}": PARTLY for code in states}
    met_by |= {mobility.within(code): PARTLY for code in states}
    return _requirement(text, met_by | {mobility.ANYWHERE: PARTLY})


def _requirement(text: str, met_by: dict[str, int]) -> list[Requirement]:
    return [Requirement(" ".join(text.split()), met_by)]


REMOTE = Requirement("remote work", {ANY_RECORD: WHOLLY})
"""The requirement of remote work, which every record meets."""


@cache_short_texts(8_192)
def traits(text: str) -> tuple[str, ...]:
    """Return the traits of a person at this location."""
    return tuple(_traits(parse(text)))


def _traits(place: Place) -> Iterator[str]:
    for city in place.cities:
        yield f"city:{city}" if place.states else f"stateless:{city}"
        yield from (f"city:{city} {code}" for code in place.states)
    yield from (f"state:{code}" for code in place.states)
    yield from (f"area:{area}" for area in place.areas)
    if not place.areas:
        yield from (f"{UNLISTED}{code}" for code in place.states)


def licence_traits(state: str) -> Iterator[str]:
    """Yield the traits of a person who is licensed in a state."""
    return (f"licensed:{code}" for code in us_states.in_place(state))


def _cities(text: str) -> Iterator[str]:
    """Yield the city that each part of a text names, without its state and filler words.

    A part that is the name of a state is a city if the same state follows: New York, NY.
    """
    parts = [tokenize(part) for part in _PARTS.split(text)]
    states = [us_states.spans_in_place(words) for words in parts]
    for index, (words, spans) in enumerate(zip(parts, states, strict=True)):
        following = {span.means for later in states[index + 1 :] for span in later}
        if spans and spans[-1].start > 0 and not _name_a_city(words[spans[-1].stop :]):
            following = {spans[-1].means}
            words, spans = words[: spans[-1].start], spans[:-1]  # noqa: PLW2901
        in_states = {place for span in spans for place in range(span.start, span.stop)}
        named = [at for at, word in enumerate(words) if _may_name_a_city(word)]
        has_others = any(at not in in_states for at in named)
        if named and (has_others or any(span.means in following for span in spans)):
            yield metropolitan_areas.city_key(" ".join(words[at] for at in named))


def _name_a_city(words: Iterable[str]) -> bool:
    return any(map(_may_name_a_city, words))


def _may_name_a_city(word: str) -> bool:
    return word not in _FILLERS | _REMOTE and not word.isdigit()
