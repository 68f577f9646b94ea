"""The search of jobs by states and other places."""

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
    "location",
    ["virginia", "West Virginia", "virginia west", "Washington", "tennessee", "tenn", "nevada va",
     "district of columbia", "Ohio", "wash virg"],
)  # fmt: skip
def test_the_name_of_a_state_is_matched_like_other_words(world: World, location: str) -> None:
    """Each word must be a prefix of a word of the job's places."""
    people = board.sign_up_all(world)
    jobs = [
        board.post_required(
            world, people, location=first, additionalLocations=rest, annualCompMax=200_000 + at
        )
        for at, (first, *rest) in enumerate(PLACES)
    ]
    expected = [
        job
        for job, places in zip(jobs, PLACES, strict=True)
        if all(
            any(
                place_word.startswith(word)
                for place_word in " ".join(places).lower().replace(",", "").split()
            )
            for word in location.lower().split()
        )
    ]
    query = f"location={location.replace(' ', '+')}"
    for order in ("newest", "compensation"):
        assert (
            board.list_all_ids(world, people, f"{query}&sortBy={order}&limit=1") == expected[::-1]
        ), order
    assert board.list_ids(world, people.cyrus, f"/jobs?{query}&search=molars") == expected[::-1]


def test_a_job_with_a_changed_state_is_found_there(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_required(world, people, location="Austin, Texas")
    world.patch(f"/admin/jobs/{job}", {"location": "Salem, Oregon"}, as_=people.root).must(200)
    assert board.list_ids(world, people.cyrus, "/jobs?location=texas") == []
    assert board.list_ids(world, people.cyrus, "/jobs?location=oregon") == [job]
