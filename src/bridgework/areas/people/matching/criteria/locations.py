"""The place of work, and where people are: cities, regions, and metropolitan areas."""

from collections.abc import Iterator

from bridgework.areas.people.matching.criteria import mobility
from bridgework.areas.people.matching.formula import ANY_RECORD, PARTLY, WHOLLY, Requirement
from bridgework.kit.text import cache_short_texts
from bridgework.terminology import places

UNLISTED = "unlisted:"
"""The beginning of the traits of a place that the data does not contain: of its regions."""


def is_remote(text: str) -> bool:
    """Return whether a text describes remote work."""
    return places.read(text).is_remote


def is_known(text: str) -> bool:
    """Return whether a text names a region, so that its distance from others can be judged."""
    return bool(places.read(text).regions)


def requirements(text: str, *, is_on_site: bool) -> list[Requirement]:
    """Require this location. A city of the same metropolitan area is as near as the city itself.

    Partly meet it: another place in the region; a city of this name, if either names no region; a
    place that the data does not contain, if the area extends to its region; a person who would move
    or travel; and, unless the work is on site, a license for the region. Without a city, the
    region meets it wholly. A country alone requires nothing.
    """
    place = places.read(text)
    met_by: dict[str, int] = {}
    for key, region in sorted(place.towns):
        if key in place.unsettled:
            met_by[f"city:{key}"] = PARTLY if region else WHOLLY
        met_by[_without_region(key)] = PARTLY
        near = {(key, region), *places.towns_near(key, region)}
        met_by |= {_town(*town): WHOLLY for town in sorted(near)}
        met_by[mobility.to_town(key, region)] = PARTLY
    met_by |= {f"area:{area}": WHOLLY for area in sorted(place.areas)}
    met_by |= {mobility.to_area(area): PARTLY for area in sorted(place.areas)}
    in_region = WHOLLY if place.is_region else PARTLY
    met_by |= {f"state:{code}": in_region for code in sorted(place.regions)}
    around = frozenset[str]().union(*map(places.regions_of, place.areas))
    met_by |= {f"{UNLISTED}{code}": PARTLY for code in sorted(around - place.regions)}
    if not is_on_site:
        met_by |= {f"licensed:{code}": PARTLY for code in sorted(place.regions)}
    met_by |= {mobility.within(code): PARTLY for code in sorted(place.regions)}
    if not met_by:
        return []
    return [Requirement(" ".join(text.split()), met_by | {mobility.ANYWHERE: PARTLY})]


MOST_PLACES = 3
REMOTE = Requirement("remote work", {ANY_RECORD: WHOLLY})
"""The requirement of remote work, which every record meets."""


@cache_short_texts(8_192)
def traits(text: str) -> tuple[str, ...]:
    """Return the traits of a person at this location. At most `MOST_PLACES` of it count."""
    return tuple(_traits(places.read(places.first(text, MOST_PLACES))))


def _traits(place: places.Place) -> Iterator[str]:
    for key, region in sorted(place.towns):
        yield _town(key, region)
        if region:
            yield f"city:{key}"
        if key in place.unsettled:
            yield _without_region(key)
    yield from (f"state:{code}" for code in sorted(place.regions))
    yield from (f"area:{area}" for area in sorted(place.areas))
    if not place.areas:
        yield from (f"{UNLISTED}{code}" for code in sorted(place.regions))


def _town(key: str, region: str) -> str:
    return f"city:{key} {region}" if region else _without_region(key)


def _without_region(key: str) -> str:
    """Return the trait of a city whose region a person does not name."""
    return f"stateless:{key}"


def licence_traits(state: str) -> Iterator[str]:
    """Yield the traits of a person who is licensed in a state."""
    return (f"licensed:{code}" for code in places.regions_in(state))
