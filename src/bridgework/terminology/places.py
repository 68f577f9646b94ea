"""Reads places: cities, regions, countries and metropolitan areas, by name or nickname.

    read("NYC")                   # New York City, in NY
    read("Manchester, UK")        # Manchester, in GB-ENG
    read("Perth WA, Australia")   # Perth, in AU-WA
    read("Bay Area")              # the metropolitan area of San Francisco

A region is a US state by its code (TX), or one of `regions.toml` (CA-ON, IE). `cities.csv` lists
the cities and says where they are from; `metropolitan_areas.toml` lists the areas.
"""

import functools
import itertools
import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from bridgework.kit.text import cache_short_texts, tokenize
from bridgework.terminology import data, us_states
from bridgework.terminology.phrase_matcher import (
    Phrase,
    PhraseMatcher,
    Span,
    meanings_by_phrase,
    to_phrase,
)

_PARTS = re.compile(r"[,;/|()\n]+| - | (?:or|and) (?=[A-Za-z])")
_SEPARATOR = re.compile(r",\s*")
_ABBREVIATIONS = {"st": "saint", "ste": "sainte", "ft": "fort", "mt": "mount"}
_FILLERS = frozenset(
    tokenize(
        "a america and area county greater hybrid in location locations metro metropolitan multiple"
        " near of office on onsite or region s site the u"
    )
)
_COUNTRY = "country:"
"""The beginning of what a name means that is a country's."""
_AREA = "area:"
"""The beginning of the key of a metropolitan area."""
_SHORT = 3
"""Nicknames and abbreviations with fewer letters count only in locations."""
_REMOTE_WORDS = frozenset({"remote", "remotely", "virtual", "virtually", "anywhere", "nationwide"})
MILES_OF_AN_AREA = 8.0
"""A city is in the area of a listed place that is not farther away."""
MILES_OF_A_COMMUTE = 25.0
"""Cities that are in no area are near each other within this distance."""
_RADIUS = 3958.8
"""The radius of the earth in miles."""


class City(NamedTuple):
    """A city with its coordinates in degrees, and its inhabitants in thousands."""

    name: str
    region: str
    latitude: float
    longitude: float
    inhabitants: int


class Place(NamedTuple):
    """What a text names as a place.

    `towns` are the `city_key` of each city with its region, which is empty if it is not known.
    `unsettled` are the keys of those that the text names without a region: "Springfield".
    `regions` are those that the text names, and those of cities that it names without a region.
    `is_region` tells that the text means the whole of its regions and countries: "Ohio".
    """

    towns: frozenset[tuple[str, str]]
    unsettled: frozenset[str]
    regions: frozenset[str]
    countries: frozenset[str]
    areas: frozenset[str]
    is_region: bool
    is_remote: bool


def city_key(name: str) -> str:
    """Return the normalized name of a city, the same for "St. Louis" and "Saint Louis"."""
    first, *rest = tokenize(name) or [""]
    return " ".join([_ABBREVIATIONS.get(first, first), *rest])


def country_of(region: str) -> str:
    """Return the code of the country of a region."""
    return region.partition("-")[0] if "-" in region or region in {"IE", "NZ"} else "US"


def area_of(key: str, region: str) -> str | None:
    """Return the metropolitan area of a city, by its `city_key` and region."""
    listed = _areas().get((key, region))
    city = find_city(key, region)
    return listed if listed or city is None else _area_around(city)


@functools.lru_cache(maxsize=16_384)
def _area_around(city: City) -> str | None:
    """Return the area of the nearest city that an area lists."""
    near = sorted(
        (distance, area)
        for distance, key, other in _around(city, MILES_OF_AN_AREA)
        if (area := _areas().get((key, other.region)))
    )
    return near[0][1] if near else None


@cache_short_texts(8_192)
def regions_in(text: str) -> frozenset[str]:
    """Return the regions that a text names, such as that of a license."""
    return us_states.in_place(text) or read(text).regions


def search_keys(text: str) -> Set[str]:
    """Return the regions, countries and metropolitan areas of a location, as keys of a search."""
    place = read(text)
    countries = {_COUNTRY + code for code in place.countries}
    return place.regions | countries | {_AREA + area for area in place.areas}


def spans_in_place(words: Sequence[str]) -> Sequence[Span]:
    """Return the occurrences of regions, countries and nicknames in a location, as such keys."""
    return _place_keys().find_longest(words)


