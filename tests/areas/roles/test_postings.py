"""Role postings: made, seen, found, changed, moved and taken away."""

from dataclasses import dataclass

import pytest

from tests.areas.roles import desk
from tests.world import ANONYMOUS, Person, World


def test_a_client_posts_a_role_that_waits(world: World) -> None:
    people = desk.cast_of(world)
    made = world.post("/roles", dict(desk.POSTING), as_=people.ben).must(201)
    shown = world.get(f"/roles/{made.data['id']}", as_=people.ben).must(200)
    assert shown.data == made.data
    assert {name: made.data[name] for name in desk.POSTING} == desk.POSTING
    assert (made.data["status"], made.data["userId"]) == ("pending", people.ben.id)
    assert made.headers["location"].endswith(f"/roles/{made.data['id']}")


def test_what_is_left_out_is_null(world: World) -> None:
    people = desk.cast_of(world)
    least = {
        name: value
        for name, value in desk.POSTING.items()
        if name not in {"hoursPerWeek", "location", "tags"}
    }
    made = world.post("/roles", least, as_=people.ben).must(201).data
    assert (made["hoursPerWeek"], made["location"], made["tags"]) == (None, None, None)


def test_optional_texts_refuse_null_and_are_cleared_by_the_empty_text(world: World) -> None:
    people = desk.cast_of(world)
    optional = ("hoursPerWeek", "location")
    sent = {**desk.POSTING, **dict.fromkeys((*optional, "tags"))}
    assert set(world.post("/roles", sent, as_=people.ben).must(422).faults) == {*optional, "tags"}
    path = f"/roles/{desk.post(world, people.ben)}"
    for member in optional:
        assert set(world.patch(path, {member: None}, as_=people.ben).must(422).faults) == {member}
        changed = world.patch(path, {member: ""}, as_=people.ben).must(200).data
        assert changed[member] == ""


@pytest.mark.parametrize("path", ["/roles", "/roles/mine"])
def test_strangers_see_no_roles(world: World, path: str) -> None:
    world.get(path, as_=ANONYMOUS).must(401)


def test_only_clients_post(world: World) -> None:
    people = desk.cast_of(world)
    for person, status in ((ANONYMOUS, 401), (people.ada, 403), (people.carl, 201)):
        world.post("/roles", dict(desk.POSTING), as_=person).must(status)
    world.get("/roles/mine", as_=people.ada).must(403)


def test_every_fault_is_told_at_once(world: World) -> None:
    people = desk.cast_of(world)
    sent = {**desk.POSTING, "companyName": "x" * 201, "contactEmail": "nobody", "tags": ["y" * 51]}
    del sent["challenge"]
    refused = world.post("/roles", sent, as_=people.ben).must(422)
    assert set(refused.faults) == {"companyName", "contactEmail", "tags[0]", "challenge"}


@pytest.mark.parametrize("status", ["pending", "active", "filled", "closed"])
def test_a_client_creates_a_pending_role_whatever_status_says(world: World, status: str) -> None:
    people = desk.cast_of(world)
    sent = {**desk.POSTING, "status": status}
    made = world.post("/roles", sent, as_=people.ben).must(201).data
    assert made["status"] == "pending"
    world.get(f"/roles/{made['id']}", as_=people.ada).must(404)
    assert world.get("/roles", as_=people.ada).must(200).data["items"] == []
    unknown = {**desk.POSTING, "status": "open"}
    assert set(world.post("/roles", unknown, as_=people.ben).must(422).faults) == {"status"}


@pytest.mark.parametrize("status", ["active", "filled"])
def test_a_client_opens_no_role_alone(world: World, status: str) -> None:
    people = desk.cast_of(world)
    role = desk.post(world, people.ben)
    moved = world.patch(f"/roles/{role}", {"status": status}, as_=people.ben).must(409)
    assert "pending" in moved.json["message"]


