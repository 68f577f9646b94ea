"""Who may call, what is noted of it, and what comes of it twice, is alike in both systems."""

from collections.abc import Callable
from typing import Any

import pytest

from bridgework.kit.idempotency import execution
from tests import cast
from tests.areas.recruiting.agency import (
    CANDIDATES,
    NOVA,
    added,
    associate,
    jobs_of,
    key,
    listed,
)
from tests.world import ANONYMOUS, Person, World

NAMED = {"firstName": "Mira", "lastName": "Hale"}
Opening = Callable[..., str]


class Died(BaseException):
    """The end of a process: nothing catches it."""


def test_a_partner_adds_in_the_name_of_who_made_the_key(
    world: World, root: Person, opening: Opening
) -> None:
    headers, job = key(world, root), opening()
    made = world.post(CANDIDATES, {**NOVA, "jobIds": [job]}, headers=headers).must(201).data
    assert made["source"] == root.email
    body = {"candidates": [dict(NOVA), NAMED]}
    told = world.post(f"{CANDIDATES}/bulk", body, headers=headers).must(200).data["results"]
    assert [(one["outcome"], one["candidate"] is None) for one in told] == [
        ("duplicate", True),
        ("created", False),
    ]
    assert {one["source"] for one in listed(world, root)} == {root.email}
    path = f"{CANDIDATES}/{made['id']}/jobs"
    assert [
        one["id"] for one in world.post(path, {"jobIds": [job]}, headers=headers).must(200).data
    ] == [job]
    assert world.get(CANDIDATES, headers=headers).must(403).error == "key_not_accepted"


@pytest.mark.parametrize("path", [CANDIDATES, f"{CANDIDATES}/bulk", f"{CANDIDATES}/7/jobs"])
def test_nobody_else_is_let_in(world: World, root: Person, path: str) -> None:
    ben = cast.ben(world)
    body = {**NOVA, "candidates": [dict(NOVA)], "jobIds": ["7"]}
    for person, status in [(ANONYMOUS, 401), (Person(ben.email, token="none"), 401), (ben, 403)]:
        world.post(path, body, as_=person).must(status)
    world.post(path, body, headers=key(world, root, "jobs:read")).must(403)
    assert listed(world, root) == []


def test_a_repeated_request_with_its_key_has_the_first_answer(world: World, root: Person) -> None:
    headers = {"idempotency-key": "nova-once"}
    answers = [world.post(CANDIDATES, NAMED, as_=root, headers=headers).must(201) for _ in range(2)]
    assert answers[0].data == answers[1].data
    assert len(listed(world, root)) == 1


@pytest.mark.parametrize("person", [dict(NOVA), NAMED], ids=["an e-mail", "no e-mail"])
def test_a_creation_that_was_cut_off_before_its_answer_is_told_under_its_key(
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
    assert [one["id"] for one in listed(world, root)] == [told["id"]]
    assert [one["id"] for one in jobs_of(world, root, told["id"])] == body["jobIds"]
    entries = world.get("/admin/logs?action=candidate.create", as_=root).must(200).data["items"]
    assert [one["target"] for one in entries] == [told["id"]]


def test_every_addition_and_association_is_audited(
    world: World, root: Person, opening: Opening
) -> None:
    first, headers = added(world, root), key(world, root)
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


def test_erasing_who_added_a_candidate_takes_their_address_and_leaves_the_candidate(
    world: World, root: Person
) -> None:
    other = cast.root(world, "other@example.com")
    added(world, other)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=other).must(202)
    world.clock.advance(days=14)
    world.run_periodic_tasks()
    (left,) = listed(world, cast.root_again(world))
    assert (left["email"], left["source"]) == (NOVA["email"], None)
