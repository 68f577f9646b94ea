"""How near two places are, and whether a person would move, is read from free text."""

import pytest

from bridgework.areas.people.matching.criteria import locations, mobility
from bridgework.areas.people.matching.formula import PARTLY, WHOLLY


def outcome(wanted: str, location: str) -> str:
    """Return how a location meets one that is wanted on site."""
    (requirement,) = locations.requirements(wanted, is_on_site=True)
    met = [requirement.met_by.get(trait, 0) for trait in locations.traits(location)]
    return {0: "no", PARTLY: "partly", WHOLLY: "met"}[max(met, default=0)]


PAIRS = """
NYC | Brooklyn, NY | met
New York City | Hoboken NJ | met
Manhattan, New York | NYC | met
New York, NY | Buffalo, New York | partly
New York | Albany, NY | met
Brooklyn | Queens NY | met
Chicago | Naperville, IL | met
Chicago, IL (Loop) | Schaumburg | met
Chicagoland | Naperville, Illinois | met
Chicago, IL | Springfield, IL | partly
DFW | Plano, TX | met
Dallas-Fort Worth | McKinney, Texas | met
Dallas, TX | Frisco TX | met
Dallas, TX | Dallas, Georgia | no
Dallas, GA | Dallas | partly
Dallas, TX | Houston | partly
Bay Area | Oakland, CA | met
SF Bay Area | San Jose, California | met
San Francisco | Los Angeles | partly
LA | Pasadena, CA | met
LA, CA | Long Beach, California | met
Lafayette, LA | LA | no
SoCal | Irvine CA | met
Manchester UK | Manchester UK | met
Manchester, UK | Manchester, New Hampshire | no
Manchester, NH | Manchester, United Kingdom | no
Manchester, NH | Manchester | partly
London, UK | Croydon, England | met
London, Ontario | London, UK | no
London, ON | London Ontario | met
Vancouver, BC | Vancouver, WA | no
Vancouver BC | Burnaby, British Columbia | met
Vancouver, WA | Portland, OR | met
Toronto, ON | Mississauga, Ontario, Canada | met
GTA | Brampton ON | met
Toronto, CA | Toronto, Canada | met
Toronto | Ottawa, ON | partly
Calgary AB | Airdrie, Alberta | met
Montreal, QC | Laval, Québec | met
Perth, WA | Fremantle, Western Australia | met
Perth WA | Seattle, WA | no
Sydney NSW | Parramatta, NSW, Australia | met
Melbourne | Melbourne, FL | partly
Melbourne, FL | Palm Bay, Florida | met
Dublin | Dublin, OH | partly
Dublin, OH | Columbus, Ohio | met
Auckland | Manukau City, New Zealand | met
Edinburgh, Scotland | Glasgow, Scotland | partly
DMV | Bethesda, MD | met
Washington, DC | Arlington, VA | met
Washington DC | Seattle, Washington | no
Twin Cities | Saint Paul, MN | met
Reno, NV | Sparks, Nevada | met
Boise | Nampa, ID | met
Boise | Idaho Falls, ID | partly
South Florida | Fort Lauderdale | met
Philly | Cherry Hill, NJ | met
St. Louis | Saint Charles, MO | met
Kansas City | Overland Park, KS | met
Birmingham, AL | Birmingham, England | no
Kouts | Kouts | met
Kouts, Indiana | kouts in | met
Oxford, MS | Oxford, UK | no
Wherever Hall | Wherever Hall | met
Chicago or Denver, CO | Naperville, IL | met
Chicago or Denver, CO | Aurora, CO | met
Plano and Frisco, TX | Dallas, TX | met
Chicago, Colorado | Chicago, IL | no
Naperville or London, Ontario, Canada | London, ON, Canada | met
London or Manchester, UK | London, England | met
"""


@pytest.mark.parametrize(
    ("wanted", "location", "expected"),
    [tuple(part.strip() for part in line.split("|")) for line in PAIRS.strip().splitlines()],
)
def test_places_are_as_near_as_people_say(wanted: str, location: str, expected: str) -> None:
    assert outcome(wanted, location) == expected


@pytest.mark.parametrize("text", ["USA", "Canada", "", "  ", "2024"])
def test_a_text_without_a_place_requires_nothing(text: str) -> None:
    assert locations.requirements(text, is_on_site=True) == []


MOVES = {
    "I am willing to relocate anywhere.": {"moves"},
    "For the right team I would consider relocating.": {"moves"},
    "I can travel two days a week, with my own microscope": {"moves"},
    "Relocation is possible": {"moves"},
    "I can relocate within a state I am licensed in, and soon": {"moves:TX"},
    "No hurry, I can relocate": {"moves"},
    "I will not relocate": set(),
    "Relocating to Dallas this summer.": {"area:Dallas", "city:dallas TX"},
    "We are moving back to Portland, ME in June": {"area:Portland, Maine", "city:portland ME"},
    "moving to dallas with my family": {"area:Dallas", "city:dallas TX"},
    "I'm relocating to the Bay Area for my wife's residency": {"area:San Francisco"},
    "I am moving to a four-day week": set(),
    "We are moving to digital workflows": set(),
    "I would relocate, but only within Ohio": {"moves:OH"},
    "Willing to relocate within Ohio or Michigan.": {"moves:OH", "moves:MI"},
    "Open to relocation. Grew up in Ohio": {"moves"},
    "I am willing to relocate to Austin, TX or Denver, CO": {
        *("moves-to:austin TX", "moves-to-area:Austin"),
        *("moves-to:denver CO", "moves-to-area:Denver"),
    },
    "I would move to be near my parents in Boise": {"moves"},
    "Willing to relocate, licensed in Ohio and Texas": {"moves"},
    "Happy to travel anywhere in Texas": {"moves:TX"},
    "I can travel to Plano on Fridays": {"moves-to:plano TX", "moves-to-area:Dallas"},
    "Not relocating to Texas": set(),
    "I am willing to relocate. My patients travel to Boston for care.": {"moves"},
    "I am relocating to St. Louis, MO in May.": {"area:St. Louis", "city:saint louis MO"},
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
