"""Permissions, audit entries and repeated requests are the same with both providers."""

from typing import Any

import pytest

from bridgework.kit.http.idempotency import execution
from tests import cast
from tests.areas.recruiting.recruiting_client import (
    CANDIDATES,
    MIRA,
    NOVA,
    Opening,
    api_key_headers,
    associate,
    create_candidate,
    list_candidates,
    list_jobs,
)
from tests.world import ANONYMOUS, Person, World


class Crash(BaseException):
    """A crash of the process, which no handler catches."""


def test_the_source_of_a_partners_candidate_is_the_creator_of_the_key(
    world: World, root: Person, opening: Opening
) -> None:
    headers, job = api_key_headers(world, root), opening()
    created = world.post(CANDIDATES, {**NOVA, "jobIds": [job]}, headers=headers).must(201).data
    assert created["source"] == root.email
    body = {"candidates": [dict(NOVA), MIRA]}
    results = world.post(f"{CANDIDATES}/bulk", body, headers=headers).must(200).data["results"]
    assert [(result["outcome"], result["candidate"] is None) for result in results] == [
        ("duplicate", True),
        ("created", False),
    ]
    assert {candidate["source"] for candidate in list_candidates(world, root)} == {root.email}
    path = f"{CANDIDATES}/{created['id']}/jobs"
    assert [
        result["id"]
        for result in world.post(path, {"jobIds": [job]}, headers=headers).must(200).data
    ] == [job]
    assert world.get(CANDIDATES, headers=headers).must(403).error == "key_not_accepted"


@pytest.mark.parametrize("path", [CANDIDATES, f"{CANDIDATES}/bulk", f"{CANDIDATES}/7/jobs"])
def test_other_callers_are_refused(world: World, root: Person, path: str) -> None:
    ben = cast.ben(world)
    body = {**NOVA, "candidates": [dict(NOVA)], "jobIds": ["7"]}
    for person, status in [(ANONYMOUS, 401), (Person(ben.email, token="none"), 401), (ben, 403)]:
        world.post(path, body, as_=person).must(status)
    world.post(path, body, headers=api_key_headers(world, root, "jobs:read")).must(403)
    assert list_candidates(world, root) == []


def test_a_repeated_request_returns_the_first_response(world: World, root: Person) -> None:
    headers = {"idempotency-key": "nova-once"}
    responses = [
        world.post(CANDIDATES, MIRA, as_=root, headers=headers).must(201) for _ in range(2)
    ]
    assert responses[0].data == responses[1].data
    assert len(list_candidates(world, root)) == 1


@pytest.mark.parametrize("person", [dict(NOVA), MIRA], ids=["an e-mail", "no e-mail"])
def test_an_interrupted_creation_is_returned_for_its_key(
    world: World, root: Person, opening: Opening, monkeypatch: pytest.MonkeyPatch, person: Any
) -> None:
    body, headers = {**person, "jobIds": [opening()]}, {"idempotency-key": "once"}

    def crash_process(*_: object) -> None:
        raise Crash

    with monkeypatch.context() as patched:
        patched.setattr(execution, "_store", crash_process)
        with pytest.raises(Crash):
            world.post(CANDIDATES, body, as_=root, headers=headers)
    refused = world.post(CANDIDATES, body, as_=root, headers=headers).must(409)
    assert refused.error == "idempotency_in_progress"
    world.clock.advance(minutes=2)
    data = world.post(CANDIDATES, body, as_=root, headers=headers).must(201).data
    assert [candidate["id"] for candidate in list_candidates(world, root)] == [data["id"]]
    assert [job["id"] for job in list_jobs(world, root, data["id"])] == body["jobIds"]
    entries = world.get("/admin/logs?action=candidate.create", as_=root).must(200).data["items"]
    assert [entry["target"] for entry in entries] == [data["id"]]


def test_every_creation_and_association_is_audited(
    world: World, root: Person, opening: Opening
) -> None:
    first, headers = create_candidate(world, root), api_key_headers(world, root)
    body = {"candidates": [MIRA, dict(NOVA)]}
    results = world.post(f"{CANDIDATES}/bulk", body, headers=headers).must(200).data["results"]
    associate(world, root, first, opening()).must(200)
    for action, targets in [
        ("candidate.create", [results[0]["candidate"]["id"], first]),
        ("candidate.associate", [first]),
    ]:
        entries = world.get(f"/admin/logs?action={action}", as_=root).must(200).data["items"]
        assert [entry["target"] for entry in entries] == targets
        assert {entry["actor"] for entry in entries} == {root.id}


def test_erasing_the_creator_of_a_candidate_removes_the_source_only(
    world: World, root: Person
) -> None:
    other = cast.root(world, "other@example.com")
    create_candidate(world, other)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=other).must(202)
    world.clock.advance(days=14)
    world.run_periodic_tasks()
    (left,) = list_candidates(world, cast.root_again(world))
    assert (left["email"], left["source"]) == (NOVA["email"], None)
