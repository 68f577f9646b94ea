"""The specification has no maximum for a profile's lists; a profile, its card and index do."""

import json
from typing import Any

import pytest

from bridgework.areas.profiles import policies
from tests import cast, make
from tests.areas.directory import reading
from tests.areas.profiles import chart
from tests.areas.profiles.chart import DETAILS, PROFILE
from tests.world import Person, World

MIB = 1024 * 1024


def bulk(size: int, name: str = "w") -> list[str]:
    """Texts of some hundred characters, about so many bytes as JSON."""
    return [f"{name}{number} ".ljust(96, "x") for number in range(size // 100)]


def groups(size: int) -> list[dict[str, Any]]:
    """Groups of skills, about so many bytes as JSON."""
    return [{"category": "Clinical", "items": bulk(50_000)} for _ in range(size // 50_000)]


@pytest.fixture
def ada(world: World) -> Person:
    """An expert who can sign in, in the directory."""
    ada = cast.ada(world)
    make.into_expert(world, ada, "Ada Lovell")
    return ada


def test_what_one_body_holds_is_taken(world: World) -> None:
    ben = cast.ben(world)
    skills = groups(MIB - 1000)
    assert chart.say(world, ben, interestedSkills=skills)["interestedSkills"] == skills
    assert chart.read(world, ben)["profile"]["interestedSkills"] == skills


def test_a_list_holds_at_most_a_thousand_items(world: World) -> None:
    ben = cast.ben(world)
    states = [f"state {number}" for number in range(1001)]
    refused = world.patch(PROFILE, {"profile": {"desiredLicensedStates": states}}, as_=ben)
    assert refused.must(422).faults == {"profile.desiredLicensedStates": "too_many"}
    chart.say(world, ben, desiredLicensedStates=states[:1000])


def test_what_several_bodies_hold_does_not_add_up(world: World) -> None:
    ben = cast.ben(world)
    chart.say(world, ben, interestedSkills=groups(MIB))
    more = {"title": "Dentist", "systemsExperience": bulk(90_000)}
    refused = world.patch(PROFILE, {"profile": more}, as_=ben).must(422)
    assert refused.faults == {"profile.systemsExperience": "too_large"}
    refused = world.patch(DETAILS, more, as_=ben).must(422)
    assert refused.faults == {"systemsExperience": "too_large"}
    assert chart.read(world, ben)["profile"]["title"] is None
    world.patch(PROFILE, {"firstName": "Ben"}, as_=ben).must(200)
    chart.say(world, ben, interestedSkills=[], **more)


def test_a_long_profile_is_told_whole_and_found_in_short(world: World, ada: Person) -> None:
    tags = [f"tag{number}" for number in range(100)]
    skills = [{"category": "Clinical", "items": bulk(40_000, "skill")}]
    systems = bulk(100_000, "system")
    chart.say(world, ada, tags=tags, skills=skills, systemsExperience=systems, bio="Of veneers.")
    told = world.get(f"/experts/{ada.id}").must(200).data
    assert (told["tags"], told["skills"], told["systemsExperience"]) == (tags, skills, systems)
    answer = reading.experts(world)
    assert len(answer.body) < 2 * policies.ROOM_IN_SHORT
    [card] = answer.data
    assert (card["specialty"], card["skills"]) == (told["specialty"], [])
    assert reading.found(world, "search=veneers") == {"Lovell"}
    assert reading.found(world, "search=skill7") == set()
    chart.say(world, ada, skills=[], systemsExperience=[])
    assert reading.found(world, "search=tag7") == {"Lovell"}
    assert reading.experts(world).data[0]["tags"] == tags


MEMBERS: list[dict[str, Any]] = [
    {},
    {"tags": None, "skills": [], "bio": "b" * 2000, "tour_progress": {"w" * 50_000: True}},
    {"specialty": ["a"], "tags": bulk(200_000)},
    {"specialty": bulk(200_000), "outcomes": [{"title": "t", "metric": "m", "description": "d"}]},
    {"skills": [{"category": "c", "items": ["i" * 500_000]}], "tags": ["a"]},
]


@pytest.mark.parametrize("fields", MEMBERS, ids=["nothing", "one name", "tags", "first", "odd"])
def test_in_short_a_list_is_a_beginning_of_itself(fields: dict[str, Any]) -> None:
    short = policies.in_short(fields)
    assert short.keys() >= fields.keys()
    listed = {name: value for name, value in short.items() if isinstance(value, list)}
    assert sum(len(json.dumps(each)) for each in listed.values()) <= policies.ROOM_IN_SHORT * 1.1
    for name, value in short.items():
        whole = fields.get(name)
        assert value == (whole[: len(value)] if isinstance(value, list) and whole else whole)
    if policies.size(fields) <= policies.ROOM_IN_SHORT:
        assert short is fields
