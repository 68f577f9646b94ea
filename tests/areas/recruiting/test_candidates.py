"""Creating candidates, alone or up to ten at a time, and searching them."""

from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.back_office.recruiting.tables import candidates
from tests import cast
from tests.areas.recruiting.recruiting_client import (
    CANDIDATES,
    COMPLETE_NOVA,
    NOVA,
    api_key_headers,
    create_candidate,
    create_opening,
    list_candidates,
    list_jobs,
    post_candidate,
)
from tests.world import ANONYMOUS, Person, World

EMPTY = dict.fromkeys(COMPLETE_NOVA.keys() - NOVA.keys())


def test_a_candidate_is_returned_completely(world: World) -> None:
    root = cast.root(world)
    created = world.post(CANDIDATES, COMPLETE_NOVA, as_=root).must(201).data
    assert created["id"].isdigit()
    own = {"id": created["id"], "source": root.email, "createdAt": "2026-11-21T12:00:00.000Z"}
    assert created == {**COMPLETE_NOVA, **own}
    assert list_candidates(world, root) == [created]


def test_only_the_names_are_required(world: World) -> None:
    root = cast.root(world)
    named = {"firstName": "Nova", "lastName": "Reed"}
    first = world.post(CANDIDATES, named, as_=root).must(201).data
    assert {**EMPTY, **named, "email": None, "openToWork": False}.items() <= first.items()
    # A candidate without an e-mail address is always new.
    second = world.post(CANDIDATES, named, as_=root).must(201).data
    assert int(second["id"]) > int(first["id"])


def test_an_existing_email_is_a_conflict_with_the_candidate_id(world: World) -> None:
    root = cast.root(world)
    known = create_candidate(world, root)
    for email in (NOVA["email"], "Nova@Example.COM"):
        refused = post_candidate(world, root, email=email, firstName="Somebody").must(409)
        assert refused.error == "candidate_exists"
        assert f" {known}." in refused.json["message"]
    assert [candidate["firstName"] for candidate in list_candidates(world, root)] == ["Nova"]


def test_a_candidate_number_is_never_reused(world: World) -> None:
    root = cast.root(world)
    first = create_candidate(world, root)
    with world.application.app_state.database.writing() as tx:
        tx.execute(candidates.delete())
    assert int(create_candidate(world, root)) > int(first)


@pytest.mark.postgresql("concurrent requests")
def test_twenty_concurrent_creations_with_one_email_create_one_candidate(world: World) -> None:
    root = cast.root(world)
    sends = [lambda: world.sending("POST", CANDIDATES, dict(NOVA), as_=root)] * 20
    responses = world.together(sends)
    assert sorted(response.status for response in responses) == [201] + [409] * 19
    assert len(list_candidates(world, root)) == 1


def test_an_invalid_candidate_is_refused_with_every_fault(world: World) -> None:
    sent = {"firstName": "7", "email": "nova", "phone": "", "experienceInYears": 71, "jobIds": []}
    refused = world.post(CANDIDATES, sent, as_=cast.root(world)).must(422)
    wrong = {"firstName", "lastName", "email", "phone", "experienceInYears", "jobIds"}
    assert set(refused.faults) == wrong


def test_a_repeated_request_returns_the_first_response(world: World) -> None:
    root = cast.root(world)
    headers = {"idempotency-key": "nova-once"}
    responses = [
        world.post(CANDIDATES, dict(NOVA), as_=root, headers=headers).must(201) for _ in range(2)
    ]
    assert responses[0].data == responses[1].data


FOUND = {
    "": ["Zed", "Mira", "Nova"],
    "?search=nova": ["Nova"],
    "?search=REED%20nova": ["Nova"],
    "?search=hale@mail": ["Mira"],
    "?search=%C3%81lvarez": ["Zed"],
    "?search=nobody": [],
    "?search=%25": [],
    "?limit=2": ["Zed", "Mira"],
    "?limit=2&page=2": ["Nova"],
    "?page=9": [],
}


@pytest.mark.parametrize(("query", "names"), FOUND.items())
def test_candidates_are_found_by_name_and_email(world: World, query: str, names: list[str]) -> None:
    root = cast.root(world)
    create_candidate(world, root)
    mira = {"firstName": "Mira", "lastName": "Hale", "secondaryEmail": "hale@mail.example"}
    world.post(CANDIDATES, mira, as_=root).must(201)
    world.post(CANDIDATES, {"firstName": "Zed", "lastName": "Alvarez"}, as_=root).must(201)
    assert [candidate["firstName"] for candidate in list_candidates(world, root, query)] == names


def test_an_invalid_search_is_refused(world: World) -> None:
    root = cast.root(world)
    refused = world.get(f"{CANDIDATES}?limit=101&page=0", as_=root).must(422)
    assert set(refused.faults) == {"limit", "page"}


