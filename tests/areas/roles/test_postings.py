"""Role postings: creation, visibility, changes, statuses and deletion."""

from dataclasses import dataclass

import pytest

from tests.areas.roles import desk
from tests.world import ANONYMOUS, Person, World


def test_a_new_role_is_pending(world: World) -> None:
    people = desk.sign_up_all(world)
    created = world.post("/roles", dict(desk.POSTING), as_=people.ben).must(201)
    read = world.get(f"/roles/{created.data['id']}", as_=people.ben).must(200)
    assert read.data == created.data
    assert {name: created.data[name] for name in desk.POSTING} == desk.POSTING
    assert (created.data["status"], created.data["userId"]) == ("pending", people.ben.id)
    assert created.headers["location"].endswith(f"/roles/{created.data['id']}")


def test_omitted_members_are_null(world: World) -> None:
    people = desk.sign_up_all(world)
    required = {
        name: value
        for name, value in desk.POSTING.items()
        if name not in {"hoursPerWeek", "location", "tags"}
    }
    created = world.post("/roles", required, as_=people.ben).must(201).data
    assert (created["hoursPerWeek"], created["location"], created["tags"]) == (None, None, None)


def test_optional_texts_refuse_null_and_an_empty_string_clears_them(world: World) -> None:
    people = desk.sign_up_all(world)
    optional = ("hoursPerWeek", "location")
    body = {**desk.POSTING, **dict.fromkeys((*optional, "tags"))}
    assert set(world.post("/roles", body, as_=people.ben).must(422).faults) == {*optional, "tags"}
    path = f"/roles/{desk.post(world, people.ben)}"
    for member in optional:
        assert set(world.patch(path, {member: None}, as_=people.ben).must(422).faults) == {member}
        changed = world.patch(path, {member: ""}, as_=people.ben).must(200).data
        assert changed[member] == ""


@pytest.mark.parametrize("path", ["/roles", "/roles/mine"])
def test_lists_require_a_sign_in(world: World, path: str) -> None:
    world.get(path, as_=ANONYMOUS).must(401)


def test_only_clients_create_roles(world: World) -> None:
    people = desk.sign_up_all(world)
    for person, status in ((ANONYMOUS, 401), (people.ada, 403), (people.carl, 201)):
        world.post("/roles", dict(desk.POSTING), as_=person).must(status)
    world.get("/roles/mine", as_=people.ada).must(403)


def test_all_faults_are_reported_at_once(world: World) -> None:
    people = desk.sign_up_all(world)
    body = {**desk.POSTING, "companyName": "x" * 201, "contactEmail": "nobody", "tags": ["y" * 51]}
    del body["challenge"]
    refused = world.post("/roles", body, as_=people.ben).must(422)
    assert set(refused.faults) == {"companyName", "contactEmail", "tags[0]", "challenge"}


@pytest.mark.parametrize("status", ["pending", "active", "filled", "closed"])
def test_a_client_creates_a_pending_role_with_any_status(world: World, status: str) -> None:
    people = desk.sign_up_all(world)
    body = {**desk.POSTING, "status": status}
    created = world.post("/roles", body, as_=people.ben).must(201).data
    assert created["status"] == "pending"
    world.get(f"/roles/{created['id']}", as_=people.ada).must(404)
    assert world.get("/roles", as_=people.ada).must(200).data["items"] == []
    unknown = {**desk.POSTING, "status": "open"}
    assert set(world.post("/roles", unknown, as_=people.ben).must(422).faults) == {"status"}


@pytest.mark.parametrize("status", ["active", "filled"])
def test_a_client_cannot_activate_a_role(world: World, status: str) -> None:
    people = desk.sign_up_all(world)
    role = desk.post(world, people.ben)
    response = world.patch(f"/roles/{role}", {"status": status}, as_=people.ben).must(409)
    assert "pending" in response.json["message"]


