"""Openings and associations are the same with both providers."""

import pytest

from tests.areas.recruiting.recruiting_client import (
    CANDIDATES,
    MIRA,
    Opening,
    associate,
    create_candidate,
    list_candidates,
    list_jobs,
    list_openings,
    post_candidate,
)
from tests.world import Person, World


def test_openings_are_listed_newest_first(world: World, root: Person, opening: Opening) -> None:
    assert list_openings(world, root) == []
    first = opening("One")
    world.clock.advance(seconds=1)
    other = opening("Two")
    result = list_openings(world, root)
    assert [(item["id"], item["title"]) for item in result] == [(other, "Two"), (first, "One")]
    for item in result:
        item.pop("jobOpeningId")
        assert {item["clientName"], item["city"]} == {"Larkspur Dental Group", "Austin"}


def test_associating_twice_changes_nothing(world: World, root: Person, opening: Opening) -> None:
    first, second = opening("One"), opening("Two")
    candidate = create_candidate(world, root, jobIds=[first, first])
    assert [job["applicationStatus"] for job in list_jobs(world, root, candidate)] == ["Associated"]
    world.clock.advance(minutes=1)
    data = associate(world, root, candidate, second, first, second).must(200).data
    assert [(job["id"], job["applicationStatus"]) for job in data] == [
        (second, "Associated"),
        (first, "Associated"),
    ]
    assert [job["id"] for job in list_jobs(world, root, candidate)] == [second, first]


def test_unknown_openings_are_reported_and_nothing_changes(
    world: World, root: Person, opening: Opening
) -> None:
    job, candidate = opening(), create_candidate(world, root)
    unknown = ["7", "0", "9" * 39, f"0{job}"]
    paths = {f"jobIds[{place}]": "job_unknown" for place in range(1, 5)}
    assert associate(world, root, candidate, job, *unknown).must(422).faults == paths
    refused = post_candidate(world, root, email="mira@example.com", jobIds=[job, *unknown]).must(
        422
    )
    assert refused.faults == paths
    body = {"candidates": [MIRA], "jobIds": [job, *unknown]}
    assert world.post(f"{CANDIDATES}/bulk", body, as_=root).must(422).faults == paths
    assert (len(list_candidates(world, root)), list_jobs(world, root, candidate)) == (1, [])


@pytest.mark.parametrize("unknown_id", ["999", "0", "x", "9" * 40])
def test_a_missing_candidate_is_not_found(
    world: World, root: Person, opening: Opening, unknown_id: str
) -> None:
    path = f"{CANDIDATES}/{unknown_id}/jobs"
    assert world.get(path, as_=root).must(404).error == "candidate_not_found"
    assert associate(world, root, unknown_id, opening()).error == "candidate_not_found"
