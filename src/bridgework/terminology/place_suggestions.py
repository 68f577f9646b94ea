"""Suggests places for the beginning of what a person types.

    suggest("Philly")       # Philadelphia
    suggest("portland, o")  # Portland in Oregon, Portland in Ohio
    suggest("tex")          # Texas, Texas City, Texarkana

`places.read` reads the name, region and country of a suggestion as the place that is suggested.
"""

import functools
import heapq
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from bridgework.kit.text import cache_short_texts, tokenize
from bridgework.terminology import data, places

MOST = 10
"""Suggestions for a text."""
_LONGEST = 12
"""Words, and parts between commas, that are compared. No place with its region has more."""
_KINDS = ("city", "part", "area", "region")
"""The kinds of places of the same size, in this order."""
_IS_NO_NAME = re.compile(r"[\d/()]| - ").search
"""Finds what some entries of the list have that nobody writes for a place: "Ct 0003"."""
_LAST = "\U0010ffff"
"""Sorts after every letter."""


class Suggestion(NamedTuple):
    """A city, a part of one, a metropolitan area by its nickname, or a region.

    `country` is a code of ISO 3166-1. `metro` is the metropolitan area.
    """

    name: str
    region: str | None
    country: str
    metro: str | None
    latitude: float | None
    longitude: float | None


class _Entry(NamedTuple):
    """A place under one of its names."""

    key: str
    kind: str
    name: str
    region: str
    inhabitants: int
    """In thousands. A region or an area counts as large as its largest city."""
    city: places.City | None = None
    area: str | None = None

    @property
    def place(self) -> tuple[str, str, str]:
        """The same for each name of a place."""
        return self.kind, self.area if self.kind == "area" and self.area else self.name, self.region


@cache_short_texts(4_096)
def suggest(text: str) -> Sequence[Suggestion]:
    """Return at most 10 places whose name begins with `text`, the largest first.

    After a name, `text` may have the beginning of its region or country.
    """
    found = {entry.place: entry for entry in _find(text)}
    return [_to_suggestion(entry) for entry in heapq.nsmallest(MOST, found.values(), key=_order)]


def _order(entry: _Entry) -> tuple[int, int, str, str]:
    return -entry.inhabitants, _KINDS.index(entry.kind), entry.name, entry.region


def _to_suggestion(entry: _Entry) -> Suggestion:
    city, country = entry.city, places.country_of(entry.region)
    area = entry.area
    if city is not None and area is None:
        area = places.area_of(places.city_key(city.name), city.region)
    return Suggestion(
        name=entry.name,
        region=None if entry.region == country else _spellings()[entry.region][0],
        country=country,
        metro=area,
        latitude=None if city is None else city.latitude,
        longitude=None if city is None else city.longitude,
    )


def _find(text: str) -> Iterator[_Entry]:
    """Yield what begins with a text, or with its first words if a region begins with the others."""
    name, *others = text.split(",")[:_LONGEST]
    words = _words(name)
    within = [part for part in map(_words, others) if part]
    yield from _beginning_with(words) if not others else _in_regions(words, within)
    for end in range(1, len(words)):
        yield from _in_regions(words[:end], [words[end:], *within])


def _words(text: str) -> list[str]:
    """Return the normalized words of a text without postal codes."""
    return [word for word in tokenize(text) if not word.isdigit()][:_LONGEST]


def _beginning_with(words: Sequence[str]) -> Iterator[_Entry]:
    """Yield the entries whose name begins with words, the last of which may be incomplete."""
    for start in _spelled(words):
        yield from _between(start, start + _LAST)


def _in_regions(words: Sequence[str], within: Sequence[Sequence[str]]) -> Iterator[_Entry]:
    """Yield the entries of a name, in the regions and countries whose names begin as `within`."""
    for key in _spelled(words):
        for entry in _between(key, key + "\0"):
            if all(_is_within(entry.region, " ".join(part)) for part in within):
                yield entry


