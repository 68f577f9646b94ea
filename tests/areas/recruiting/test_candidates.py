"""Candidates come in one by one or ten at a time, and each e-mail once."""

from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.recruiting.tables import candidates
from tests import cast
from tests.areas.recruiting.agency import (
    CANDIDATES,
    NOVA,
    add,
    added,
    jobs_of,
    key,
    listed,
    opening,
)
from tests.world import ANONYMOUS, Person, World

WHOLE: dict[str, Any] = {
    **NOVA,
    "secondaryEmail": "nova.reed@mail.example",
    "phone": "+1 (512) 555-0142",
    "city": "Austin",
    "state": "TX",
    "currentJobTitle": "Associate dentist",
    "experienceInYears": 7,
    "skillSet": "Molar endo\nSedation",
    "professionalNetworkUrl": "network.example/nova",
    "openToWork": True,
}
EMPTY = dict.fromkeys(WHOLE.keys() - NOVA.keys())


def test_what_is_said_of_a_candidate_comes_back(world: World) -> None:
    root = cast.root(world)
    made = world.post(CANDIDATES, WHOLE, as_=root).must(201).data
    assert made["id"].isdigit()
    own = {"id": made["id"], "source": root.email, "createdAt": "2026-11-21T12:00:00.000Z"}
    assert made == {**WHOLE, **own}
    assert listed(world, root) == [made]


def test_two_names_are_enough(world: World) -> None:
    root = cast.root(world)
    named = {"firstName": "Nova", "lastName": "Reed"}
    first = world.post(CANDIDATES, named, as_=root).must(201).data
    assert {**EMPTY, **named, "email": None, "openToWork": False}.items() <= first.items()
    second = world.post(CANDIDATES, named, as_=root).must(201).data  # whoever has no e-mail is new
    assert int(second["id"]) > int(first["id"])


def test_a_known_email_is_a_conflict_that_tells_who_has_it(world: World) -> None:
    root = cast.root(world)
    known = added(world, root)
    for email in (NOVA["email"], "Nova@Example.COM"):
        refused = add(world, root, email=email, firstName="Somebody").must(409)
        assert refused.error == "candidate_exists"
        assert f" {known}." in refused.json["message"]
    assert [one["firstName"] for one in listed(world, root)] == ["Nova"]


def test_a_number_is_never_given_again(world: World) -> None:
    root = cast.root(world)
    first = added(world, root)
    with world.application.app_state.database.writing() as tx:
        tx.execute(candidates.delete())
    assert int(added(world, root)) > int(first)


def test_twenty_at_once_with_one_email_make_one(world: World) -> None:
    root = cast.root(world)
    sends = [lambda: world.sending("POST", CANDIDATES, dict(NOVA), as_=root)] * 20
    answers = world.together(sends)
    assert sorted(answer.status for answer in answers) == [201] + [409] * 19
    assert len(listed(world, root)) == 1


def test_a_candidate_that_does_not_fit_is_refused_with_every_fault(world: World) -> None:
    sent = {"firstName": "7", "email": "nova", "phone": "", "experienceInYears": 71, "jobIds": []}
    refused = world.post(CANDIDATES, sent, as_=cast.root(world)).must(422)
    wrong = {"firstName", "lastName", "email", "phone", "experienceInYears", "jobIds"}
    assert set(refused.faults) == wrong


def test_a_repeated_request_with_its_key_has_the_first_answer(world: World) -> None:
    root = cast.root(world)
    headers = {"idempotency-key": "nova-once"}
    answers = [
        world.post(CANDIDATES, dict(NOVA), as_=root, headers=headers).must(201) for _ in range(2)
    ]
    assert answers[0].data == answers[1].data


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
    added(world, root)
    mira = {"firstName": "Mira", "lastName": "Hale", "secondaryEmail": "hale@mail.example"}
    world.post(CANDIDATES, mira, as_=root).must(201)
    world.post(CANDIDATES, {"firstName": "Zed", "lastName": "Alvarez"}, as_=root).must(201)
    assert [one["firstName"] for one in listed(world, root, query)] == names


def test_a_search_that_does_not_fit_is_refused(world: World) -> None:
    root = cast.root(world)
    refused = world.get(f"{CANDIDATES}?limit=101&page=0", as_=root).must(422)
    assert set(refused.faults) == {"limit", "page"}