def test_an_administrator_creates_a_role_for_a_client_with_any_status(world: World) -> None:
    people = desk.sign_up_all(world)
    body = {**desk.POSTING, "userId": people.ben.id}
    created = world.post("/admin/roles", body, as_=people.root).must(201)
    assert (created.data["status"], created.data["userId"]) == ("active", people.ben.id)
    world.get(created.headers["location"].removeprefix("https://api.example.com"), as_=people.root)
    filled = world.post("/admin/roles", {**body, "status": "filled"}, as_=people.root).must(201)
    assert filled.data["status"] == "filled"
    unknown = world.post("/admin/roles", {**body, "userId": desk.UNKNOWN_ID}, as_=people.root)
    assert unknown.must(422).faults == {"userId": "unknown"}
    for person, status in ((ANONYMOUS, 401), (people.ben, 403)):
        world.post("/admin/roles", body, as_=person).must(status)


def test_a_pending_role_is_visible_to_its_owner_and_administrators(world: World) -> None:
    people = desk.sign_up_all(world)
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
    assert [item["id"] for item in listed] == [role]


def test_the_contact_is_visible_to_accepted_applicants_the_owner_and_administrators(
    world: World,
) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    application = desk.apply(world, role, people.ada)
    for status in ("shortlisted", "accepted"):
        move = {"status": status}
        world.patch(f"/roles/applications/{application}", move, as_=people.ben).must(200)
    contacts = {
        person.email: world.get(f"/roles/{role}", as_=person).must(200).data["contactEmail"]
        for person in (people.ada, people.eve, people.carl, people.ben, people.root)
    }
    contact = desk.POSTING["contactEmail"]
    assert list(contacts.values()) == [contact, None, None, contact, contact]
    listed = world.get("/roles", as_=people.eve).must(200).data["items"][0]
    assert (listed["contactEmail"], listed["contactPerson"]) == (None, None)


@dataclass(frozen=True, slots=True)
class Move:
    """The caller, the status before and after, and the status code of the response."""

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
    Move("root", "closed", "pending"),
    Move("root", "active", "pending", 409),
]


def create_with_status(world: World, people: desk.Cast, state: str) -> str:
    body = {**desk.POSTING, "userId": people.ben.id, "status": state}
    return str(world.post("/admin/roles", body, as_=people.root).must(201).data["id"])


@pytest.mark.parametrize("move", MOVES, ids=lambda move: f"{move.who}: {move.state} to {move.to}")
def test_a_role_changes_its_status_only_as_allowed(world: World, move: Move) -> None:
    people = desk.sign_up_all(world)
    role = create_with_status(world, people, move.state)
    person: Person = getattr(people, move.who)
    response = world.patch(f"/roles/{role}", {"status": move.to}, as_=person).must(move.status)
    if move.status == 409:
        assert response.error == "invalid_transition"
        assert move.state in response.json["message"]
    else:
        assert response.data["status"] == move.to


DECISIONS = [
    Move("root", "pending", "approve"),
    Move("root", "pending", "reject"),
    Move("root", "active", "approve", 409),
    Move("root", "active", "reject", 409),
    Move("root", "filled", "approve", 409),
    Move("root", "closed", "approve", 409),
    Move("root", "closed", "reopen"),
    *(Move("root", state, "reopen", 409) for state in ("pending", "active", "filled")),
    Move("ben", "closed", "reopen", 403),
    Move("ben", "pending", "approve", 403),
    Move("ben", "pending", "reject", 403),
    Move("ben", "pending", "close"),
    Move("ben", "active", "close"),
    Move("ben", "filled", "close", 409),
    Move("ben", "closed", "close", 409),
    Move("root", "pending", "close"),
    Move("root", "active", "close"),
    Move("root", "filled", "close", 409),
    Move("ada", "active", "close", 403),
    Move("ada", "pending", "close", 404),
]
AFTER = {"reopen": "pending", "approve": "active", "reject": "closed", "close": "closed"}


