"""Who may call, what is noted of it, and what comes of it twice, is alike in both systems."""

from collections.abc import Callable
from typing import Any

import pytest

from bridgework.kit.idempotency import execution
from tests import cast
from tests.areas.recruiting.recruiting_client import (
    CANDIDATES,
    NOVA,
    api_key_headers,
    associate,
    create_candidate,
    list_candidates,
    list_jobs,
)
from tests.world import STRANGER, Person, World

NAMED = {"firstName": "Mira", "lastName": "Hale"}
Opening = Callable[..., str]


class Died(BaseException):
    """The end of a process: nothing catches it."""


def test_the_source_of_a_partners_candidate_is_the_creator_of_the_key(
    world: World, root: Person, opening: Opening
) -> None:
    headers, job = api_key_headers(world, root), opening()
    made = world.post(CANDIDATES, {**NOVA, "jobIds": [job]}, headers=headers).must(201).data
    assert made["source"] == root.email
    body = {"candidates": [dict(NOVA), NAMED]}
    told = world.post(f"{CANDIDATES}/bulk", body, headers=headers).must(200).data["results"]
    assert [(one["outcome"], one["candidate"] is None) for one in told] == [
        ("duplicate", True),
        ("created", False),
    ]
    assert {one["source"] for one in list_candidates(world, root)} == {root.email}
    path = f"{CANDIDATES}/{made['id']}/jobs"
    assert [
        one["id"] for one in world.post(path, {"jobIds": [job]}, headers=headers).must(200).data
    ] == [job]
    assert world.get(CANDIDATES, headers=headers).must(403).error == "key_not_accepted"


@pytest.mark.parametrize("path", [CANDIDATES, f"{CANDIDATES}/bulk", f"{CANDIDATES}/7/jobs"])
def test_other_callers_are_refused(world: World, root: Person, path: str) -> None:
    ben = cast.ben(world)
    body = {**NOVA, "candidates": [dict(NOVA)], "jobIds": ["7"]}
    for person, status in [(STRANGER, 401), (Person(ben.email, token="none"), 401), (ben, 403)]:
        world.post(path, body, as_=person).must(status)
    world.post(path, body, headers=api_key_headers(world, root, "jobs:read")).must(403)
    assert list_candidates(world, root) == []


def test_a_repeated_request_returns_the_first_response(world: World, root: Person) -> None:
    headers = {"idempotency-key": "nova-once"}
    answers = [world.post(CANDIDATES, NAMED, as_=root, headers=headers).must(201) for _ in range(2)]
    assert answers[0].data == answers[1].data
    assert len(list_candidates(world, root)) == 1


@pytest.mark.parametrize("person", [dict(NOVA), NAMED], ids=["an e-mail", "no e-mail"])
def test_an_interrupted_creation_is_returned_for_its_key(
    world: World, root: Person, opening: Opening, monkeypatch: pytest.MonkeyPatch, person: Any
) -> None:
    body, headers = {**person, "jobIds": [opening()]}, {"idempotency-key": "once"}

    def dies(*_: object) -> None:
        raise Died

    with monkeypatch.context() as dying:
        dying.setattr(execution, "_store", dies)
        with pytest.raises(Died):
            world.post(CANDIDATES, body, as_=root, headers=headers)
    refused = world.post(CANDIDATES, body, as_=root, headers=headers).must(409)
    assert refused.error == "idempotency_in_progress"
    world.clock.advance(minutes=2)
    told = world.post(CANDIDATES, body, as_=root, headers=headers).must(201).data
    assert [one["id"] for one in list_candidates(world, root)] == [told["id"]]
    assert [one["id"] for one in list_jobs(world, root, told["id"])] == body["jobIds"]
    entries = world.get("/admin/logs?action=candidate.create", as_=root).must(200).data["items"]
    assert [one["target"] for one in entries] == [told["id"]]


def test_every_creation_and_association_is_audited(
    world: World, root: Person, opening: Opening
) -> None:
    first, headers = create_candidate(world, root), api_key_headers(world, root)
    body = {"candidates": [NAMED, dict(NOVA)]}
    results = world.post(f"{CANDIDATES}/bulk", body, headers=headers).must(200).data["results"]
    associate(world, root, first, opening()).must(200)
    for action, targets in [
        ("candidate.create", [results[0]["candidate"]["id"], first]),
        ("candidate.associate", [first]),
    ]:
        entries = world.get(f"/admin/logs?action={action}", as_=root).must(200).data["items"]
        assert [one["target"] for one in entries] == targets
        assert {one["actor"] for one in entries} == {root.id}


def test_erasing_the_creator_of_a_candidate_removes_the_source_only(
    world: World, root: Person
) -> None:
    other = cast.root(world, "other@example.com")
    create_candidate(world, other)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=other).must(202)
    world.clock.advance(days=14)
    world.do_chores()
    (left,) = list_candidates(world, cast.root_again(world))
    assert (left["email"], left["source"]) == (NOVA["email"], None)
