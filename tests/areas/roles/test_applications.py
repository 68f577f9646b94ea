"""Applications to roles: applying, decisions of the client, withdrawal."""

from dataclasses import dataclass

import pytest

from tests.areas.roles import desk
from tests.same_record import without_actions
from tests.world import ANONYMOUS, Person, World


def test_an_expert_applies_once_and_the_client_gets_an_email(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    body = {"message": "I have done this\ntwice."}
    created = world.post(f"/roles/{role}/applications", body, as_=people.ada).must(201).data
    assert (created["status"], created["message"], created["roleId"]) == (
        "submitted",
        body["message"],
        role,
    )
    assert created["applicant"]["specialty"] == ["Orthodontics"]
    assert "Orthodontist" in desk.last_email(world, people.ben)[0]
    again = world.post(f"/roles/{role}/applications", body, as_=people.ada).must(409)
    assert again.error == "already_applied"
    desk.apply(world, role, people.eve)


@pytest.mark.postgresql("concurrent requests")
def test_one_of_twenty_concurrent_applications_succeeds(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    path = f"/roles/{role}/applications"
    answers = world.together([lambda: world.sending("POST", path, {}, as_=people.ada)] * 20)
    assert sorted(answer.status for answer in answers) == [201] + [409] * 19


def test_only_experts_apply_and_only_to_active_roles(world: World) -> None:
    people = desk.sign_up_all(world)
    role, pending = desk.post_active(world, people), desk.post(world, people.ben)
    for person, status in ((ANONYMOUS, 401), (people.ben, 403), (people.carl, 403)):
        world.post(f"/roles/{role}/applications", {}, as_=person).must(status)
    world.post(f"/roles/{pending}/applications", {}, as_=people.ada).must(404)
    world.post(f"/roles/{desk.UNKNOWN_ID}/applications", {}, as_=people.ada).must(404)
    body = {"message": "x" * 2001}
    refused = world.post(f"/roles/{role}/applications", body, as_=people.ada).must(422)
    assert set(refused.faults) == {"message"}


def test_a_filled_role_takes_no_applications_from_an_accepted_expert(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    world.post(f"/admin/users/{people.ada.id}/enable", as_=people.root).must(200)
    application = desk.apply(world, role, people.ada)
    for status in ("shortlisted", "accepted"):
        move = {"status": status}
        world.patch(f"/roles/applications/{application}", move, as_=people.ben).must(200)
    world.patch(f"/roles/{role}", {"status": "filled"}, as_=people.ben).must(200)
    refused = world.post(f"/roles/{role}/applications", {}, as_=people.ada).must(409)
    assert refused.error == "role_not_open"


@pytest.mark.postgresql("concurrent requests")
def test_an_application_and_a_concurrent_closing_are_serialized(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    path = f"/roles/{role}/applications"
    applied, closed = world.together(
        [
            lambda: world.sending("POST", path, {}, as_=people.ada),
            lambda: world.sending("PATCH", f"/roles/{role}", {"status": "closed"}, as_=people.ben),
        ]
    )
    closed.must(200)
    assert applied.status in {201, 404}
    assert len(world.get(path, as_=people.ben).data["items"]) == (applied.status == 201)
    world.post(path, {}, as_=people.eve).must(404)


def test_an_application_to_an_own_role_is_refused(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    change = {"id": people.ben.id, "role": "expert"}
    world.post("/admin/users/assign-role", change, as_=people.root).must(200)
    refused = world.post(f"/roles/{role}/applications", {}, as_=people.ben).must(409)
    assert refused.error == "own_role"


@dataclass(frozen=True, slots=True)
class Move:
    """The statuses before, the caller, the new status, and the status code of the response."""

    before: tuple[str, ...]
    person: str
    to: str
    status: int = 200

    def __str__(self) -> str:
        return f"{self.person}: {'-'.join(self.before) or 'submitted'} to {self.to}"


MOVES = [
    Move((), "ben", "shortlisted"),
    Move((), "ben", "declined"),
    Move((), "ben", "accepted", 409),
    Move((), "ben", "withdrawn", 409),
    Move((), "ada", "withdrawn"),
    Move((), "ada", "accepted", 409),
    Move(("shortlisted",), "ben", "accepted"),
    Move(("shortlisted",), "ben", "declined"),
    Move(("shortlisted",), "ada", "withdrawn"),
    Move(("shortlisted", "accepted"), "ada", "withdrawn", 409),
    Move(("declined",), "ben", "shortlisted", 409),
    Move((), "root", "shortlisted", 403),
    Move((), "carl", "shortlisted", 404),
    Move((), "eve", "withdrawn", 404),
]


@pytest.mark.parametrize("move", MOVES, ids=str)
def test_an_application_changes_its_status_only_as_allowed(world: World, move: Move) -> None:
    people = desk.sign_up_all(world)
    application = desk.apply(world, desk.post_active(world, people), people.ada)
    path = f"/roles/applications/{application}"
    for step in move.before:
        world.patch(path, {"status": step}, as_=people.ben).must(200)
    person: Person = getattr(people, move.person)
    answer = world.patch(path, {"status": move.to, "reason": "Because"}, as_=person)
    answer.must(move.status)
    if move.status == 409:
        assert answer.error == "invalid_transition"
    if move.status == 200:
        assert (answer.data["status"], answer.data["reason"]) == (move.to, "Because")
        other = people.ben if move.person == "ada" else people.ada
        assert "Orthodontist" in desk.last_email(world, other)[1]


def test_an_expert_withdraws_an_application(world: World) -> None:
    people = desk.sign_up_all(world)
    application = desk.apply(world, desk.post_active(world, people), people.ada)
    path = f"/roles/applications/{application}"
    for person, status in ((ANONYMOUS, 401), (people.eve, 404), (people.ben, 403)):
        world.post(f"{path}/withdraw", as_=person).must(status)
    assert world.post(f"{path}/withdraw", as_=people.root).must(403).error == "not_the_applicant"
    withdrawn = world.post(f"{path}/withdraw", as_=people.ada).must(200).data
    assert withdrawn["status"] == "withdrawn"
    assert withdrawn == world.get(path, as_=people.ben).must(200).data
    assert "Orthodontist" in desk.last_email(world, people.ben)[1]
    again = world.post(f"{path}/withdraw", as_=people.ada).must(409)
    assert again.error == "invalid_transition"


def test_a_withdrawal_by_a_change_of_the_status_says_that_it_is_deprecated(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    path = f"/roles/applications/{desk.apply(world, role, people.ada)}"
    decided = world.patch(path, {"status": "shortlisted"}, as_=people.ben).must(200)
    assert "deprecation" not in decided.headers
    headers = world.patch(path, {"status": "withdrawn"}, as_=people.ada).must(200).headers
    assert headers["deprecation"] == "@1795651200"
    assert headers["sunset"] == "Fri, 26 Nov 2027 00:00:00 GMT"


def test_decisions_are_validated(world: World) -> None:
    people = desk.sign_up_all(world)
    path = f"/roles/applications/{desk.apply(world, desk.post_active(world, people), people.ada)}"
    assert set(world.patch(path, {"status": "lost"}, as_=people.ben).must(422).faults) == {"status"}
    world.patch(path, {"status": "shortlisted"}, as_=ANONYMOUS).must(401)
    unknown = f"/roles/applications/{desk.UNKNOWN_ID}"
    world.patch(unknown, {"status": "shortlisted"}, as_=people.ben).must(404)


@pytest.mark.postgresql("concurrent requests")
def test_one_of_several_concurrent_decisions_succeeds(world: World) -> None:
    people = desk.sign_up_all(world)
    path = f"/roles/applications/{desk.apply(world, desk.post_active(world, people), people.ada)}"
    decisions = [("declined", people.ben), ("withdrawn", people.ada)] * 4
    answers = world.together(
        [desk.changing_status(world, path, to, person) for to, person in decisions]
    )
    assert sorted(answer.status for answer in answers) == [200] + [409] * 7


MINE = "/roles/applications/mine"


@dataclass(frozen=True, slots=True)
class Applied:
    """A role's people, the path of its applications, and the ids of Ada's and of Eve's."""

    people: desk.Cast
    path: str
    first: str
    second: str


@pytest.fixture
def applied(world: World) -> Applied:
    """A role with applications of Ada and Eve."""
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    first, second = (desk.apply(world, role, person) for person in (people.ada, people.eve))
    return Applied(people, f"/roles/{role}/applications", first, second)


def test_the_owner_reads_the_applications_to_a_role_newest_first(
    world: World, applied: Applied
) -> None:
    listed = world.get(applied.path, as_=applied.people.ben).must(200).data["items"]
    assert [item["id"] for item in listed] == [applied.second, applied.first]


def test_an_applicant_reads_the_own_applications(world: World, applied: Applied) -> None:
    mine = world.get(MINE, as_=applied.people.eve).must(200).data["items"]
    assert [item["id"] for item in mine] == [applied.second]


def test_lists_of_applications_are_filtered_by_status(world: World, applied: Applied) -> None:
    people, first = applied.people, applied.first
    world.patch(f"/roles/applications/{first}", {"status": "declined"}, as_=people.ben).must(200)
    for path, person in ((applied.path, people.ben), (MINE, people.ada)):
        declined = world.get(f"{path}?status=declined", as_=person).must(200).data["items"]
        assert [item["id"] for item in declined] == [first]
    world.get(f"{applied.path}?status=lost", as_=people.ben).must(422)
    world.get(f"{MINE}?limit=0", as_=people.ada).must(422)


def test_lists_of_applications_are_visible_to_the_owner_and_the_applicant(
    world: World, applied: Applied
) -> None:
    people = applied.people
    for person, status in (
        (ANONYMOUS, 401),
        (people.ada, 403),
        (people.carl, 403),
        (people.root, 200),
    ):
        world.get(applied.path, as_=person).must(status)
    for person, status in ((ANONYMOUS, 401), (people.ben, 403)):
        world.get(MINE, as_=person).must(status)
    world.get(f"/roles/{desk.UNKNOWN_ID}/applications", as_=people.ben).must(404)


def test_an_applicants_card_has_no_email_address(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    desk.apply(world, role, people.ada)
    application_read = (
        world.get(f"/roles/{role}/applications", as_=people.ben).must(200).body.decode()
    )
    assert "ada@example.com" not in application_read


def test_an_application_is_visible_to_the_applicant_the_owner_and_administrators(
    world: World,
) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    created = world.post(f"/roles/{role}/applications", {"message": "Let me."}, as_=people.ada)
    application_read = created.must(201).data
    path = f"/roles/applications/{application_read['id']}"
    assert created.headers["location"] == f"https://api.example.com{path}"
    for person in (people.ada, people.ben, people.root):
        read = world.get(path, as_=person).must(200).data
        assert without_actions(read) == without_actions(application_read)
    missing = world.get(f"/roles/applications/{desk.UNKNOWN_ID}", as_=people.ada).must(404)
    for person, status in ((ANONYMOUS, 401), (people.eve, 404), (people.carl, 404)):
        answer = world.get(path, as_=person).must(status)
        assert status == 401 or answer.json == missing.json
    decided = {"status": "declined", "reason": "Too far."}
    after = world.patch(path, decided, as_=people.ben).must(200).data
    assert world.get(path, as_=people.ada).must(200).data == after
    world.patch(f"/roles/{role}", {"status": "closed"}, as_=people.ben).must(200)
    for person in (people.ada, people.ben):
        world.get(path, as_=person).must(200)


def test_an_application_names_its_role_also_after_it_is_deleted(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    path = f"/roles/applications/{desk.apply(world, role, people.ada)}"
    then = world.get(path, as_=people.ada).must(200).data["role"]
    posted = world.get(f"/roles/{role}", as_=people.ben).must(200).data
    assert then == {
        "id": role,
        "title": posted["roleNeeded"],
        "companyName": posted["companyName"],
        "location": posted["location"],
        "currentTitle": None,
        "status": "active",
    }
    change = {"roleNeeded": "Another role", "location": "Lisbon"}
    world.patch(f"/roles/{role}", change, as_=people.ben).must(200)
    assert world.get(path, as_=people.ada).data["role"] == {**then, "currentTitle": "Another role"}
    world.patch(f"/roles/{role}", {"status": "filled"}, as_=people.ben).must(200)
    assert world.get(path, as_=people.ada).data["role"] == {**then, "status": "filled"}
    now = {**then, "currentTitle": "Another role", "status": "filled"}
    assert world.get(path, as_=people.ben).data["role"] == now
    world.delete(f"/roles/{role}", as_=people.ben).must(200)
    mine = world.get("/roles/applications/mine", as_=people.ada).must(200).data["items"]
    assert [item["role"] for item in mine] == [{**then, "status": None}]