@pytest.mark.parametrize("move", DECISIONS, ids=lambda move: f"{move.who}: {move.to} {move.state}")
def test_a_role_is_decided_and_closed_only_as_allowed(world: World, move: Move) -> None:
    people = desk.sign_up_all(world)
    role = create_with_status(world, people, move.state)
    person: Person = getattr(people, move.who)
    path = f"/roles/{role}/close" if move.to == "close" else f"/admin/roles/{role}/{move.to}"
    response = world.post(path, as_=person).must(move.status)
    if move.status == 409:
        assert response.error == "invalid_transition"
        assert move.state in response.json["message"]
    elif move.status == 200:
        assert response.data["status"] == AFTER[move.to]
        assert response.data == world.get(f"/roles/{role}", as_=person).must(200).data


def test_a_decision_is_emailed_with_its_reason_and_audited(world: World) -> None:
    people = desk.sign_up_all(world)
    decisions = (("approve", "active", "active"), ("reject", "closed", "rejected"))
    for decision, after, told in decisions:
        role, reason = desk.post(world, people.ben), f"To {decision} it is right."
        path = f"/admin/roles/{role}/{decision}"
        world.post(path, {"reason": reason}, as_=people.root).must(200)
        subject, text = desk.last_email(world, people.ben)
        assert told in subject
        assert reason in text
        logs = world.get(f"/admin/logs?action=role.{decision}", as_=people.root).must(200)
        assert [(item["target"], item["changes"]) for item in logs.data["items"]] == [
            (role, [{"field": "status", "before": "pending", "after": after}])
        ]


@pytest.mark.parametrize("decision", ["approve", "reject"])
def test_the_reason_of_a_decision_has_at_most_1000_characters(world: World, decision: str) -> None:
    people = desk.sign_up_all(world)
    role = desk.post(world, people.ben)
    path = f"/admin/roles/{role}/{decision}"
    refused = world.post(path, {"reason": "x" * 1001}, as_=people.root).must(422)
    assert set(refused.faults) == {"reason"}
    world.post(path, {"reason": "x" * 1000}, as_=people.root).must(200)


def test_a_closing_and_a_decision_check_the_version(world: World) -> None:
    people = desk.sign_up_all(world)
    for path in ("/roles/{}/close", "/admin/roles/{}/approve", "/admin/roles/{}/reject"):
        role = desk.post(world, people.ben)
        tag = world.get(f"/roles/{role}", as_=people.root).headers["etag"]
        world.patch(f"/roles/{role}", {"location": "Waco, TX"}, as_=people.ben).must(200)
        headers = {"if-match": tag}
        world.post(path.format(role), as_=people.root, headers=headers).must(412)
        assert world.get(f"/roles/{role}", as_=people.ben).data["status"] == "pending"


