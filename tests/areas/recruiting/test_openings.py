"""Openings are approved job postings; candidates are associated with them."""

from typing import Any

import pytest

from tests import cast
from tests.areas.recruiting.recruiting_client import (
    CANDIDATES,
    NOVA,
    OPENINGS,
    POSTING,
    api_key_headers,
    associate,
    create_candidate,
    create_opening,
    create_posting,
    list_candidates,
    list_jobs,
    list_openings,
    post_candidate,
)
from tests.world import ANONYMOUS, Person, World


def test_an_opening_is_an_approved_posting(world: World) -> None:
    root = cast.root(world)
    clinic = cast.sign_up(world, "carla@example.com", jobsRole="clinic_owner")
    waiting = world.post("/jobs", dict(POSTING), as_=clinic).must(201).data["id"]
    assert list_openings(world, root) == []
    world.post(f"/admin/jobs/{waiting}/approve", as_=root).must(200)
    (opening,) = list_openings(world, root)
    assert opening.pop("id").isdigit()
    assert opening == {
        "title": POSTING["roleNeeded"],
        "jobOpeningId": waiting,
        "clientName": POSTING["companyName"],
        "city": "Austin",
        "state": "TX",
    }


@pytest.mark.parametrize(
    ("location", "city", "state"),
    [
        ("Portland, Oregon 97201", "Portland", "OR"),
        ("St. Louis, MO, USA", "St. Louis", "MO"),
        ("Texas", None, "TX"),
        ("Remote", None, None),
        ("Kansas City, KS or MO", None, None),
        ("Paris, France", None, None),
    ],
)
def test_city_and_state_of_an_opening_come_from_the_location(
    world: World, location: str, city: str | None, state: str | None
) -> None:
    root = cast.root(world)
    create_opening(world, root, location=location)
    assert [(opening["city"], opening["state"]) for opening in list_openings(world, root)] == [
        (city, state)
    ]


def test_closed_and_expired_postings_and_those_of_disabled_owners_are_no_openings(
    world: World,
) -> None:
    root = cast.root(world)
    clinic = cast.sign_up(world, "carla@example.com", jobsRole="clinic_owner")
    first, second = (
        create_posting(world, root, clinic, roleNeeded=name) for name in ("One", "Two")
    )
    assert [opening["title"] for opening in list_openings(world, root)] == ["Two", "One"]
    world.post(f"/jobs/{first}/close", as_=clinic).must(200)
    assert [opening["jobOpeningId"] for opening in list_openings(world, root)] == [second]
    world.post(f"/admin/users/{clinic.id}/disable", {"reason": "x"}, as_=root).must(200)
    assert list_openings(world, root) == []
    world.post(f"/admin/users/{clinic.id}/enable", as_=root).must(200)
    assert [opening["jobOpeningId"] for opening in list_openings(world, root)] == [second]
    world.clock.advance(days=91)
    assert list_openings(world, cast.root_again(world)) == []


def test_a_new_candidate_is_associated_with_the_given_openings(world: World) -> None:
    root = cast.root(world)
    job = create_opening(world, root)
    candidate = create_candidate(world, root, jobIds=[job, job])
    (association,) = list_jobs(world, root, candidate)
    (open_one,) = list_openings(world, root)
    assert association == {**open_one, "applicationStatus": "Associated"}


def test_associating_twice_changes_nothing(world: World) -> None:
    root = cast.root(world)
    first, second = create_opening(world, root), create_opening(world, root)
    candidate = create_candidate(world, root)
    data = associate(world, root, candidate, first).must(200).data
    assert [(job["id"], job["applicationStatus"]) for job in data] == [(first, "Associated")]
    world.clock.advance(minutes=1)
    data = associate(world, root, candidate, second, first, second).must(200).data
    assert [job["id"] for job in data] == [second, first]
    assert [job["id"] for job in list_jobs(world, root, candidate)] == [second, first]


@pytest.mark.postgresql("concurrent requests")
def test_twenty_concurrent_associations_create_one(world: World) -> None:
    root = cast.root(world)
    job, candidate = create_opening(world, root), create_candidate(world, root)
    path, body = f"{CANDIDATES}/{candidate}/jobs", {"jobIds": [job]}
    responses = world.together([lambda: world.sending("POST", path, body, as_=root)] * 20)
    assert {response.status for response in responses} == {200}
    assert len(list_jobs(world, root, candidate)) == 1