def test_a_bulk_creation_returns_a_result_for_each_candidate(world: World) -> None:
    root = cast.root(world)
    known = create_candidate(world, root)
    job = create_opening(world, root)
    named = {"firstName": "Mira", "lastName": "Hale"}
    sent = [
        {**named, "email": "mira@example.com"},
        {**named, "email": "NOVA@example.com"},
        named,
        {**named, "email": "Mira@Example.com"},
    ]
    body = {"candidates": sent, "jobIds": [job, job]}
    results = world.post(f"{CANDIDATES}/bulk", body, as_=root).must(200).data["results"]
    outcomes = ["created", "duplicate", "created", "duplicate"]
    assert [result["outcome"] for result in results] == outcomes
    first, second = results[0]["candidate"], results[2]["candidate"]
    assert (first["email"], second["email"]) == ("mira@example.com", None)
    assert [result["candidate"] for result in results] == [first, None, second, None]
    assert (results[0]["message"], results[2]["message"]) == (None, None)
    assert known in results[1]["message"]
    assert first["id"] in results[3]["message"]
    assert [candidate["id"] for candidate in list_candidates(world, root)] == [
        second["id"],
        first["id"],
        known,
    ]
    for created in (first, second):
        assert [associated["id"] for associated in list_jobs(world, root, created["id"])] == [job]
    assert list_jobs(world, root, known) == []


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ({}, {"candidates"}),
        ({"candidates": []}, {"candidates"}),
        ({"candidates": [dict(NOVA)] * 11}, {"candidates"}),
        ({"candidates": [dict(NOVA), {"firstName": "Mira"}]}, {"candidates[1].lastName"}),
        ({"candidates": [dict(NOVA)], "jobIds": ["7"]}, {"jobIds[0]"}),
    ],
)
def test_an_invalid_bulk_creation_creates_nothing(
    world: World, body: dict[str, Any], paths: set[str]
) -> None:
    root = cast.root(world)
    assert set(world.post(f"{CANDIDATES}/bulk", body, as_=root).must(422).faults) == paths
    assert list_candidates(world, root) == []


@pytest.mark.postgresql("concurrent requests")
def test_concurrent_bulk_creations_create_each_email_once(world: World) -> None:
    root = cast.root(world)
    emails = [f"person{number}@example.com" for number in range(10)]
    named = {"firstName": "Mira", "lastName": "Hale"}
    orders = [emails, emails[::-1]] * 4

    def sending(order: list[str]) -> Any:
        body = {"candidates": [{**named, "email": email} for email in order]}
        return lambda: world.sending("POST", f"{CANDIDATES}/bulk", body, as_=root)

    responses = world.together([sending(order) for order in orders])
    results = [result for response in responses for result in response.must(200).data["results"]]
    assert sorted(result["outcome"] for result in results) == ["created"] * 10 + ["duplicate"] * 70
    assert sorted(candidate["email"] for candidate in list_candidates(world, root)) == emails


def test_the_source_of_a_partners_candidate_is_the_creator_of_the_key(world: World) -> None:
    root = cast.root(world)
    headers = api_key_headers(world, root)
    created = world.post(CANDIDATES, dict(NOVA), headers=headers).must(201).data
    assert created["source"] == root.email
    named = {"firstName": "Mira", "lastName": "Hale"}
    body = {"candidates": [dict(NOVA), named]}
    results = world.post(f"{CANDIDATES}/bulk", body, headers=headers).must(200).data["results"]
    assert [result["outcome"] for result in results] == ["duplicate", "created"]
    assert results[0]["candidate"] is None  # the key may not read candidates
    assert {candidate["source"] for candidate in list_candidates(world, root)} == {root.email}
    assert world.get(CANDIDATES, headers=headers).must(403).error == "key_not_accepted"


@pytest.mark.parametrize("path", [CANDIDATES, f"{CANDIDATES}/bulk"])
def test_other_callers_can_not_create_or_list_candidates(world: World, path: str) -> None:
    root, ben = cast.root(world), cast.ben(world)
    body = {**NOVA, "candidates": [dict(NOVA)]}
    expired = Person(ben.email, token="none")
    refusals = [(ANONYMOUS, 401, "sign_in_needed"), (expired, 401, "token_invalid")]
    for person, status, error in [*refusals, (ben, 403, "not_allowed")]:
        assert world.post(path, body, as_=person).must(status).error == error
        assert world.get(CANDIDATES, as_=person).must(status).error == error
    wrong = api_key_headers(world, root, "jobs:read")
    assert world.post(path, body, headers=wrong).must(403).error == "scope_missing"
    assert list_candidates(world, root) == []


def test_every_creation_is_audited_with_the_candidate_id(world: World) -> None:
    root = cast.root(world)
    first = create_candidate(world, root)
    headers = api_key_headers(world, root)
    named = {"firstName": "Mira", "lastName": "Hale"}
    body = {"candidates": [named, dict(NOVA)]}
    results = world.post(f"{CANDIDATES}/bulk", body, headers=headers).must(200).data["results"]
    second = results[0]["candidate"]["id"]
    entries = world.get("/admin/logs?action=candidate.create", as_=root).must(200).data["items"]
    assert [entry["target"] for entry in entries] == [second, first]
    assert {entry["actor"] for entry in entries} == {root.id}


def test_erasing_the_creator_of_a_candidate_removes_the_source_only(
    world: World,
) -> None:
    root, other = cast.root(world), cast.root(world, "other@example.com")
    create_candidate(world, other)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=other).must(202)
    world.clock.advance(days=14)
    world.run_periodic_tasks()
    root = cast.root_again(world)
    (left,) = list_candidates(world, root)
    assert (left["email"], left["source"]) == (NOVA["email"], None)
    with world.application.app_state.database.reading() as tx:
        assert other.email not in repr(tx.rows(sa.select(candidates)))


def test_the_export_of_an_administrator_contains_no_candidates(world: World) -> None:
    root = cast.root(world)
    create_candidate(world, root)
    world.clock.advance(minutes=1)
    response = world.get("/users/me/export", as_=root).must(200)
    assert NOVA["email"] not in response.body.decode()


def test_candidates_are_listed_newest_first(world: World) -> None:
    root = cast.root(world)
    ids = []
    for number in range(3):
        ids.append(create_candidate(world, root, email=f"person{number}@example.com"))
        world.clock.advance(seconds=1)
    assert [candidate["id"] for candidate in list_candidates(world, root)] == ids[::-1]
