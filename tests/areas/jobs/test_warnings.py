"""A posting that demands a protected characteristic has warnings, and nobody is matched by it."""

import pytest

from tests import make
from tests.areas.jobs import board
from tests.areas.roles import desk
from tests.world import World

CHALLENGE = "Four chairs, all new.\nWe want a female assistant. Nobody over 40, please."
EXPECTED = [
    ("challenge", "sex", "We want a female assistant"),
    ("challenge", "age", "Nobody over 40"),
]


def test_the_owner_and_administrators_see_the_warnings_of_a_job(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people, challenge=CHALLENGE, benefits=["Families only"])
    for person in (people.carla, people.root):
        warnings = world.get(f"/jobs/{job}", as_=person).must(200).data["warnings"]
        assert [(one["member"], one["characteristic"], one["text"]) for one in warnings] == EXPECTED
        assert {one["code"] for one in warnings} == {"protected_characteristic"}
    for person in (people.cyrus, people.dora):
        assert world.get(f"/jobs/{job}", as_=person).must(200).data["warnings"] is None
    (listed,) = world.get("/jobs", as_=people.cyrus).must(200).data["items"]
    assert listed["warnings"] is None


def test_a_warning_ends_with_its_cause(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post(world, people.carla, challenge=CHALLENGE)
    changed = world.patch(f"/jobs/{job}", {"challenge": "Four chairs."}, as_=people.carla)
    assert changed.must(200).data["warnings"] == []


def test_a_role_has_the_same_warnings(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people, challenge=CHALLENGE, tags=["CBCT", "No veterans"])
    warnings = world.get(f"/roles/{role}", as_=people.ben).must(200).data["warnings"]
    found = [(one["member"], one["characteristic"], one["text"]) for one in warnings]
    assert found == [*EXPECTED, ("tags", "veteran", "No veterans")]
    assert world.get(f"/roles/{role}", as_=people.ada).must(200).data["warnings"] is None


@pytest.mark.parametrize(
    ("posting", "bio"),
    [
        ({"tags": ["Aligners", "Christian"]}, "I am a Christian and enjoy aligners."),
        ({"challenge": "Aligners. Female orthodontist preferred."}, "A female voice for aligners"),
        ({"challenge": "Aligners. No veterans, please."}, "Veterans are my patients; aligners."),
    ],
)
def test_a_characteristic_is_neither_a_criterion_nor_quoted(
    world: World, posting: dict[str, object], bio: str
) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people, **{"tags": [], **posting})
    expert = make.expert(world, "Gil One", title="Orthodontist", bio=bio)
    matches = world.get(f"/roles/{role}/matches", as_=people.ben).must(200).data["items"]
    (match,) = (one for one in matches if one["subject"]["id"] == expert)
    told = str(match["criteria"]) + match["matchInsights"]
    assert "ligners" in told
    assert not {"christian", "female", "veterans"} & set(told.lower().replace(".", " ").split())