def spans_in_prose(words: Sequence[str]) -> Sequence[Span]:
    """Return those in a text, in which "in" and "on" are no regions."""
    return _prose_keys().find_longest(words)


def towns_near(key: str, region: str) -> Set[tuple[str, str]]:
    """Return the cities to which people commute from a city, if it is in no metropolitan area."""
    city = find_city(key, region)
    if city is None or area_of(key, region):
        return frozenset()
    return {(near, other.region) for _, near, other in _around(city, MILES_OF_A_COMMUTE)}


def regions_of(area: str) -> frozenset[str]:
    """Return the regions that a metropolitan area extends to."""
    return frozenset(data.metropolitan_areas()[area])


def miles_between(one: City, other: City) -> float:
    """Return the distance of two cities as the crow flies."""
    there, here = math.radians(one.latitude), math.radians(other.latitude)
    east = math.radians(other.longitude - one.longitude)
    angle = math.sin((here - there) / 2) ** 2
    angle += math.cos(there) * math.cos(here) * math.sin(east / 2) ** 2
    return 2 * _RADIUS * math.asin(math.sqrt(angle))


def find_city(key: str, region: str) -> City | None:
    """Return a city by its `city_key` and region."""
    return cities().get(key, {}).get(region)


@cache_short_texts(8_192)
def read(text: str) -> Place:
    """Read the places that a text names. A name without a region is its largest city."""
    words = [[word for word in tokenize(part) if not word.isdigit()] for part in _PARTS.split(text)]
    is_remote = any(not _REMOTE_WORDS.isdisjoint(part) for part in words)
    parts = [_split([word for word in part if word not in _REMOTE_WORDS]) for part in words]
    parts = [_with_city(part, parts[at + 1 :]) for at, part in enumerate(parts)]
    named = [means for part in parts for means in part.tail]
    towns: set[tuple[str, str]] = set()
    unsettled: set[str] = set()
    areas: set[str] = set()
    for at, part in enumerate(parts):
        key = _name(part.words)
        area = _area_nicknames().get(" ".join(part.words)) or _area_nicknames().get(key)
        own = part.tail or _following(parts[at + 1 :])
        if area and not _is_elsewhere(key, area, own):
            areas.add(area)
        elif key:
            towns |= _settle(key, own, named)
            if not (part.tail or named or key in _nicknames()):
                unsettled.add(key)
            if key not in cities():
                named += [span.means for span in us_states.spans_in_prose(part.words)]
    is_region = not (towns or areas)
    if is_region and (town := _nicknames().get(" ".join(words[0]))):
        # "New York" alone means the state, and the city too. "LA" alone is no state.
        towns.add(town)
        is_region = any(town[1] in means for means in named)
        named = named if is_region else []
    regions, countries = _meant(towns, areas, named)
    areas |= {area for town in towns if (area := area_of(*town)) is not None}
    return Place(
        towns=frozenset(towns),
        unsettled=frozenset(unsettled),
        regions=regions,
        countries=countries,
        areas=frozenset(areas),
        is_region=is_region,
        is_remote=is_remote,
    )


def first(text: str, most: int) -> str:
    """Return the beginning of a text that names at most this many cities and areas."""
    ends = [separator.start() for separator in _PARTS.finditer(text)]
    kept = text
    while ends and _number_of_places(kept) > most:
        kept = text[: ends.pop()]
    return kept


def _number_of_places(text: str) -> int:
    """Return how many places a text names. The area of a city is none of its own."""
    place = read(text)
    of_towns = {area_of(*town) for town in place.towns}
    return len(place.towns) + len(place.areas - of_towns)


class _Part(NamedTuple):
    """A part of a text: the words of a city, then the regions after them, from left to right.

    Each region is what it can mean: codes of regions, and those of countries after `_COUNTRY`.
    """

    words: Sequence[str]
    tail: Sequence[frozenset[str]]
    first: Sequence[str] = ()
    """The words of the first region."""


def _split(words: Sequence[str]) -> _Part:
    """Split words before the regions at their end."""
    part = _Part(words, ())
    while " ".join(part.words) not in _area_nicknames():
        spans = _region_names().find_longest(part.words)
        if not spans or not _FILLERS.issuperset(part.words[spans[-1].stop :]):
            break
        last = spans[-1]
        if last.start and city_key(" ".join(part.words)) in cities():
            break  # Fort Washington, Lake Wales
        first = part.words[last.start : last.stop]
        part = _Part(part.words[: last.start], (last.means, *part.tail), first)
    return part


