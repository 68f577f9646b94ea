"""Openings in Zoho, and associations that fail."""

import pytest

from tests import cast
from tests.areas.recruiting.recruiting_client import (
    CANDIDATES,
    MIRA,
    NOVA,
    OPENINGS,
    create_candidate,
    list_candidates,
    list_jobs,
    post_candidate,
)
from tests.servers import zoho
from tests.servers import zoho_faults as faults
from tests.servers.zoho import StandIn
from tests.world import Person, World

ASSOCIATE = "/actions/associate"

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.fixture
def root(world: World) -> Person:
    return cast.root(world)


def test_an_opening_that_refuses_the_candidate_is_reported(
    world: World, at: StandIn, root: Person
) -> None:
    good, bad = at.add_opening("Good"), at.add_opening("Bad")
    at.verdicts[bad] = zoho.refusal("BLOCKED_RECORD", {})
    headers = {"idempotency-key": "once"}
    body = {**NOVA, "jobIds": [good, bad]}
    refused = world.post(CANDIDATES, body, as_=root, headers=headers).must(409)
    assert refused.error == "not_associated"
    (candidate,) = at.candidates
    missing = f"Candidate {candidate} exists but is not associated with {bad} (BLOCKED_RECORD)."
    assert refused.json["message"] == missing
    path = f"{CANDIDATES}/{candidate}/jobs"
    assert world.post(path, {"jobIds": [bad, good]}, as_=root).must(409).json["message"] == missing
    many = {"candidates": [MIRA], "jobIds": [bad]}
    (result,) = world.post(f"{CANDIDATES}/bulk", many, as_=root).must(200).data["results"]
    assert (result["outcome"], result["candidate"]["firstName"]) == ("created", "Mira")
    assert result["message"].startswith("not_associated: ")
    at.verdicts.clear()
    created = world.post(CANDIDATES, body, as_=root, headers=headers).must(201).data
    assert created["id"] == candidate
    assert {job["id"] for job in list_jobs(world, root, candidate)} == {good, bad}


def test_a_locked_opening_is_retried(world: World, at: StandIn, root: Person) -> None:
    good, locked = at.add_opening("Good"), at.add_opening("Locked")
    at.locked[locked] = 1
    candidate = create_candidate(world, root, jobIds=[good, locked])
    assert {job for _, job in at.associations} == {good, locked}
    assert (len(list_jobs(world, root, candidate)), at.count(ASSOCIATE)) == (2, 2)


def test_an_association_without_a_response_is_reported_with_the_candidate(
    world: World, at: StandIn, root: Person
) -> None:
    at.misbehave(ASSOCIATE, faults.breaks_late, times=9)
    refused = post_candidate(world, root, jobIds=[at.add_opening("One")]).must(409)
    assert refused.error == "not_associated"
    assert "NO_ANSWER" in refused.json["message"]
    assert len(list_candidates(world, root)) == 1


@pytest.mark.parametrize("status", ["Filled", "Cancelled", "On-Hold", "Inactive"])
def test_a_closed_opening_is_not_listed(
    world: World, at: StandIn, root: Person, status: str
) -> None:
    job = at.add_opening("Endodontist", Job_Opening_Status=status)
    assert world.get(OPENINGS, as_=root).must(200).data == []
    assert post_candidate(world, root, jobIds=[job]).must(422).faults == {
        "jobIds[0]": "job_unknown"
    }


def test_more_than_one_page_is_read(world: World, at: StandIn, root: Person) -> None:
    jobs = [at.add_opening(f"Opening {number}") for number in range(201)]
    assert len(world.get(OPENINGS, as_=root).must(200).data) == 201
    create_candidate(world, root, jobIds=[jobs[0]])
    for number in range(3):
        create_candidate(world, root, email=f"person{number}@example.com")
    pages = [world.get(f"{CANDIDATES}?limit=2&page={page}", as_=root).data for page in (1, 2, 3)]
    assert [(len(page["items"]), page["total"]) for page in pages] == [(2, 3), (2, 4), (0, 4)]
