"""Finds the metropolitan area of a place: cities between which people commute.

    area_of("round rock", "TX")    # Austin
    states_of("Chicago")           # IL, IN and WI

`metropolitan_areas.toml` lists the areas, and says what it is and is not.
"""

import re
from collections.abc import Mapping

from bridgework.kit.text import tokenize
from bridgework.terminology import data

_ABBREVIATIONS = {"st": "saint", "ste": "sainte", "ft": "fort", "mt": "mount"}
_SEPARATOR = re.compile(r",\s*")


def city_key(name: str) -> str:
    """The normalized name of a city, the same for "St. Louis" and "Saint Louis"."""
    first, *rest = tokenize(name) or [""]
    return " ".join([_ABBREVIATIONS.get(first, first), *rest])


def area_of(city: str, state: str) -> str | None:
    """The area of a city, by its `city_key` and the two-letter code of its state."""
    return _AREAS.get((city, state))


def states_of(area: str) -> frozenset[str]:
    """The codes of the states that an area extends to."""
    return _STATES[area]


def _read() -> dict[tuple[str, str], str]:
    return {
        (city_key(city), state): area
        for area, places in data.metropolitan_areas().items()
        for state, cities in places.items()
        for city in _SEPARATOR.split(cities)
    }


_AREAS: Mapping[tuple[str, str], str] = _read()
_STATES: Mapping[str, frozenset[str]] = {
    area: frozenset(places) for area, places in data.metropolitan_areas().items()
}