def _with_city(part: _Part, later: Sequence[_Part]) -> _Part:
    """Take the first region for a city, if a region after it has one of that name: New York, NY."""
    if part.words or not part.tail:
        return part
    following = part.tail[1:] or [means for each in later for means in each.tail]
    near = frozenset[str]().union(*following)
    nickname = _nicknames().get(" ".join(part.first), ("", ""))
    is_city = not near.isdisjoint(_regions_of(city_key(" ".join(part.first))))
    if is_city or nickname[1] in near:
        return _Part(part.first, part.tail[1:])
    return part


def _name(words: Sequence[str]) -> str:
    """Return the `city_key` of a city, or of words without those that belong to no name."""
    whole = city_key(" ".join(words))
    if whole in cities():
        return whole  # King of Prussia
    return city_key(" ".join(word for word in words if word not in _FILLERS))


def _following(parts: Sequence[_Part]) -> Sequence[frozenset[str]]:
    """Return the regions that are written after a city: "Dallas, TX"."""
    own = itertools.takewhile(lambda part: part.tail and not part.words, parts)
    return [means for part in own for means in part.tail]


def _is_elsewhere(key: str, area: str, named: Sequence[frozenset[str]]) -> bool:
    """Whether the regions beside a nickname of an area have a city of that name: North Bay, ON."""
    near = frozenset[str]().union(*named)
    return not near.isdisjoint(_regions_of(key)) and near.isdisjoint(regions_of(area))


def _settle(
    key: str, own: Sequence[frozenset[str]], all_named: Sequence[frozenset[str]]
) -> set[tuple[str, str]]:
    """Return the cities that a name means beside the names of regions and countries.

    `own` are those written after it. Without any, those of other cities count if they have a city
    of this name: "Plano and Frisco, TX", and not "Chicago or Denver, CO".
    """
    named = own or all_named
    near = frozenset[str]().union(*named)
    nickname = _nicknames().get(key)
    others = _regions_of(key) - {nickname[1]} if nickname else set()
    if nickname and (not near or (_is_in(nickname[1], near) and near.isdisjoint(others))):
        return {nickname}
    known = sorted(_regions_of(key), key=lambda region: _inhabitants(key, region), reverse=True)
    if not near:
        return {(key, known[0] if known else "")}
    if in_regions := [region for region in known if region in near]:
        return {(key, region) for region in in_regions}
    in_countries = [region for region in known if _is_in(region, near)]
    if found := in_countries or (known if not own else []):
        return {(key, found[0])}
    regions = [name for means in named for name in [_usual(means)] if _COUNTRY not in name]
    return {(key, region) for region in regions} or {(key, "")}