def test_ten_at_a_time_are_answered_one_by_one(world: World) -> None:
    root = cast.root(world)
    known = added(world, root)
    job = opening(world, root)
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
    assert [one["outcome"] for one in results] == outcomes
    first, second = results[0]["candidate"], results[2]["candidate"]
    assert (first["email"], second["email"]) == ("mira@example.com", None)
    assert [one["candidate"] for one in results] == [first, None, second, None]
    assert (results[0]["message"], results[2]["message"]) == (None, None)
    assert known in results[1]["message"]
    assert first["id"] in results[3]["message"]
    assert [one["id"] for one in listed(world, root)] == [second["id"], first["id"], known]
    for one in (first, second):
        assert [each["id"] for each in jobs_of(world, root, one["id"])] == [job]
    assert jobs_of(world, root, known) == []


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
def test_ten_at_a_time_are_all_refused_for_what_does_not_fit(
    world: World, body: dict[str, Any], paths: set[str]
) -> None:
    root = cast.root(world)
    assert set(world.post(f"{CANDIDATES}/bulk", body, as_=root).must(422).faults) == paths
    assert listed(world, root) == []


def test_bulks_at_once_add_each_email_once(world: World) -> None:
    root = cast.root(world)
    emails = [f"person{number}@example.com" for number in range(10)]
    named = {"firstName": "Mira", "lastName": "Hale"}
    orders = [emails, emails[::-1]] * 4

    def sending(order: list[str]) -> Any:
        body = {"candidates": [{**named, "email": email} for email in order]}
        return lambda: world.sending("POST", f"{CANDIDATES}/bulk", body, as_=root)

    answers = world.together([sending(order) for order in orders])
    results = [one for answer in answers for one in answer.must(200).data["results"]]
    assert sorted(one["outcome"] for one in results) == ["created"] * 10 + ["duplicate"] * 70
    assert sorted(one["email"] for one in listed(world, root)) == emails


def test_a_partner_adds_in_the_name_of_who_made_the_key(world: World) -> None:
    root = cast.root(world)
    headers = key(world, root)
    made = world.post(CANDIDATES, dict(NOVA), headers=headers).must(201).data
    assert made["source"] == root.email
    named = {"firstName": "Mira", "lastName": "Hale"}
    body = {"candidates": [dict(NOVA), named]}
    told = world.post(f"{CANDIDATES}/bulk", body, headers=headers).must(200).data["results"]
    assert [one["outcome"] for one in told] == ["duplicate", "created"]
    assert told[0]["candidate"] is None  # a key that adds reads nobody
    assert {one["source"] for one in listed(world, root)} == {root.email}
    assert world.get(CANDIDATES, headers=headers).must(403).error == "key_not_accepted"


@pytest.mark.parametrize("path", [CANDIDATES, f"{CANDIDATES}/bulk"])
def test_nobody_else_adds_or_lists(world: World, path: str) -> None:
    root, ben = cast.root(world), cast.ben(world)
    body = {**NOVA, "candidates": [dict(NOVA)]}
    worn_out = Person(ben.email, token="none")
    refusals = [(ANONYMOUS, 401, "sign_in_needed"), (worn_out, 401, "token_invalid")]
    for person, status, error in [*refusals, (ben, 403, "not_allowed")]:
        assert world.post(path, body, as_=person).must(status).error == error
        assert world.get(CANDIDATES, as_=person).must(status).error == error
    wrong = key(world, root, "jobs:read")
    assert world.post(path, body, headers=wrong).must(403).error == "scope_missing"
    assert listed(world, root) == []


def test_every_addition_is_audited_under_the_candidates_id(world: World) -> None:
    root = cast.root(world)
    first = added(world, root)
    headers = key(world, root)
    named = {"firstName": "Mira", "lastName": "Hale"}
    body = {"candidates": [named, dict(NOVA)]}
    results = world.post(f"{CANDIDATES}/bulk", body, headers=headers).must(200).data["results"]
    second = results[0]["candidate"]["id"]
    entries = world.get("/admin/logs?action=candidate.create", as_=root).must(200).data["items"]
    assert [one["target"] for one in entries] == [second, first]
    assert {one["actor"] for one in entries} == {root.id}


def test_erasing_who_added_a_candidate_takes_their_address_and_leaves_the_candidate(
    world: World,
) -> None:
    root, other = cast.root(world), cast.root(world, "other@example.com")
    added(world, other)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=other).must(202)
    world.clock.advance(days=14)
    world.run_periodic_tasks()
    root = cast.root_again(world)
    (left,) = listed(world, root)
    assert (left["email"], left["source"]) == (NOVA["email"], None)
    with world.application.app_state.database.reading() as tx:
        assert other.email not in repr(tx.rows(sa.select(candidates)))


def test_an_export_of_who_added_candidates_tells_of_none(world: World) -> None:
    root = cast.root(world)
    added(world, root)
    world.clock.advance(minutes=1)
    told = world.get("/users/me/export", as_=root).must(200)
    assert NOVA["email"] not in told.body.decode()


def test_the_newest_stand_first(world: World) -> None:
    root = cast.root(world)
    ids = []
    for number in range(3):
        ids.append(added(world, root, email=f"person{number}@example.com"))
        world.clock.advance(seconds=1)
    assert [one["id"] for one in listed(world, root)] == ids[::-1]