def test_only_the_owner_changes_a_role(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    change = {"challenge": "Another challenge", "tags": ["Braces"]}
    for person, status in ((ANONYMOUS, 401), (people.ada, 403), (people.carl, 403)):
        world.patch(f"/roles/{role}", change, as_=person).must(status)
        world.delete(f"/roles/{role}", as_=person).must(status)
    before = world.get(f"/roles/{role}", as_=people.ben).must(200).data
    after = world.patch(f"/roles/{role}", change, as_=people.ben).must(200).data
    stamps = {name: after[name] for name in ("updatedAt", "changeInReviewSince")}
    assert after == {**before, **change, **stamps}
    assert after["status"] == "active"
    world.patch(f"/roles/{desk.UNKNOWN_ID}", change, as_=people.ben).must(404)
    assert "challenge" in world.patch(f"/roles/{role}", {"challenge": 1}, as_=people.ben).faults


def test_an_optional_member_is_not_nullable(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post(world, people.ben)
    refused = world.patch(f"/roles/{role}", {"location": None}, as_=people.ben).must(422)
    assert set(refused.faults) == {"location"}


def test_a_change_checks_the_version(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post(world, people.ben)
    tag = world.get(f"/roles/{role}", as_=people.ben).headers["etag"]
    headers = {"if-match": tag}
    world.patch(f"/roles/{role}", {"location": "Waco, TX"}, as_=people.ben, headers=headers).must(
        200
    )
    refused = world.patch(f"/roles/{role}", {"location": "Dallas"}, as_=people.ben, headers=headers)
    assert refused.must(412).error == "precondition_failed"
    world.delete(f"/roles/{role}", as_=people.ben, headers=headers).must(412)


@pytest.mark.postgresql("concurrent requests")
def test_one_of_several_concurrent_changes_of_the_status_wins(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    moves = ["filled", "closed"] * 4
    answers = world.together(
        [desk.changing_status(world, f"/roles/{role}", to, people.ben) for to in moves]
    )
    state = world.get(f"/roles/{role}", as_=people.ben).must(200).data["status"]
    winners = {to for to, answer in zip(moves, answers, strict=True) if answer.status == 200}
    assert winners == {state}
    assert {answer.status for answer in answers} == {200, 409}


def test_a_deleted_role_is_not_found_and_applicants_get_an_email(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    desk.apply(world, role, people.ada)
    world.delete(f"/roles/{role}", as_=people.ben).must(200)
    for person in (people.ada, people.ben, people.root):
        world.get(f"/roles/{role}", as_=person).must(404)
    world.delete(f"/roles/{role}", as_=people.ben).must(404)
    world.post(f"/roles/{role}/applications", {}, as_=people.eve).must(404)
    assert world.get("/roles", as_=people.ada).data["items"] == []
    assert world.get("/roles/mine", as_=people.ben).data["items"] == []
    assert world.get("/admin/roles", as_=people.root).data["total"] == 0
    assert "was removed" in desk.last_email(world, people.ada)[0]


def test_a_decision_of_an_administrator_is_emailed_and_audited(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    assert "active" in desk.last_email(world, people.ben)[0]
    entries = world.get("/admin/logs?action=role.change", as_=people.root).must(200).data["items"]
    assert [(item["target"], item["changes"]) for item in entries] == [
        (role, [{"field": "status", "before": "pending", "after": "active"}])
    ]


def test_roles_of_a_disabled_account_are_not_visible(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    path = f"/admin/users/{people.ben.id}"
    world.post(f"{path}/disable", {"reason": "why not"}, as_=people.root).must(200)
    world.get(f"/roles/{role}", as_=people.ada).must(404)
    assert world.get("/roles", as_=people.ada).data["items"] == []
    assert world.get("/experts/me/matches", as_=people.ada).data["items"] == []
    world.post(f"{path}/enable", as_=people.root).must(200)
    world.get(f"/roles/{role}", as_=people.ada).must(200)
    assert world.get("/experts/me/matches", as_=people.ada).data["items"]


def test_a_role_says_how_it_stands_with_the_caller(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    application = desk.apply(world, role, people.ada)

    def read(person: Person) -> tuple[object, object]:
        posting = world.get(f"/roles/{role}", as_=person).must(200).data
        assert world.get("/roles", as_=person).must(200).data["items"] == [posting]
        assert set(posting["owner"]) == {"name", "avatarUrl"}
        return posting["applicationCounts"], posting["myApplication"]

    counts = {
        **dict.fromkeys(("shortlisted", "accepted", "declined", "withdrawn"), 0),
        "submitted": 1,
    }
    assert read(people.ada) == (None, {"id": application, "status": "submitted"})
    assert read(people.eve) == read(people.carl) == (None, None)
    assert read(people.ben) == read(people.root) == (counts, None)
    world.post(f"/roles/applications/{application}/withdraw", as_=people.ada).must(200)
    assert read(people.ada) == (None, {"id": application, "status": "withdrawn"})
    assert read(people.ben) == ({**counts, "submitted": 0, "withdrawn": 1}, None)
