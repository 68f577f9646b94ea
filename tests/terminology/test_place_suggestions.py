"""Places are suggested for the beginning of what people type."""

import pytest

from bridgework.terminology import data, place_suggestions, places
from bridgework.terminology.place_suggestions import suggest

SUGGESTED = """
Philly | Philadelphia, Pennsylvania, US
PHILA | Philadelphia, Pennsylvania, US;
nyc | New York City, New York, US; NYC metro, New York, US
n.y.c. | New York City, New York, US
bay area | Bay Area, California, US
Portland, O | Portland, Oregon, US
portland,o | Portland, Oregon, US
Portland OR | Portland, Oregon, US
Portland, OR 97201 | Portland, Oregon, US
Portland, Or, U | Portland, Oregon, US
Portland, England | Portland, England, GB
Montreal | Montréal, Quebec, CA; Montréal-Nord, Quebec, CA; Montréal-Ouest, Quebec, CA
QUÉBEC, Q | Quebec, Quebec, CA; Québec, Quebec, CA
St. Loui | St. Louis, Missouri, US;
Ste. Anne | Sainte-Anne-des-Plaines, Quebec, CA;
Ft. Wayn | Fort Wayne, Indiana, US
galway | Galway, IE
Galway, Ire | Galway, IE
the bron | The Bronx, New York, US
calif | California, California, US; California City, California, US; California, Maryland, US;
new zealand | New Zealand, NZ
NSW | New South Wales, New South Wales, AU
Springfield, Zzyzx |
Zzyzx |
, Oregon |
97201 |
! |
"""


def shown(text: str) -> list[str]:
    return [
        ", ".join(filter(None, (place.name, place.region, place.country)))
        for place in suggest(text)
    ]


@pytest.mark.parametrize(
    ("typed", "suggested"), [line.split("|") for line in SUGGESTED.strip().splitlines()]
)
def test_the_beginning_of_a_name_and_of_its_region_suggests_places(
    typed: str, suggested: str
) -> None:
    expected = [text.strip() for text in suggested.split(";") if text.strip()]
    found = shown(typed.strip())
    assert found[: len(expected)] == expected
    assert suggested.strip().endswith(";") or len(found) == len(expected)


def test_the_largest_city_is_first() -> None:
    assert shown("Portland")[:3] == [
        "Portland, Oregon, US",
        "Portland, Maine, US",
        "Portland, Texas, US",
    ]
    assert shown("london")[:2] == ["London, England, GB", "London, Ontario, CA"]
    assert shown("st")[:4] == [
        "Staten Island, New York, US",
        "Stockton, California, US",
        "Saint Paul, Minnesota, US",
        "St. Louis, Missouri, US",
    ]


def test_a_place_is_suggested_once_and_ten_at_most() -> None:
    for typed in ("s", "san", "new", "north", "west"):
        found = suggest(typed)
        assert len(found) == place_suggestions.MOST == 10
        assert len(set(found)) == len(found)


def test_what_is_not_known_is_none() -> None:
    city = suggest("Plano, Texas")[0]
    assert (city.metro, city.latitude, city.longitude) == ("Dallas", 33.02, -96.7)
    part = suggest("Tysons Corner")[0]
    assert (part.metro, part.latitude, part.longitude) == ("Washington", None, None)
    region = suggest("Texas")[0]
    assert (region.metro, region.latitude, region.longitude) == (None, None, None)
    area = suggest("Twin Cities")[0]
    minneapolis = suggest("Minneapolis")[0]
    assert (area.metro, area.latitude) == ("Minneapolis", minneapolis.latitude)


def test_each_suggestion_is_read_as_the_place_itself() -> None:
    countries = data.regions()["regions"] | data.regions()["countries"]
    texts = {name[:4] for names in data.regions()["areas"].values() for name in names}
    texts |= {name for names in data.metropolitan_areas() for name in (names, names[:3])}
    for text in sorted(texts):
        for place in suggest(text):
            country = countries[place.country][0]
            read = places.read(", ".join(filter(None, (place.name, place.region, country))))
            assert read.countries == {place.country}, place
            assert place.metro is None or read.areas == {place.metro}, place
            assert not read.unsettled, place


def test_a_long_text_is_no_more_work() -> None:
    assert suggest("san " * 50) == []
    assert suggest("a, " * 60) == suggest("a,")
    assert suggest("x" * 10_000) == []
