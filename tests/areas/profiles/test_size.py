"""Size limits of a profile and its index; the specification does not limit its lists."""

import json
from typing import Any

import pytest

from bridgework.areas.people.profiles import policies
from bridgework.areas.people.profiles.records import Fields
from tests import cast, make
from tests.areas.directory import reading
from tests.areas.profiles import profile_samples
from tests.areas.profiles.profile_samples import DETAILS, PROFILE
from tests.world import Person, World

MIB = 1024 * 1024


def bulk(size: int, name: str = "w") -> list[str]:
    """Texts of some hundred characters, with about this size as JSON."""
    return [f"{name}{number} ".ljust(96, "x") for number in range(size // 100)]


def groups(size: int) -> list[dict[str, Any]]:
    """Groups of skills, with about this size as JSON."""
    return [{"category": "Clinical", "items": bulk(50_000)} for _ in range(size // 50_000)]


@pytest.fixture
def ada(world: World) -> Person:
    """A signed-in expert who is in the directory."""
    ada = cast.ada(world)
    make.into_expert(world, ada, "Ada Lovell")
    return ada


def test_a_profile_of_the_size_of_one_body_is_accepted(world: World) -> None:
    ben = cast.ben(world)
    skills = groups(MIB - 1000)
    assert (
        profile_samples.update_profile(world, ben, interestedSkills=skills)["interestedSkills"]
        == skills
    )
    assert profile_samples.get_profile(world, ben)["profile"]["interestedSkills"] == skills


def test_a_list_has_at_most_a_thousand_items(world: World) -> None:
    ben = cast.ben(world)
    states = [f"state {number}" for number in range(1001)]
    refused = world.patch(PROFILE, {"profile": {"desiredLicensedStates": states}}, as_=ben)
    assert refused.must(422).faults == {"profile.desiredLicensedStates": "too_many"}
    profile_samples.update_profile(world, ben, desiredLicensedStates=states[:1000])


def test_several_updates_do_not_exceed_the_limit(world: World) -> None:
    ben = cast.ben(world)
    profile_samples.update_profile(world, ben, interestedSkills=groups(MIB))
    more = {"title": "Dentist", "systemsExperience": bulk(90_000)}
    refused = world.patch(PROFILE, {"profile": more}, as_=ben).must(422)
    assert refused.faults == {"profile.systemsExperience": "too_large"}
    refused = world.patch(DETAILS, more, as_=ben).must(422)
    assert refused.faults == {"systemsExperience": "too_large"}
    assert profile_samples.get_profile(world, ben)["profile"]["title"] is None
    world.patch(PROFILE, {"firstName": "Ben"}, as_=ben).must(200)
    profile_samples.update_profile(world, ben, interestedSkills=[], **more)


def test_a_large_profile_is_returned_whole_and_indexed_truncated(world: World, ada: Person) -> None:
    tags = [f"tag{number}" for number in range(100)]
    skills = [{"category": "Clinical", "items": bulk(40_000, "skill")}]
    systems = bulk(100_000, "system")
    profile_samples.update_profile(
        world, ada, tags=tags, skills=skills, systemsExperience=systems, bio="Of veneers."
    )
    result = world.get(f"/experts/{ada.id}").must(200).data
    assert (result["tags"], result["skills"], result["systemsExperience"]) == (
        tags,
        skills,
        systems,
    )
    answer = reading.list_experts(world)
    assert len(answer.body) < 2 * policies.MAX_SEARCHABLE_BYTES
    [card] = answer.data
    assert (card["specialty"], card["skills"]) == (result["specialty"], [])
    assert reading.find_names(world, "search=veneers") == {"Lovell"}
    assert reading.find_names(world, "search=skill7") == set()
    profile_samples.update_profile(world, ada, skills=[], systemsExperience=[])
    assert reading.find_names(world, "search=tag7") == {"Lovell"}
    assert reading.list_experts(world).data[0]["tags"] == tags


MEMBERS = [
    Fields(),
    Fields(skills=[], bio="b" * 2000, tour_progress={"w" * 50_000: True}),
    Fields(specialty=["a"], tags=bulk(200_000)),
    Fields(specialty=bulk(200_000), outcomes=[{"title": "t", "metric": "m", "description": "d"}]),
    Fields(skills=[{"category": "c", "items": ["i" * 500_000]}], tags=["a"]),
]


@pytest.mark.parametrize("fields", MEMBERS, ids=["nothing", "one name", "tags", "first", "odd"])
def test_a_truncated_list_is_a_prefix_of_the_list(fields: Fields) -> None:
    found, whole = policies.searchable_fields(fields), fields._asdict()
    short = found._asdict()
    listed = {name: value for name, value in short.items() if isinstance(value, list)}
    assert (
        sum(len(json.dumps(each)) for each in listed.values())
        <= policies.MAX_SEARCHABLE_BYTES * 1.1
    )
    for name, value in short.items():
        stored = whole[name]
        assert value == (stored[: len(value)] if isinstance(value, list) and stored else stored)
    if policies.size(fields) <= policies.MAX_SEARCHABLE_BYTES:
        assert found is fields
