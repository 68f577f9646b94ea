"""Places are read from what people write for them."""

import pytest

from bridgework.terminology import data, places
from tests.architecture.sources import ROOT

TOWNS = """
New York, NY 10001 | new york city NY
New York NY | new york city NY
Virginia Beach, VA | virginia beach VA
Colorado Springs CO | colorado springs CO
Hartford, CT or remote | hartford CT
Kansas City, Kansas | kansas city KS
Kansas City | kansas city MO
Washington, DC | washington DC
Ft. Worth, TX | fort worth TX
Portland OR | portland OR
portland, or | portland OR
Portland OR 97201 | portland OR
Dallas Texas | dallas TX
Cleveland Ohio area | cleveland OH
Hybrid in Chicago, IL | chicago IL
Reno/Sparks | reno NV, sparks NV
Greater San Antonio area, TX | san antonio TX
LA, CA | los angeles CA
Lafayette, LA | lafayette LA
Ontario, CA | ontario CA
Victoria, BC | victoria CA-BC
Perth WA, Australia | perth AU-WA
Toronto, CA | toronto CA-ON
LONDON | london GB-ENG
london ontario canada | london CA-ON
Galway, Ireland | galway IE
Québec City | quebec CA-QC
Kouts, Indiana | kouts IN
King of Prussia, PA | king of prussia PA
Fort Washington, Pennsylvania | fort washington PA
Lake Wales | lake wales FL
Greater Sudbury, Ontario | greater sudbury CA-ON
Westchester, Illinois | westchester IL
North Bay, ON, Canada | north bay CA-ON
Newcastle, Northern Ireland | newcastle GB-NIR
Newcastle, UK | newcastle upon tyne GB-ENG
Westchester, NY |
Nowhere Hall | nowhere hall
São Paulo, Brazil | sao paulo
Mexico, MO | mexico MO
Mexico |
Ohio or Texas |
Ohio Indiana Texas |
Ontario, Canada |
USA |
"""


@pytest.mark.parametrize(
    ("text", "towns"), [line.split("|") for line in TOWNS.strip().splitlines()]
)
def test_the_cities_of_a_text_are_read(text: str, towns: str) -> None:
    found = {" ".join(town).strip() for town in places.read(text.strip()).towns}
    assert found == {town.strip() for town in towns.split(",") if town.strip()}


@pytest.mark.parametrize(
    ("text", "regions"),
    [
        ("Ohio or Texas", {"OH", "TX"}),
        ("Georgia", {"GA"}),
        ("Washington", {"WA"}),
        ("New York", {"NY"}),
        ("Ontario, Canada", {"CA-ON"}),
        ("British Columbia", {"CA-BC"}),
        ("N. Ireland", {"GB-NIR"}),
        ("Greater San Antonio area, TX; Santa Fe, New Mexico", {"NM", "TX"}),
        ("Bay Area", {"CA"}),
        ("Canada", set()),
    ],
)
def test_the_regions_of_a_text_are_read(text: str, regions: set[str]) -> None:
    assert places.read(text).regions == regions


def test_each_area_of_a_nickname_is_listed() -> None:
    assert set(data.regions()["areas"]) <= set(data.metropolitan_areas())


def test_each_city_of_a_nickname_is_listed() -> None:
    cities = [place.partition(", ") for place in data.regions()["cities"]]
    assert [
        name for name, _, region in cities if not places.find_city(places.city_key(name), region)
    ] == []


def test_the_regions_of_all_data_have_names() -> None:
    named = {*data.words()["states"]["named"], *data.regions()["regions"]}
    of_areas = {region for area in data.metropolitan_areas().values() for region in area}
    of_cities = {line.split(",")[1] for line in data.cities()}
    assert (of_areas | of_cities) - named == set()


def test_the_page_about_matching_has_the_figures() -> None:
    page = (ROOT / "docs" / "matching.md").read_text(encoding="utf-8")
    text = " ".join(page.split())
    assert f"{len(data.cities()) // 100 * 100:,} cities" in text
    assert f"a listed place within {places.MILES_OF_AN_AREA:g} miles" in text
    assert f"near each other within {places.MILES_OF_A_COMMUTE:g} miles" in text


def test_the_distance_of_two_cities_is_in_miles() -> None:
    chicago, naperville = places.find_city("chicago", "IL"), places.find_city("naperville", "IL")
    assert chicago is not None
    assert naperville is not None
    assert places.miles_between(chicago, naperville) == pytest.approx(26, abs=1)
