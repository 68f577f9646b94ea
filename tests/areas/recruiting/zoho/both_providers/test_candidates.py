"""Creating and searching candidates is the same with both providers."""

from typing import Any

import pytest

from tests.areas.recruiting.recruiting_client import (
    CANDIDATES,
    COMPLETE_NOVA,
    MIRA,
    NOVA,
    Opening,
    create_candidate,
    list_candidates,
    list_jobs,
    post_candidate,
)
from tests.world import Person, World


def test_a_candidate_is_returned_completely(world: World, root: Person) -> None:
    created = world.post(CANDIDATES, COMPLETE_NOVA, as_=root).must(201).data
    own = {"id": created["id"], "source": root.email, "createdAt": "2026-11-21T12:00:00.000Z"}
    assert created["id"].isdigit()
    assert created == {**COMPLETE_NOVA, **own}
    assert list_candidates(world, root) == [created]


def test_a_candidate_with_names_only_is_always_new(world: World, root: Person) -> None:
    first, second = (world.post(CANDIDATES, MIRA, as_=root).must(201).data for _ in range(2))
    assert first["id"] != second["id"]
    assert (first["email"], first["openToWork"], first["lastName"]) == (None, False, "Hale")


@pytest.mark.parametrize("email", [NOVA["email"], "Nova@Example.COM"])
def test_an_existing_email_is_a_conflict_with_the_candidate_id(
    world: World, root: Person, email: str
) -> None:
    known = create_candidate(world, root)
    refused = post_candidate(world, root, email=email, firstName="Somebody").must(409)
    assert refused.error == "candidate_exists"
    assert f" {known}." in refused.json["message"]
    assert [candidate["firstName"] for candidate in list_candidates(world, root)] == ["Nova"]


@pytest.mark.postgresql("concurrent requests")
def test_twenty_concurrent_creations_with_one_email_create_one_candidate(
    world: World, root: Person
) -> None:
    sends = [lambda: world.sending("POST", CANDIDATES, dict(NOVA), as_=root)] * 20
    responses = world.together(sends)
    assert sorted(response.status for response in responses) == [201] + [409] * 19
    assert len(list_candidates(world, root)) == 1


@pytest.mark.postgresql("concurrent requests")
def test_concurrent_bulk_creations_create_each_email_once(world: World, root: Person) -> None:
    emails = [f"person{number}@example.com" for number in range(10)]
    orders = [emails, emails[::-1]] * 3

    def sending(order: list[str]) -> Any:
        body = {"candidates": [{**MIRA, "email": email} for email in order]}
        return lambda: world.sending("POST", f"{CANDIDATES}/bulk", body, as_=root)

    responses = world.together([sending(order) for order in orders])
    results = [result for response in responses for result in response.must(200).data["results"]]
    assert sorted(result["outcome"] for result in results) == ["created"] * 10 + ["duplicate"] * 50
    assert sorted(candidate["email"] for candidate in list_candidates(world, root)) == emails


def test_a_bulk_creation_returns_a_result_for_each_candidate(
    world: World, root: Person, opening: Opening
) -> None:
    known, job = create_candidate(world, root), opening()
    sent = [
        {**MIRA, "email": "mira@example.com"},
        {**MIRA, "email": "NOVA@example.com"},
        MIRA,
        {**MIRA, "email": "Mira@Example.com"},
    ]
    body = {"candidates": sent, "jobIds": [job, job]}
    results = world.post(f"{CANDIDATES}/bulk", body, as_=root).must(200).data["results"]
    outcomes = ["created", "duplicate", "created", "duplicate"]
    assert [result["outcome"] for result in results] == outcomes
    first, second = results[0]["candidate"], results[2]["candidate"]
    assert (first["email"], second["email"]) == ("mira@example.com", None)
    assert (results[0]["message"], results[1]["candidate"]) == (None, None)
    assert known in results[1]["message"]
    assert first["id"] in results[3]["message"]
    for created in (first, second):
        assert [associated["id"] for associated in list_jobs(world, root, created["id"])] == [job]
    assert list_jobs(world, root, known) == []


FOUND = {
    "": ["Zed", "Mira", "Nova"],
    "?search=nova": ["Nova"],
    "?search=REED%20nova": ["Nova"],
    "?search=hale@mail": ["Mira"],
    "?search=nova%20reed%20nova@": ["Nova"],
    "?search=mira%20nova": [],
    "?search=(nova,": [],
    "?search=%25": [],
    "?limit=2": ["Zed", "Mira"],
    "?limit=2&page=2": ["Nova"],
    "?search=e&limit=1&page=9": [],
    "?page=9": [],
}


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(("query", "names"), FOUND.items())
def test_candidates_are_found_by_name_and_email(
    world: World, root: Person, query: str, names: list[str]
) -> None:
    people: list[dict[str, str]] = [
        dict(NOVA),
        {**MIRA, "secondaryEmail": "hale@mail.example"},
        {"firstName": "Zed", "lastName": "Alvarez"},
    ]
    for person in people:
        world.post(CANDIDATES, person, as_=root).must(201)
        world.clock.advance(seconds=1)
    assert [candidate["firstName"] for candidate in list_candidates(world, root, query)] == names
