"""The place of work on site: the distance counts as a must-have, by state and metropolitan area."""

from typing import Any

import pytest

from tests import make
from tests.areas.roles import desk
from tests.world import World

ON_SITE: dict[str, Any] = {
    "roleNeeded": "Endodontist, two days a week",
    "challenge": "Molars wait for weeks.",
    "workingPreference": "On site, part-time",
    "location": "Chicago, Illinois",
    "hoursPerWeek": "16",
    "tags": ["Microscope"],
}
ENDODONTIST: dict[str, Any] = {
    "title": "Endodontist",
    "specialty": ["Endodontics"],
    "tags": ["Microscope"],
    "availability": "part-time",
    "engagement_type": "part-time",
    "bio": "Molars are my week.",
}


def match(world: World, posting: dict[str, Any], **profile: Any) -> tuple[int, dict[str, Any], str]:
    """Return the score, the criterion of the place and the insights of an expert for a role."""
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people, **posting)
    expert = make.expert(world, "Gil One", **{**ENDODONTIST, **profile})
    matches = world.get(f"/roles/{role}/matches", as_=people.ben).must(200).data["items"]
    (found,) = (match for match in matches if match["subject"]["id"] == expert)
    (place,) = (line for line in found["criteria"] if line["name"] == "place")
    return found["matchScore"], place, found["matchInsights"]


def test_an_expert_in_another_state_lacks_a_must_have_of_work_on_site(world: World) -> None:
    score, place, insights = match(world, ON_SITE, location="Boston, Massachusetts")
    assert (score, place["outcome"]) == (40, "not_met")
    assert "so the score is capped at 40: place (Chicago, Illinois)." in insights


def test_all_who_live_near_are_above_all_who_live_elsewhere(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people, **ON_SITE)
    places = {
        "Boston": "Boston, Massachusetts",
        "Evanston": "Evanston, Illinois",
        "Gary": "Gary, Indiana",
        "Peoria": "Peoria, Illinois",
    }
    for name, location in places.items():
        make.expert(world, f"{name} Local", **{**ENDODONTIST, "location": location})
    matches = world.get(f"/roles/{role}/matches", as_=people.ben).must(200).data["items"]
    names = [match["subject"]["firstName"] for match in matches]
    ordered = [name for name in names if name in places]
    # Equal matches begin at another one for each role.
    assert {*ordered[:2]} == {"Evanston", "Gary"}
    assert ordered[2:] == ["Peoria", "Boston"]


@pytest.mark.parametrize(
    ("location", "outcome"),
    [("Kouts, Indiana", "partly"), ("Madison, Wisconsin", "not_met"), ("Kouts, Ohio", "not_met")],
)
def test_an_unlisted_town_in_a_state_of_the_area_is_at_an_unknown_distance(
    world: World, location: str, outcome: str
) -> None:
    _, place, _ = match(world, ON_SITE, location=location)
    assert place["outcome"] == outcome
    told = f"In part: location: {location} (Chicago, Illinois; the distance is not known)."
    assert (place["evidence"] == told) == (outcome == "partly")


def test_a_license_is_no_place_for_work_on_site(world: World) -> None:
    licenses = [{"license_number": "1", "licensed_state": "Illinois"}]
    away = {"location": "Boston, Massachusetts", "licenses": licenses}
    assert match(world, ON_SITE, **away)[1]["outcome"] == "not_met"


def test_a_license_is_a_part_of_a_place_for_other_work(world: World) -> None:
    licenses = [{"license_number": "1", "licensed_state": "Illinois"}]
    away = {"location": "Boston, Massachusetts", "licenses": licenses}
    hybrid = {**ON_SITE, "workingPreference": "Consulting, hybrid"}
    assert match(world, hybrid, **away)[1]["outcome"] == "partly"


@pytest.mark.parametrize("preference", ["Consulting, hybrid", "Advisory", "Full-time"])
def test_the_place_of_other_work_is_no_must_have(world: World, preference: str) -> None:
    posting = {**ON_SITE, "workingPreference": preference}
    score, place, _ = match(world, posting, location="Boston, Massachusetts")
    assert place["outcome"] == "not_met"
    assert score > 40


@pytest.mark.parametrize(
    ("profile", "outcome"),
    [
        ({"bio": "I am willing to relocate."}, "partly"),
        ({"bio": "I will not relocate."}, "not_met"),
        ({"title": "Endodontist, traveling specialist"}, "partly"),
        ({"bio": "I am relocating to Evanston, IL in June."}, "met"),
        ({"bio": "I would relocate to Chicago or Denver, CO."}, "partly"),
        ({"bio": "I would relocate, but only within Illinois."}, "partly"),
        ({"bio": "I would relocate, but only within Ohio."}, "not_met"),
    ],
)
def test_an_expert_who_would_move_or_travel_lacks_no_must_have(
    world: World, profile: dict[str, Any], outcome: str
) -> None:
    score, place, _ = match(world, ON_SITE, location="Boston, Massachusetts", **profile)
    assert place["outcome"] == outcome
    assert (score > 40) == (outcome != "not_met")


def test_an_unknown_distance_is_stated_and_lacks_no_must_have(world: World) -> None:
    score, place, insights = match(world, ON_SITE, location="Kouts")
    assert (place["outcome"], place["points"]) == ("not_stated", 0)
    assert place["evidence"] == (
        "The state of the location is not known. Wanted: Chicago, Illinois."
    )
    assert score > 40
    assert "Not stated: place" in insights
