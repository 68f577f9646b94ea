"""Openings are the approved job postings; candidates are put forward for them."""

from typing import Any

import pytest

from tests import cast
from tests.areas.recruiting.agency import (
    CANDIDATES,
    NOVA,
    OPENINGS,
    POSTING,
    add,
    added,
    associate,
    jobs_of,
    key,
    listed,
    opening,
    openings,
    posting,
)
from tests.world import ANONYMOUS, Person, World


def test_an_opening_is_an_approved_posting(world: World) -> None:
    root = cast.root(world)
    clinic = cast.sign_up(world, "carla@example.com", jobsRole="clinic_owner")
    waiting = world.post("/jobs", dict(POSTING), as_=clinic).must(201).data["id"]
    assert openings(world, root) == []
    world.post(f"/admin/jobs/{waiting}/approve", as_=root).must(200)
    (told,) = openings(world, root)
    assert told.pop("id").isdigit()
    assert told == {
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
def test_an_opening_tells_city_and_state_where_the_posting_does(
    world: World, location: str, city: str | None, state: str | None
) -> None:
    root = cast.root(world)
    opening(world, root, location=location)
    assert [(one["city"], one["state"]) for one in openings(world, root)] == [(city, state)]


def test_a_posting_that_closes_expires_or_whose_owner_goes_is_no_opening(world: World) -> None:
    root = cast.root(world)
    clinic = cast.sign_up(world, "carla@example.com", jobsRole="clinic_owner")
    first, second = (posting(world, root, clinic, roleNeeded=name) for name in ("One", "Two"))
    assert [one["title"] for one in openings(world, root)] == ["Two", "One"]
    world.post(f"/jobs/{first}/close", as_=clinic).must(200)
    assert [one["jobOpeningId"] for one in openings(world, root)] == [second]
    world.post(f"/admin/users/{clinic.id}/disable", {"reason": "x"}, as_=root).must(200)
    assert openings(world, root) == []
    world.post(f"/admin/users/{clinic.id}/enable", as_=root).must(200)
    assert [one["jobOpeningId"] for one in openings(world, root)] == [second]
    world.clock.advance(days=91)
    assert openings(world, cast.root_again(world)) == []


def test_a_fresh_candidate_is_associated_with_what_is_named(world: World) -> None:
    root = cast.root(world)
    job = opening(world, root)
    candidate = added(world, root, jobIds=[job, job])
    (told,) = jobs_of(world, root, candidate)
    (open_one,) = openings(world, root)
    assert told == {**open_one, "applicationStatus": "Associated"}


def test_to_associate_twice_changes_nothing(world: World) -> None:
    root = cast.root(world)
    first, second = opening(world, root), opening(world, root)
    candidate = added(world, root)
    told = associate(world, root, candidate, first).must(200).data
    assert [(one["id"], one["applicationStatus"]) for one in told] == [(first, "Associated")]
    world.clock.advance(minutes=1)
    told = associate(world, root, candidate, second, first, second).must(200).data
    assert [one["id"] for one in told] == [second, first]
    assert [one["id"] for one in jobs_of(world, root, candidate)] == [second, first]


def test_twenty_at_once_associate_once(world: World) -> None:
    root = cast.root(world)
    job, candidate = opening(world, root), added(world, root)
    path, body = f"{CANDIDATES}/{candidate}/jobs", {"jobIds": [job]}
    answers = world.together([lambda: world.sending("POST", path, body, as_=root)] * 20)
    assert {answer.status for answer in answers} == {200}
    assert len(jobs_of(world, root, candidate)) == 1


def test_unknown_openings_are_named_and_nothing_is_done(world: World) -> None:
    root = cast.root(world)
    job, candidate = opening(world, root), added(world, root)
    unknown = ["7", "0", "9" * 39, "1" * 5000, f"0{job}"]
    paths = {f"jobIds[{place}]" for place in range(1, 6)}
    refused = associate(world, root, candidate, job, *unknown).must(422)
    assert set(refused.faults) == paths
    assert set(refused.faults.values()) == {"job_unknown"}
    assert jobs_of(world, root, candidate) == []
    refused = add(world, root, email="mira@example.com", jobIds=[job, *unknown]).must(422)
    assert set(refused.faults) == paths
    assert len(listed(world, root)) == 1


def test_a_closed_posting_takes_nobody_and_keeps_whom_it_has(world: World) -> None:
    root = cast.root(world)
    job, candidate = opening(world, root), added(world, root)
    associate(world, root, candidate, job).must(200)
    (told,) = jobs_of(world, root, candidate)
    world.post(f"/jobs/{told['jobOpeningId']}/close", as_=root).must(200)
    assert set(associate(world, root, candidate, job).must(422).faults) == {"jobIds[0]"}
    assert jobs_of(world, root, candidate) == [told]


@pytest.mark.parametrize("body", [{}, {"jobIds": []}, {"jobIds": ["x"]}, {"jobIds": [7]}])
def test_openings_that_do_not_fit_are_refused(world: World, body: dict[str, Any]) -> None:
    root = cast.root(world)
    path = f"{CANDIDATES}/{added(world, root)}/jobs"
    (at,) = world.post(path, body, as_=root).must(422).faults
    assert at.startswith("jobIds")


@pytest.mark.parametrize(
    "nobody", ["999", "0", "x", "9" * 30, "01942520-e3a0-7704-b3c8-3850c0ae0354"]
)
def test_who_is_not_there_has_no_jobs(world: World, nobody: str) -> None:
    root = cast.root(world)
    path = f"{CANDIDATES}/{nobody}/jobs"
    assert world.get(path, as_=root).must(404).error == "candidate_not_found"
    assert associate(world, root, nobody, opening(world, root)).error == "candidate_not_found"


def test_a_partner_sees_openings_and_associates(world: World) -> None:
    root = cast.root(world)
    first, second = opening(world, root), opening(world, root)
    candidate = added(world, root, jobIds=[first])
    headers = key(world, root)
    told = world.get(OPENINGS, headers=headers).must(200).data
    assert [one["id"] for one in told] == [second, first]
    path = f"{CANDIDATES}/{candidate}/jobs"
    told = world.post(path, {"jobIds": [second]}, headers=headers).must(200).data
    assert [one["id"] for one in told] == [second]
    assert world.get(path, headers=headers).must(403).error == "key_not_accepted"


def test_nobody_else_sees_openings_or_associates(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    path = f"{CANDIDATES}/{added(world, root)}/jobs"
    worn_out = Person(ben.email, token="none")
    refusals = [(ANONYMOUS, 401, "sign_in_needed"), (worn_out, 401, "token_invalid")]
    for person, status, error in [*refusals, (ben, 403, "not_allowed")]:
        assert world.get(OPENINGS, as_=person).must(status).error == error
        assert world.get(path, as_=person).must(status).error == error
        assert world.post(path, {"jobIds": ["7"]}, as_=person).must(status).error == error
    wrong = key(world, root, "jobs:read")
    for method, at in (("GET", OPENINGS), ("POST", path)):
        refused = world.send(method, at, {"jobIds": ["7"]}, headers=wrong)
        assert refused.must(403).error == "scope_missing"


def test_an_association_is_audited(world: World) -> None:
    root = cast.root(world)
    job, candidate = opening(world, root), added(world, root)
    associate(world, root, candidate, job).must(200)
    entries = world.get("/admin/logs?action=candidate.associate", as_=root).must(200).data["items"]
    assert [(one["actor"], one["target"]) for one in entries] == [(root.id, candidate)]


def test_a_posting_that_is_erased_with_its_owner_leaves_the_candidate(world: World) -> None:
    root = cast.root(world)
    clinic = cast.sign_up(world, "carla@example.com", jobsRole="clinic_owner")
    posting(world, root, clinic)
    candidate = added(world, root, jobIds=[openings(world, root)[0]["id"]])
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=clinic).must(202)
    world.clock.advance(days=14)
    world.run_periodic_tasks()
    root = cast.root_again(world)
    assert jobs_of(world, root, candidate) == []
    assert [one["email"] for one in listed(world, root)] == [NOVA["email"]]