def _meant(
    towns: Set[tuple[str, str]], areas: Set[str], named: Sequence[frozenset[str]]
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the regions and the countries of cities and areas, and of the names beside them."""
    of_towns = {region for _, region in towns if region}
    of_areas = {next(iter(data.metropolitan_areas()[area])) for area in areas}
    meant: set[str] = set()
    for means in named:
        with_towns = {name for name in means if any(_is_in(one, {name}) for one in of_towns)}
        meant |= with_towns or {_usual(means)}
    regions = {name for name in meant if not name.startswith(_COUNTRY)}
    regions |= of_towns | (of_areas if not regions else set())
    countries = {name.removeprefix(_COUNTRY) for name in meant - regions}
    return frozenset(regions), frozenset(countries | set(map(country_of, regions)))


def _usual(means: frozenset[str]) -> str:
    """Return what a region means by itself: WA is Washington, and CA is California."""
    return min(means, key=lambda name: (name.startswith(_COUNTRY), "-" in name, name))


def _is_in(region: str, near: Set[str]) -> bool:
    return region in near or _COUNTRY + country_of(region) in near


def _regions_of(key: str) -> Set[str]:
    """Return the regions that have a city of this name."""
    return cities().get(key, {}).keys() | _listed_regions().get(key, frozenset())


def _inhabitants(key: str, region: str) -> int:
    city = find_city(key, region)
    return city.inhabitants if city else 0


@functools.cache
def cities() -> Mapping[str, Mapping[str, City]]:
    """Return the cities by `city_key` and region."""
    cities: defaultdict[str, dict[str, City]] = defaultdict(dict)
    for line in data.cities():
        name, region, latitude, longitude, inhabitants = line.split(",")
        city = City(name, region, float(latitude), float(longitude), int(inhabitants))
        # Most names need no normalization, which takes most of the time.
        is_plain = name.isascii() and name.replace(" ", "").isalpha() and name[2:3] != " "
        key = name.lower() if is_plain else city_key(name)
        cities[key][region] = city
    return dict(cities)


@functools.cache
def _areas() -> Mapping[tuple[str, str], str]:
    """Return the metropolitan areas of the places that they list."""
    return {
        (city_key(city), region): area
        for area, places in data.metropolitan_areas().items()
        for region, cities in places.items()
        for city in _SEPARATOR.split(cities)
    }


@functools.cache
def _listed_regions() -> Mapping[str, frozenset[str]]:
    regions: defaultdict[str, set[str]] = defaultdict(set)
    for key, region in _areas():
        regions[key].add(region)
    return {key: frozenset(names) for key, names in regions.items()}


@functools.cache
def _grid() -> Mapping[tuple[int, int], Sequence[tuple[str, City]]]:
    """Return the cities with their keys by whole degrees of their coordinates."""
    cells: defaultdict[tuple[int, int], list[tuple[str, City]]] = defaultdict(list)
    for key, by_region in cities().items():
        for city in by_region.values():
            cells[math.floor(city.latitude), math.floor(city.longitude)].append((key, city))
    return dict(cells)


def _around(city: City, miles: float) -> Iterator[tuple[float, str, City]]:
    """Yield the cities within a distance, and the distance. A degree has more miles than that."""
    row, column = math.floor(city.latitude), math.floor(city.longitude)
    for cell in itertools.product((row - 1, row, row + 1), (column - 1, column, column + 1)):
        for key, other in _grid().get(cell, ()):
            if (distance := miles_between(city, other)) <= miles:
                yield distance, key, other


@functools.cache
def _region_names() -> PhraseMatcher:
    """Find the names and abbreviations of regions and countries."""
    return PhraseMatcher(_region_phrases())


def _region_phrases() -> Mapping[Phrase, frozenset[str]]:
    spellings = {code: [*map(to_phrase, names)] for code, names in _spellings().items()}
    return _merge(meanings_by_phrase(spellings), us_states.IN_PLACES)


def _spellings() -> Mapping[str, Sequence[str]]:
    """Return the names and abbreviations of regions and countries, the usual one first."""
    countries = data.regions()["countries"].items()
    return data.regions()["regions"] | {_COUNTRY + code: names for code, names in countries}


@functools.cache
def _place_keys() -> PhraseMatcher:
    """Find regions, countries, and the nicknames of areas and of cities, as keys of a search."""
    return PhraseMatcher(_merge(_region_phrases(), _nickname_keys()))


@functools.cache
def _prose_keys() -> PhraseMatcher:
    spellings = {code: [to_phrase(names[0])] for code, names in _spellings().items()}
    nicknames = {
        phrase: keys for phrase, keys in _nickname_keys().items() if len("".join(phrase)) >= _SHORT
    }
    return PhraseMatcher(_merge(us_states.IN_PROSE, meanings_by_phrase(spellings), nicknames))


def _nickname_keys() -> Mapping[Phrase, frozenset[str]]:
    """Return the area of each nickname, as a key of a search."""
    areas = dict(_area_nicknames())
    for nickname, town in _nicknames().items():
        if area := area_of(*town):
            areas[nickname] = area
    return {tuple(nickname.split()): frozenset({_AREA + area}) for nickname, area in areas.items()}


def _merge(*tables: Mapping[Phrase, frozenset[str]]) -> dict[Phrase, frozenset[str]]:
    merged: dict[Phrase, frozenset[str]] = {}
    for table in tables:
        for phrase, means in table.items():
            merged[phrase] = merged.get(phrase, frozenset()) | means
    return merged


@functools.cache
def _nicknames() -> Mapping[str, tuple[str, str]]:
    """Return the cities by what else people call them."""
    towns: dict[str, tuple[str, str]] = {}
    for place, nicknames in data.regions()["cities"].items():
        city, _, region = place.partition(", ")
        town = city_key(city), region
        towns |= {" ".join(tokenize(nickname)): town for nickname in nicknames}
    return towns


@functools.cache
def _area_nicknames() -> Mapping[str, str]:
    """Return the metropolitan areas by what people call them."""
    return {
        " ".join(tokenize(nickname)): area
        for area, nicknames in data.regions()["areas"].items()
        for nickname in nicknames
    }
