"""Applications to roles: sent once, decided by the client, withdrawn by the applicant."""

from dataclasses import dataclass

import pytest

from tests.areas.roles import desk
from tests.world import ANONYMOUS, Person, World


def test_an_expert_applies_once_and_the_client_is_told(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.open_role(world, people)
    sent = {"message": "I have done this\ntwice."}
    made = world.post(f"/roles/{role}/applications", sent, as_=people.ada).must(201).data
    assert (made["status"], made["message"], made["roleId"]) == ("submitted", sent["message"], role)
    assert made["applicant"]["specialty"] == ["Orthodontics"]
    assert "Orthodontist" in desk.last_letter(world, people.ben)[0]
    again = world.post(f"/roles/{role}/applications", sent, as_=people.ada).must(409)
    assert again.error == "already_applied"
    desk.apply(world, role, people.eve)


def test_twenty_at_once_apply_once(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.open_role(world, people)
    path = f"/roles/{role}/applications"
    answers = world.together([lambda: world.sending("POST", path, {}, as_=people.ada)] * 20)
    assert sorted(answer.status for answer in answers) == [201] + [409] * 19


def test_only_experts_apply_to_what_is_open(world: World) -> None:
    people = desk.cast_of(world)
    role, waiting = desk.open_role(world, people), desk.post(world, people.ben)
    for person, status in ((ANONYMOUS, 401), (people.ben, 403), (people.carl, 403)):
        world.post(f"/roles/{role}/applications", {}, as_=person).must(status)
    world.post(f"/roles/{waiting}/applications", {}, as_=people.ada).must(404)
    world.post(f"/roles/{desk.SOMETHING}/applications", {}, as_=people.ada).must(404)
    long = {"message": "x" * 2001}
    refused = world.post(f"/roles/{role}/applications", long, as_=people.ada).must(422)
    assert set(refused.faults) == {"message"}


def test_a_role_that_one_can_still_see_may_take_no_more(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.open_role(world, people)
    world.post(f"/admin/users/{people.ada.id}/enable", as_=people.root).must(200)
    application = desk.apply(world, role, people.ada)
    for status in ("shortlisted", "accepted"):
        move = {"status": status}
        world.patch(f"/roles/applications/{application}", move, as_=people.ben).must(200)
    world.patch(f"/roles/{role}", {"status": "filled"}, as_=people.ben).must(200)
    late = world.post(f"/roles/{role}/applications", {}, as_=people.ada).must(409)
    assert late.error == "role_not_open"


def test_nobody_applies_to_a_role_that_is_being_closed(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.open_role(world, people)
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


def test_nobody_applies_to_their_own_role(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.open_role(world, people)
    turned = {"id": people.ben.id, "role": "expert"}
    world.post("/admin/users/assign-role", turned, as_=people.root).must(200)
    refused = world.post(f"/roles/{role}/applications", {}, as_=people.ben).must(409)
    assert refused.error == "own_role"


@dataclass(frozen=True, slots=True)
class Move:
    """What was decided before, who decides now, and what comes of it."""

    before: tuple[str, ...]
    who: str
    to: str
    status: int = 200

    def __str__(self) -> str:
        return f"{self.who}: {'-'.join(self.before) or 'submitted'} to {self.to}"


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
def test_applications_move_as_the_contract_says(world: World, move: Move) -> None:
    people = desk.cast_of(world)
    application = desk.apply(world, desk.open_role(world, people), people.ada)
    path = f"/roles/applications/{application}"
    for step in move.before:
        world.patch(path, {"status": step}, as_=people.ben).must(200)
    person: Person = getattr(people, move.who)
    answer = world.patch(path, {"status": move.to, "reason": "Because"}, as_=person)
    answer.must(move.status)
    if move.status == 409:
        assert answer.error == "invalid_transition"
    if move.status == 200:
        assert (answer.data["status"], answer.data["reason"]) == (move.to, "Because")
        other = people.ben if move.who == "ada" else people.ada
        assert "Orthodontist" in desk.last_letter(world, other)[1]


def test_decisions_are_checked(world: World) -> None:
    people = desk.cast_of(world)
    path = f"/roles/applications/{desk.apply(world, desk.open_role(world, people), people.ada)}"
    assert set(world.patch(path, {"status": "lost"}, as_=people.ben).must(422).faults) == {"status"}
    world.patch(path, {"status": "shortlisted"}, as_=ANONYMOUS).must(401)
    gone = f"/roles/applications/{desk.SOMETHING}"
    world.patch(gone, {"status": "shortlisted"}, as_=people.ben).must(404)


def test_of_two_decisions_at_once_one_stands(world: World) -> None:
    people = desk.cast_of(world)
    path = f"/roles/applications/{desk.apply(world, desk.open_role(world, people), people.ada)}"
    sides = [("declined", people.ben), ("withdrawn", people.ada)] * 4
    answers = world.together([desk.moving(world, path, to, who) for to, who in sides])
    assert sorted(answer.status for answer in answers) == [200] + [409] * 7


def test_lists_are_the_clients_and_the_applicants(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.open_role(world, people)
    first, second = (desk.apply(world, role, one) for one in (people.ada, people.eve))
    path = f"/roles/{role}/applications"
    for person, status in (
        (ANONYMOUS, 401),
        (people.ada, 403),
        (people.carl, 403),
        (people.root, 200),
    ):
        world.get(path, as_=person).must(status)
    listed = world.get(path, as_=people.ben).must(200).data["items"]
    assert [one["id"] for one in listed] == [second, first]
    world.patch(f"/roles/applications/{first}", {"status": "declined"}, as_=people.ben).must(200)
    declined = world.get(f"{path}?status=declined", as_=people.ben).must(200).data["items"]
    assert [one["id"] for one in declined] == [first]
    own = world.get("/roles/applications/mine?status=declined", as_=people.ada).must(200).data
    assert [one["id"] for one in own["items"]] == [first]
    assert world.get("/roles/applications/mine", as_=people.eve).data["items"][0]["id"] == second
    for person, status in ((ANONYMOUS, 401), (people.ben, 403)):
        world.get("/roles/applications/mine", as_=person).must(status)
    world.get(f"/roles/{desk.SOMETHING}/applications", as_=people.ben).must(404)
    world.get(f"{path}?status=lost", as_=people.ben).must(422)
    world.get("/roles/applications/mine?limit=0", as_=people.ada).must(422)


def test_an_applicants_card_holds_no_contact(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.open_role(world, people)
    desk.apply(world, role, people.ada)
    told = world.get(f"/roles/{role}/applications", as_=people.ben).must(200).body.decode()
    assert "ada@example.com" not in told


def test_an_application_is_read_by_its_two_sides_and_administrators(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.open_role(world, people)
    made = world.post(f"/roles/{role}/applications", {"message": "Let me."}, as_=people.ada)
    told = made.must(201).data
    path = f"/roles/applications/{told['id']}"
    assert made.headers["location"] == f"https://api.example.com{path}"
    for person in (people.ada, people.ben, people.root):
        assert world.get(path, as_=person).must(200).data == told
    missing = world.get(f"/roles/applications/{desk.SOMETHING}", as_=people.ada).must(404)
    for person, status in ((ANONYMOUS, 401), (people.eve, 404), (people.carl, 404)):
        answer = world.get(path, as_=person).must(status)
        assert status == 401 or answer.json == missing.json
    decided = {"status": "declined", "reason": "Too far."}
    after = world.patch(path, decided, as_=people.ben).must(200).data
    assert world.get(path, as_=people.ada).must(200).data == after
    world.patch(f"/roles/{role}", {"status": "closed"}, as_=people.ben).must(200)
    for person in (people.ada, people.ben):
        world.get(path, as_=person).must(200)
