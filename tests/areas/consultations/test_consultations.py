"""Consultations: asked for within a cap, arranged by administrators, taken back by their owner."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from tests import cast, make
from tests.world import ANONYMOUS, Person, World

SOMETHING = "01942520-e3a0-7704-b3c8-3850c0ae0354"
ASKED: Mapping[str, Any] = {
    "roleTitle": "Clinical advisor",
    "organizationName": "Larkspur Dental Group",
    "organizationLocation": "Austin, TX",
    "matchScore": 82,
    "curatedBy": "The matchmaking desk",
    "challenge": "Two offices refer every molar.",
    "primaryExpertise": "Endodontics",
    "engagementDuration": "3 months",
    "hourlyRate": "200",
    "availability": "Evenings",
    "timeline": "Before spring",
    "matchInsights": "A strong match.",
}


def ask(world: World, person: Person, **members: Any) -> dict[str, Any]:
    made = world.post("/consultations", {**ASKED, **members}, as_=person).must(201)
    found: dict[str, Any] = made.data
    return found


def cap(world: World, person: Person, most: int | None) -> None:
    make.change_account(world, person.id, consultation_request_cap=most)


def test_a_member_asks_and_reads_it_back(world: World) -> None:
    ben = cast.ben(world)
    made = world.post("/consultations", dict(ASKED), as_=ben).must(201)
    shown = world.get(f"/consultations/{made.data['id']}", as_=ben).must(200).data
    assert made.headers["location"].endswith(f"/consultations/{shown['id']}")
    assert shown == made.data
    assert {name: shown[name] for name in ASKED} == ASKED
    assert (shown["status"], shown["note"], shown["userId"]) == ("requested", None, ben.id)


EITHER = [
    {"primaryExpertise": {"id": "7", "name": "Endodontics", "category": "Specialty"}},
    {"timeline": {"start": "2026-12-01", "end": None, "weeks": [1, 2.5, {"deep": True}]}},
    {"timeline": {}},
]


@pytest.mark.parametrize("members", EITHER, ids=str)
def test_what_may_be_a_text_may_be_an_object(world: World, members: dict[str, Any]) -> None:
    made = ask(world, cast.ben(world), **members)
    (name,) = members
    assert made[name] == members[name]


def test_a_category_may_be_left_out(world: World) -> None:
    expertise = {"id": "7", "name": "Endodontics"}
    assert ask(world, cast.ben(world), primaryExpertise=expertise)["primaryExpertise"] == expertise


def test_every_fault_is_told_at_once(world: World) -> None:
    sent = {**ASKED, "matchScore": 101, "primaryExpertise": {"id": "7"}, "timeline": 5}
    del sent["challenge"]
    refused = world.post("/consultations", sent, as_=cast.ben(world)).must(422)
    assert set(refused.faults) == {
        "matchScore",
        "primaryExpertise.name",
        "timeline",
        "challenge",
    }


def test_the_cap_is_what_the_account_or_else_the_setting_says(world: World) -> None:
    ben = cast.ben(world)
    for _ in range(world.application.app_state.settings.consultation_cap):
        ask(world, ben)
    refused = world.post("/consultations", dict(ASKED), as_=ben).must(403)
    assert refused.error == "consultation_cap_reached"
    cap(world, ben, 6)
    ask(world, ben)
    world.post("/consultations", dict(ASKED), as_=ben).must(403)
    cap(world, ben, 0)
    world.post("/consultations", dict(ASKED), as_=ben).must(403)


def test_what_has_ended_counts_no_more(world: World) -> None:
    ben = cast.ben(world)
    cap(world, ben, 1)
    first = ask(world, ben)
    world.post(f"/consultations/{first['id']}/cancel", as_=ben).must(200)
    ask(world, ben)


def test_twenty_at_once_make_three_under_a_cap_of_three(world: World) -> None:
    ben = cast.ben(world)
    cap(world, ben, 3)
    body = dict(ASKED)
    answers = world.together([lambda: world.sending("POST", "/consultations", body, as_=ben)] * 20)
    assert sorted(answer.status for answer in answers) == [201] * 3 + [403] * 17
    assert len(world.get("/consultations", as_=ben).data["items"]) == 3


def test_a_consultation_is_its_owners_and_administrators(world: World) -> None:
    ben, ada, root = cast.ben(world), cast.ada(world), cast.root(world)
    path = f"/consultations/{ask(world, ben)['id']}"
    for person, status in ((ANONYMOUS, 401), (ada, 404), (ben, 200), (root, 200)):
        world.get(path, as_=person).must(status)
    for person, status in ((ANONYMOUS, 401), (ada, 404), (root, 403), (ben, 200)):
        world.post(f"{path}/cancel", as_=person).must(status)
    world.get(f"/consultations/{SOMETHING}", as_=ben).must(404)
    world.post("/consultations", dict(ASKED), as_=ANONYMOUS).must(401)
    world.get("/consultations", as_=ANONYMOUS).must(401)


@dataclass(frozen=True, slots=True)
class Move:
    """What an administrator did before, who moves it now, and what comes of it."""

    before: tuple[str, ...]
    to: str
    status: int = 200
    by_owner: bool = False

    def __str__(self) -> str:
        return f"{self.before[-1:] or 'requested'} to {self.to}"


MOVES = [
    Move((), "scheduled"),
    Move((), "declined"),
    Move((), "completed", 409),
    Move((), "cancelled", 409),
    Move((), "requested", 409),
    Move(("scheduled",), "completed"),
    Move(("scheduled",), "declined"),
    Move(("scheduled", "completed"), "declined", 409),
    Move(("declined",), "scheduled", 409),
    Move((), "cancelled", by_owner=True),
    Move(("scheduled",), "cancelled", by_owner=True),
    Move(("declined",), "cancelled", 409, by_owner=True),
]


@pytest.mark.parametrize("move", MOVES, ids=str)
def test_states_move_as_the_contract_says(world: World, move: Move) -> None:
    ben, root = cast.ben(world), cast.root(world)
    made = ask(world, ben)["id"]
    path = f"/admin/consultations/{made}"
    for step in move.before:
        world.patch(path, {"status": step}, as_=root).must(200)
    if move.by_owner:
        answer = world.post(f"/consultations/{made}/cancel", as_=ben)
    else:
        answer = world.patch(path, {"status": move.to, "note": "A word"}, as_=root)
    answer.must(move.status)
    if move.status == 409:
        assert answer.error == "invalid_transition"
        return
    assert answer.data["status"] == move.to
    if not move.by_owner:
        assert answer.data["note"] == "A word"
        assert move.to in str(world.mail(ben.email)[-1]["subject"])


def test_of_two_moves_at_once_one_stands(world: World) -> None:
    ben, root = cast.ben(world), cast.root(world)
    made = ask(world, ben)["id"]

    def declining() -> Any:
        body = {"status": "declined"}
        return world.sending("PATCH", f"/admin/consultations/{made}", body, as_=root)

    def cancelling() -> Any:
        return world.sending("POST", f"/consultations/{made}/cancel", as_=ben)

    answers = world.together([declining, cancelling] * 4)
    assert sorted(answer.status for answer in answers) == [200] + [409] * 7


def test_decisions_are_the_administrators_and_audited(world: World) -> None:
    ben, root = cast.ben(world), cast.root(world)
    made = ask(world, ben)["id"]
    path = f"/admin/consultations/{made}"
    for person, status in ((ANONYMOUS, 401), (ben, 403)):
        world.patch(path, {"status": "scheduled"}, as_=person).must(status)
        world.get("/admin/consultations", as_=person).must(status)
    world.patch(f"/admin/consultations/{SOMETHING}", {"status": "scheduled"}, as_=root).must(404)
    assert set(world.patch(path, {"status": "lost"}, as_=root).must(422).faults) == {"status"}
    world.patch(path, {"status": "scheduled"}, as_=root).must(200)
    entries = world.get("/admin/logs?action=consultation.decide", as_=root).data["items"]
    assert [(one["target"], one["changes"][0]["after"]) for one in entries] == [(made, "scheduled")]


def test_lists_are_the_newest_first_and_by_state(world: World) -> None:
    ben, ada, root = cast.ben(world), cast.ada(world), cast.root(world)
    first, second, other = (ask(world, person)["id"] for person in (ben, ben, ada))
    world.post(f"/consultations/{first}/cancel", as_=ben).must(200)
    for path, person, expected in (
        ("/consultations", ben, [second, first]),
        ("/consultations?status=cancelled", ben, [first]),
        ("/admin/consultations", root, [other, second, first]),
        ("/admin/consultations?status=requested", root, [other, second]),
    ):
        listed = world.get(path, as_=person).must(200).data["items"]
        assert [one["id"] for one in listed] == expected
    page = world.get("/consultations?limit=1", as_=ben).must(200).data
    rest = world.get(f"/consultations?limit=1&cursor={page['nextCursor']}", as_=ben).data
    assert [one["id"] for one in page["items"] + rest["items"]] == [second, first]
    world.get("/consultations?limit=0", as_=ben).must(422)
    world.get("/admin/consultations?status=lost", as_=root).must(422)