def test_an_administrator_posts_for_a_client_in_any_state(world: World) -> None:
    people = desk.cast_of(world)
    sent = {**desk.POSTING, "userId": people.ben.id}
    made = world.post("/admin/roles", sent, as_=people.root).must(201)
    assert (made.data["status"], made.data["userId"]) == ("active", people.ben.id)
    world.get(made.headers["location"].removeprefix("https://api.example.com"), as_=people.root)
    filled = world.post("/admin/roles", {**sent, "status": "filled"}, as_=people.root).must(201)
    assert filled.data["status"] == "filled"
    unknown = world.post("/admin/roles", {**sent, "userId": desk.SOMETHING}, as_=people.root)
    assert unknown.must(422).faults == {"userId": "unknown"}
    for person, status in ((ANONYMOUS, 401), (people.ben, 403)):
        world.post("/admin/roles", sent, as_=person).must(status)


def test_what_is_not_open_is_its_owners_and_administrators(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.post(world, people.ben)
    for person, status in (
        (ANONYMOUS, 401),
        (people.ada, 404),
        (people.carl, 404),
        (people.ben, 200),
        (people.root, 200),
    ):
        world.get(f"/roles/{role}", as_=person).must(status)
    assert world.get("/roles", as_=people.ada).must(200).data["items"] == []
    world.patch(f"/roles/{role}", {"status": "active"}, as_=people.root).must(200)
    world.get(f"/roles/{role}", as_=people.ada).must(200)
    listed = world.get("/roles", as_=people.ada).must(200).data["items"]
    assert [one["id"] for one in listed] == [role]


def test_the_contact_is_told_to_few(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.open_role(world, people)
    application = desk.apply(world, role, people.ada)
    for status in ("shortlisted", "accepted"):
        move = {"status": status}
        world.patch(f"/roles/applications/{application}", move, as_=people.ben).must(200)
    told = {
        person.email: world.get(f"/roles/{role}", as_=person).must(200).data["contactEmail"]
        for person in (people.ada, people.eve, people.carl, people.ben, people.root)
    }
    contact = desk.POSTING["contactEmail"]
    assert list(told.values()) == [contact, None, None, contact, contact]
    listed = world.get("/roles", as_=people.eve).must(200).data["items"][0]
    assert (listed["contactEmail"], listed["contactPerson"]) == (None, None)


@dataclass(frozen=True, slots=True)
class Move:
    """Who moves what from where to where, and what comes of it."""

    who: str
    state: str
    to: str
    status: int = 200


MOVES = [
    Move("ben", "pending", "closed"),
    Move("ben", "active", "filled"),
    Move("ben", "active", "closed"),
    Move("ben", "active", "active"),
    Move("ben", "filled", "active", 409),
    Move("ben", "closed", "active", 409),
    Move("ben", "active", "pending", 409),
    Move("root", "pending", "active"),
    Move("root", "pending", "closed"),
    Move("root", "pending", "filled", 409),
    Move("root", "active", "filled"),
    Move("root", "filled", "active"),
    Move("root", "closed", "active"),
    Move("root", "closed", "filled", 409),
]


def in_state(world: World, people: desk.Cast, state: str) -> str:
    sent = {**desk.POSTING, "userId": people.ben.id, "status": state}
    return str(world.post("/admin/roles", sent, as_=people.root).must(201).data["id"])


@pytest.mark.parametrize("move", MOVES, ids=lambda m: f"{m.who}: {m.state} to {m.to}")
def test_states_move_as_the_contract_says(world: World, move: Move) -> None:
    people = desk.cast_of(world)
    role = in_state(world, people, move.state)
    person: Person = getattr(people, move.who)
    moved = world.patch(f"/roles/{role}", {"status": move.to}, as_=person).must(move.status)
    if move.status == 409:
        assert moved.error == "invalid_transition"
        assert move.state in moved.json["message"]
    else:
        assert moved.data["status"] == move.to


def test_an_owner_changes_a_role_and_nobody_else_does(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.open_role(world, people)
    change = {"challenge": "Another challenge", "tags": ["Braces"]}
    for person, status in ((ANONYMOUS, 401), (people.ada, 403), (people.carl, 403)):
        world.patch(f"/roles/{role}", change, as_=person).must(status)
        world.delete(f"/roles/{role}", as_=person).must(status)
    before = world.get(f"/roles/{role}", as_=people.ben).must(200).data
    after = world.patch(f"/roles/{role}", change, as_=people.ben).must(200).data
    assert after == {**before, **change, "updatedAt": after["updatedAt"]}
    assert after["status"] == "active"
    world.patch(f"/roles/{desk.SOMETHING}", change, as_=people.ben).must(404)
    assert "challenge" in world.patch(f"/roles/{role}", {"challenge": 1}, as_=people.ben).faults


def test_what_is_optional_is_not_nullable(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.post(world, people.ben)
    refused = world.patch(f"/roles/{role}", {"location": None}, as_=people.ben).must(422)
    assert set(refused.faults) == {"location"}


def test_a_change_heeds_the_version(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.post(world, people.ben)
    tag = world.get(f"/roles/{role}", as_=people.ben).headers["etag"]
    heeding = {"if-match": tag}
    world.patch(f"/roles/{role}", {"location": "Waco, TX"}, as_=people.ben, headers=heeding).must(
        200
    )
    late = world.patch(f"/roles/{role}", {"location": "Dallas"}, as_=people.ben, headers=heeding)
    assert late.must(412).error == "precondition_failed"
    world.delete(f"/roles/{role}", as_=people.ben, headers=heeding).must(412)


def test_of_two_racing_moves_one_wins(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.open_role(world, people)
    moves = ["filled", "closed"] * 4
    answers = world.together([desk.moving(world, f"/roles/{role}", to, people.ben) for to in moves])
    state = world.get(f"/roles/{role}", as_=people.ben).must(200).data["status"]
    won = {to for to, answer in zip(moves, answers, strict=True) if answer.status == 200}
    assert won == {state}
    assert {answer.status for answer in answers} == {200, 409}


def test_a_role_that_was_taken_away_is_gone_and_applicants_are_told(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.open_role(world, people)
    desk.apply(world, role, people.ada)
    world.delete(f"/roles/{role}", as_=people.ben).must(200)
    for person in (people.ada, people.ben, people.root):
        world.get(f"/roles/{role}", as_=person).must(404)
    world.delete(f"/roles/{role}", as_=people.ben).must(404)
    assert world.get("/roles", as_=people.ada).data["items"] == []
    assert world.get("/roles/mine", as_=people.ben).data["items"] == []
    assert world.get("/admin/roles", as_=people.root).data["total"] == 0
    assert "was withdrawn" in desk.last_letter(world, people.ada)[0]


def test_an_administrators_decision_is_told_and_audited(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.open_role(world, people)
    assert "active" in desk.last_letter(world, people.ben)[0]
    entries = world.get("/admin/logs?action=role.change", as_=people.root).must(200).data["items"]
    assert [(one["target"], one["changes"]) for one in entries] == [
        (role, [{"field": "status", "before": "pending", "after": "active"}])
    ]


def test_roles_of_somebody_shut_out_are_not_shown(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.open_role(world, people)
    path = f"/admin/users/{people.ben.id}"
    world.post(f"{path}/disable", {"reason": "why not"}, as_=people.root).must(200)
    world.get(f"/roles/{role}", as_=people.ada).must(404)
    assert world.get("/roles", as_=people.ada).data["items"] == []
    assert world.get("/experts/me/matches", as_=people.ada).data["items"] == []
    world.post(f"{path}/enable", as_=people.root).must(200)
    world.get(f"/roles/{role}", as_=people.ada).must(200)
    assert world.get("/experts/me/matches", as_=people.ada).data["items"]
