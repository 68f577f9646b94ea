"""Finding jobs by the names of states and other places."""

import pytest

from tests.areas.jobs import board
from tests.world import World

PLACES = [
    ["Richmond, Virginia"],
    ["Charleston, West Virginia"],
    ["Virginia Beach", "Nashville, Tennessee"],
    ["Washington, District of Columbia"],
    ["Seattle, Washington"],
    ["Westfield", "Virginia City, Nevada"],
    ["Remote"],
    ["Tennessee Ridge"],
]


@pytest.mark.parametrize(
    "sought",
    ["virginia", "West Virginia", "virginia west", "Washington", "tennessee", "tenn", "nevada va",
     "district of columbia", "Ohio", "wash virg"],
)  # fmt: skip
def test_the_name_of_a_state_is_sought_as_any_words_are(world: World, sought: str) -> None:
    """Each word begins one of those of the job's places."""
    people = board.cast_of(world)
    made = [
        board.least(
            world, people, location=first, additionalLocations=rest, annualCompMax=200_000 + at
        )
        for at, (first, *rest) in enumerate(PLACES)
    ]
    found = [
        job
        for job, places in zip(made, PLACES, strict=True)
        if all(
            any(one.startswith(word) for one in " ".join(places).lower().replace(",", "").split())
            for word in sought.lower().split()
        )
    ]
    query = f"location={sought.replace(' ', '+')}"
    for order in ("newest", "compensation"):
        assert board.walked(world, people, f"{query}&sortBy={order}&limit=1") == found[::-1], order
    assert board.listed(world, people.cyrus, f"/jobs?{query}&search=molars") == found[::-1]


def test_a_job_that_moves_to_another_state_is_found_there(world: World) -> None:
    people = board.cast_of(world)
    job = board.least(world, people, location="Austin, Texas")
    world.patch(f"/admin/jobs/{job}", {"location": "Salem, Oregon"}, as_=people.root).must(200)
    assert board.listed(world, people.cyrus, "/jobs?location=texas") == []
    assert board.listed(world, people.cyrus, "/jobs?location=oregon") == [job]