def test_unknown_openings_are_reported_and_nothing_changes(world: World) -> None:
    root = cast.root(world)
    job, candidate = create_opening(world, root), create_candidate(world, root)
    unknown = ["7", "0", "9" * 39, "1" * 5000, f"0{job}"]
    paths = {f"jobIds[{place}]" for place in range(1, 6)}
    refused = associate(world, root, candidate, job, *unknown).must(422)
    assert set(refused.faults) == paths
    assert set(refused.faults.values()) == {"job_unknown"}
    assert list_jobs(world, root, candidate) == []
    refused = post_candidate(world, root, email="mira@example.com", jobIds=[job, *unknown]).must(
        422
    )
    assert set(refused.faults) == paths
    assert len(list_candidates(world, root)) == 1


def test_a_closed_posting_keeps_its_candidates_and_accepts_no_new_ones(world: World) -> None:
    root = cast.root(world)
    job, candidate = create_opening(world, root), create_candidate(world, root)
    associate(world, root, candidate, job).must(200)
    (association,) = list_jobs(world, root, candidate)
    world.post(f"/jobs/{association['jobOpeningId']}/close", as_=root).must(200)
    assert set(associate(world, root, candidate, job).must(422).faults) == {"jobIds[0]"}
    assert list_jobs(world, root, candidate) == [association]


@pytest.mark.parametrize("body", [{}, {"jobIds": []}, {"jobIds": ["x"]}, {"jobIds": [7]}])
def test_invalid_opening_ids_are_refused(world: World, body: dict[str, Any]) -> None:
    root = cast.root(world)
    path = f"{CANDIDATES}/{create_candidate(world, root)}/jobs"
    (at,) = world.post(path, body, as_=root).must(422).faults
    assert at.startswith("jobIds")


@pytest.mark.parametrize(
    "unknown_id", ["999", "0", "x", "9" * 30, "01942520-e3a0-7704-b3c8-3850c0ae0354"]
)
def test_a_missing_candidate_is_not_found(world: World, unknown_id: str) -> None:
    root = cast.root(world)
    path = f"{CANDIDATES}/{unknown_id}/jobs"
    assert world.get(path, as_=root).must(404).error == "candidate_not_found"
    assert (
        associate(world, root, unknown_id, create_opening(world, root)).error
        == "candidate_not_found"
    )


def test_a_partner_can_list_openings_and_associate_candidates(world: World) -> None:
    root = cast.root(world)
    first, second = create_opening(world, root), create_opening(world, root)
    candidate = create_candidate(world, root, jobIds=[first])
    headers = api_key_headers(world, root)
    data = world.get(OPENINGS, headers=headers).must(200).data
    assert [job["id"] for job in data] == [second, first]
    path = f"{CANDIDATES}/{candidate}/jobs"
    data = world.post(path, {"jobIds": [second]}, headers=headers).must(200).data
    assert [job["id"] for job in data] == [second]
    assert world.get(path, headers=headers).must(403).error == "key_not_accepted"


def test_other_callers_can_not_list_openings_or_associate_candidates(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    path = f"{CANDIDATES}/{create_candidate(world, root)}/jobs"
    expired = Person(ben.email, token="none")
    refusals = [(ANONYMOUS, 401, "sign_in_needed"), (expired, 401, "token_invalid")]
    for person, status, error in [*refusals, (ben, 403, "not_allowed")]:
        assert world.get(OPENINGS, as_=person).must(status).error == error
        assert world.get(path, as_=person).must(status).error == error
        assert world.post(path, {"jobIds": ["7"]}, as_=person).must(status).error == error
    wrong = api_key_headers(world, root, "jobs:read")
    for method, at in (("GET", OPENINGS), ("POST", path)):
        refused = world.send(method, at, {"jobIds": ["7"]}, headers=wrong)
        assert refused.must(403).error == "scope_missing"


def test_an_association_is_audited(world: World) -> None:
    root = cast.root(world)
    job, candidate = create_opening(world, root), create_candidate(world, root)
    associate(world, root, candidate, job).must(200)
    entries = world.get("/admin/logs?action=candidate.associate", as_=root).must(200).data["items"]
    assert [(entry["actor"], entry["target"]) for entry in entries] == [(root.id, candidate)]


def test_erasing_the_owner_of_a_posting_keeps_the_candidate(world: World) -> None:
    root = cast.root(world)
    clinic = cast.sign_up(world, "carla@example.com", jobsRole="clinic_owner")
    create_posting(world, root, clinic)
    candidate = create_candidate(world, root, jobIds=[list_openings(world, root)[0]["id"]])
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=clinic).must(202)
    world.clock.advance(days=14)
    world.run_periodic_tasks()
    root = cast.root_again(world)
    assert list_jobs(world, root, candidate) == []
    assert [candidate["email"] for candidate in list_candidates(world, root)] == [NOVA["email"]]