def _spelled(words: Sequence[str]) -> set[str]:
    """Return words as the beginning of a key: "St" begins Stockton, and St. Louis too."""
    name = " ".join(words)
    return {name, places.city_key(name)} - {""}


def _between(start: str, stop: str) -> Sequence[_Entry]:
    entries, keys = _index()
    return entries[bisect_left(keys, start) : bisect_left(keys, stop)]


@functools.lru_cache(8_192)
def _is_within(region: str, beginning: str) -> bool:
    """Return whether a name of a region, of its country, or of both, begins with a text."""
    names = _keys_of_region(region)
    countries = _keys_of_country(places.country_of(region))
    both = [f"{name} {country}" for name in names for country in countries]
    return any(name.startswith(beginning) for name in (*names, *countries, *both))


@functools.cache
def _keys_of_region(region: str) -> Sequence[str]:
    return _keys([region.rpartition("-")[2], *_spellings()[region]])


@functools.cache
def _keys_of_country(code: str) -> Sequence[str]:
    return _keys([code, *data.regions()["countries"].get(code, ())])


def _keys(names: Sequence[str]) -> Sequence[str]:
    return [" ".join(tokenize(name)) for name in names]


@functools.cache
def _spellings() -> Mapping[str, Sequence[str]]:
    """Return the names of each region; the first one is its usual name."""
    return {**data.words()["states"]["named"], **data.regions()["regions"]}


@functools.cache
def _index() -> tuple[Sequence[_Entry], Sequence[str]]:
    """Return the entries sorted by their keys, and these keys."""
    cities = [
        _of_city(key, city)
        for key, by_region in places.cities().items()
        for city in by_region.values()
        if not _IS_NO_NAME(city.name)
    ]
    cities += [_of_city(key, city) for key, city in _nicknames()]
    known = {(entry.key, entry.region) for entry in cities}
    areas = list(_areas())
    known |= {(entry.key, entry.region) for entry in areas}
    parts = [entry for entry in _parts() if (entry.key, entry.region) not in known]
    regions = list(_regions(cities))
    entries = sorted([*cities, *parts, *areas, *regions], key=attrgetter("key"))
    return entries, [entry.key for entry in entries]


def _of_city(key: str, city: places.City) -> _Entry:
    return _Entry(key, "city", city.name, city.region, city.inhabitants, city)


def _nicknames() -> Iterator[tuple[str, places.City]]:
    """Yield the cities by what else people call them."""
    for place, nicknames in data.regions()["cities"].items():
        name, _, region = place.partition(", ")
        city = places.cities()[places.city_key(name)][region]
        yield from ((places.city_key(nickname), city) for nickname in nicknames)


def _parts() -> Iterator[_Entry]:
    """Yield the places of metropolitan areas. They have no coordinates."""
    for area, by_region in data.metropolitan_areas().items():
        for region, names in by_region.items():
            for name in names.split(", "):
                yield _Entry(places.city_key(name), "part", name, region, 0, area=area)


def _areas() -> Iterator[_Entry]:
    """Yield the metropolitan areas by their nicknames. Their place is that of their first city."""
    nicknamed = dict(_nicknames())
    for area, nicknames in data.regions()["areas"].items():
        region, names = next(iter(data.metropolitan_areas()[area].items()))
        first = places.city_key(names.split(", ")[0])
        city = places.find_city(first, region) or nicknamed[first]
        for name in nicknames:
            key = places.city_key(name)
            yield _Entry(key, "area", name, region, city.inhabitants, city, area)


def _regions(cities: Sequence[_Entry]) -> Iterator[_Entry]:
    """Yield the regions by each of their names."""
    largest: dict[str, int] = {}
    for city in cities:
        largest[city.region] = max(city.inhabitants, largest.get(city.region, 0))
    for region, names in _spellings().items():
        for key in _keys_of_region(region):
            yield _Entry(key, "region", names[0], region, largest.get(region, 0))
