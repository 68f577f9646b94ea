"""Cities, states, and whether a person would move, are read from free text."""

import pytest

from bridgework.areas.people.matching.criteria import locations, mobility


def test_a_location_is_parsed() -> None:
    place = locations.parse("Greater San Antonio area, TX; Santa Fe, New Mexico")
    assert place.states == {"TX", "NM"}
    assert place.cities == {"san antonio", "santa fe"}


CITIES = {
    "New York, NY 10001": {"new york"},
    "New York": set(),
    "Virginia Beach, VA": {"virginia beach"},
    "Colorado Springs CO": {"colorado springs"},
    "Hartford, CT or remote": {"hartford"},
    "Kansas City, Kansas": {"kansas city"},
    "Washington, DC": set(),
    "Ft. Worth, TX": {"fort worth"},
    "Ohio or Texas": set(),
    "Portland OR": {"portland"},
    "Dallas Texas": {"dallas"},
    "Austin TX 78701": {"austin"},
    "Cleveland Ohio area": {"cleveland"},
    "Ohio Indiana Texas": set(),
}


@pytest.mark.parametrize(("text", "cities"), CITIES.items())
def test_the_cities_of_a_location_are_parsed(text: str, cities: set[str]) -> None:
    assert locations.parse(text).cities == cities


MOVES = {
    "I am willing to relocate anywhere.": {"moves"},
    "For the right team I would consider relocating.": {"moves"},
    "I can travel two days a week, with my own microscope": {"moves"},
    "Relocation is possible": {"moves"},
    "I can relocate within a state I am licensed in, and soon": {"moves:TX"},
    "No hurry, I can relocate": {"moves"},
    "I will not relocate": set(),
    "I can't travel.": set(),
    "A practice that reviews its cases is what would move me.": set(),
    "I moved to Boise for family reasons": set(),
    "I can move teeth": set(),
}


@pytest.mark.parametrize(("bio", "expected"), MOVES.items())
def test_a_person_who_would_move_or_travel_says_so(bio: str, expected: set[str]) -> None:
    assert {trait for trait, _ in mobility.prose_traits(bio, ["Texas"])} == expected


def test_a_title_says_that_a_person_travels() -> None:
    title = "Endodontist, traveling specialist"
    assert [*mobility.heading_traits(title, [])] == [("moves", "traveling specialist")]
