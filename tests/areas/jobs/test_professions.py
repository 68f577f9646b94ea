"""A stated profession decides who matches a job, in place of what titles say."""

from typing import Any, get_args

import pytest

from bridgework.areas.work.jobs.schemas import Profession
from bridgework.terminology import professions
from tests.areas.jobs import board
from tests.world import World


def lines_of(world: World, job: str, people: board.Cast) -> dict[str, Any]:
    """Return Cyrus' criteria of a job, by name; none if the job is not understood."""
    match = world.get(f"/jobs/{job}/my-match", as_=people.cyrus).must(200).data
    return {line["name"]: line for line in match["criteria"]}


def gates(lines: dict[str, Any]) -> dict[str, str]:
    return {name: lines[name]["outcome"] for name in ("specialty", "profession") if name in lines}


def test_the_professions_are_those_that_titles_name() -> None:
    assert set(get_args(Profession.__value__)) == professions.PROFESSIONS.keys()


def test_a_posting_and_a_candidate_have_the_profession_that_they_state(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_required(world, people)
    assert world.get(f"/jobs/{job}", as_=people.carla).must(200).data["profession"] is None
    assert world.get("/jobs/me", as_=people.cyrus).must(200).data["profession"] is None
    for name in ("front_desk", "denturist"):
        changed = world.patch(f"/jobs/{job}", {"profession": name}, as_=people.carla).must(200)
        assert changed.data["profession"] == name
        own = world.patch("/jobs/me", {"profession": name}, as_=people.cyrus).must(200)
        assert own.data["profession"] == name
    for path, person in ((f"/jobs/{job}", people.carla), ("/jobs/me", people.cyrus)):
        for wrong in ("Dentist", "nurse", "", ["dentist"]):
            refused = world.patch(path, {"profession": wrong}, as_=person).must(422)
            assert set(refused.faults) == {"profession"}
        assert world.get(path, as_=person).must(200).data["profession"] == "denturist"
        taken_back = world.patch(path, {"profession": None}, as_=person).must(200)
        assert taken_back.data["profession"] is None


@pytest.mark.parametrize(
    ("posting", "stated", "outcomes"),
    [
        ({"roleNeeded": "Dental hygienist"}, {}, {"profession": "not_met"}),
        ({"roleNeeded": "Dental hygienist", "profession": "dentist"}, {}, {"profession": "met"}),
        ({"roleNeeded": "Somebody", "profession": "hygienist"}, {}, {"profession": "not_met"}),
        (
            {"roleNeeded": "Somebody", "profession": "hygienist"},
            {"profession": "hygienist"},
            {"profession": "met"},
        ),
        ({"roleNeeded": "Associate dentist"}, {"profession": "billing"}, {"profession": "not_met"}),
        ({"roleNeeded": "Endodontist", "profession": "specialist"}, {}, {"specialty": "met"}),
        (
            {"roleNeeded": "Endodontist", "profession": "specialist", "specialty": "periodontics"},
            {},
            {"specialty": "not_met"},
        ),
        (
            {
                "roleNeeded": "Somebody",
                "challenge": "Our orthodontist retires.",
                "profession": "specialist",
            },
            {},
            {"specialty": "not_met"},
        ),
        (
            {"roleNeeded": "Somebody", "profession": "specialist"},
            {"profession": "specialist"},
            {"profession": "met"},
        ),
        (
            {"roleNeeded": "Endodontist", "profession": "specialist"},
            {"profession": "hygienist"},
            {"specialty": "not_stated"},
        ),
        (
            {"roleNeeded": "Anybody", "profession": "assistant", "specialty": "orthodontics"},
            {"profession": "expanded_function_assistant"},
            {"profession": "partly"},
        ),
        ({"roleNeeded": "Office manager", "profession": "other"}, {}, {}),
    ],
)
def test_a_stated_profession_decides_in_place_of_the_title(
    world: World, posting: dict[str, Any], stated: dict[str, Any], outcomes: dict[str, str]
) -> None:
    people = board.sign_up_all(world)
    job = board.post_required(world, people, location="Austin, Texas", **posting)
    if stated:
        world.patch("/jobs/me", stated, as_=people.cyrus).must(200)
    lines = lines_of(world, job, people)
    assert lines["place"]["outcome"] == "met"
    assert gates(lines) == outcomes


def test_evidence_quotes_the_stated_profession(world: World) -> None:
    people = board.sign_up_all(world)
    world.patch("/jobs/me", {"profession": "front_desk"}, as_=people.cyrus).must(200)
    job = board.post_required(world, people, roleNeeded="Somebody kind", profession="front_desk")
    (match,) = world.get(f"/jobs/{job}/matches", as_=people.carla).must(200).data["items"]
    line = next(line for line in match["criteria"] if line["name"] == "profession")
    assert line["evidence"] == "profession: front_desk."
    assert match["subject"]["jobsProfession"] == "front_desk"
