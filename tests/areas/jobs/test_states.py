"""Jobs move as the contract says, and expire by themselves."""

from dataclasses import dataclass

import pytest

from tests import cast
from tests.areas.jobs import board
from tests.world import Person, World


@dataclass(frozen=True, slots=True)
class Move:
    """Who does what to a job in which state, and the state that it is in then."""

    who: str
    state: str
    act: str
    then: str | None
    """None if there is no such move."""

    def __str__(self) -> str:
        return f"{self.who}: {self.act} of what is {self.state}"


MOVES = [
    *(Move("root", "pending", act, then) for act, then in (("approve", "approved"),)),
    Move("root", "pending", "reject", "rejected"),
    Move("root", "pending", "close", "closed"),
    Move("root", "approved", "approve", None),
    Move("root", "approved", "reject", None),
    Move("root", "approved", "close", "closed"),
    Move("root", "rejected", "approve", None),
    Move("root", "rejected", "close", None),
    Move("root", "closed", "approve", None),
    Move("root", "closed", "reject", None),
    Move("root", "closed", "close", None),
    Move("carla", "pending", "edit", "pending"),
    Move("carla", "approved", "edit", "pending"),
    Move("carla", "rejected", "edit", "pending"),
    Move("carla", "closed", "edit", "pending"),
    Move("carla", "pending", "close", "closed"),
    Move("carla", "approved", "close", "closed"),
    Move("carla", "rejected", "close", None),
    Move("carla", "closed", "close", None),
    *(Move("root", state, "edit", state) for state in ("pending", "approved", "rejected")),
]


def in_state(world: World, people: board.Cast, state: str) -> str:
    """A job of Carla's in a state, by the ways that lead there."""
    job = board.post(world, people.carla)
    if state == "rejected":
        world.post(f"/admin/jobs/{job}/reject", {"reason": "Too short"}, as_=people.root).must(200)
    elif state != "pending":
        world.post(f"/admin/jobs/{job}/approve", as_=people.root).must(200)
    if state == "closed":
        world.post(f"/jobs/{job}/close", as_=people.carla).must(200)
    return job


@pytest.mark.parametrize("move", MOVES, ids=str)
def test_states_move_as_the_contract_says(world: World, move: Move) -> None:
    people = board.cast_of(world)
    job = in_state(world, people, move.state)
    person: Person = getattr(people, move.who)
    if move.act == "edit":
        path = f"/admin/jobs/{job}" if move.who == "root" else f"/jobs/{job}"
        answer = world.patch(path, {"headcount": 3}, as_=person)
    else:
        path = f"/jobs/{job}/close" if move.act == "close" else f"/admin/jobs/{job}/{move.act}"
        answer = world.post(path, as_=person)
    if move.then is None:
        assert answer.must(409).error == "invalid_transition"
        assert move.state in answer.json["message"]
    else:
        assert answer.must(200).data["status"] == move.then
    now = world.get(f"/jobs/{job}", as_=people.carla).must(200).data["status"]
    assert now == (move.then or move.state)


def test_a_job_expires_after_ninety_days_by_itself(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    board.candidate(world, "Lia Moreno")
    until = world.get(f"/jobs/{job}", as_=people.cyrus).must(200).data["expiresAt"]
    world.clock.advance(days=90)
    fresh = {one: cast.sign_in(world, getattr(people, one).email) for one in ("carla", "eli")}
    world.get(f"/jobs/{job}", as_=fresh["eli"]).must(404)
    assert board.listed(world, fresh["eli"]) == []
    seen = [world.get(f"/jobs/{job}", as_=fresh["carla"]).must(200).data]
    assert world.get(f"/jobs/{job}/matches", as_=fresh["carla"]).must(200).data["items"] == []
    for query, expected in (("status=expired", [job]), ("status=approved", []), ("", [job])):
        assert board.listed(world, fresh["carla"], f"/jobs/mine?{query}") == expected
    world.run_periodic_tasks()
    seen.append(world.get(f"/jobs/{job}", as_=fresh["carla"]).must(200).data)
    assert seen[0] == seen[1]
    assert (seen[0]["status"], seen[0]["expiresAt"]) == ("expired", until)
    assert world.post(f"/jobs/{job}/close", as_=fresh["carla"]).must(409).error
    again = world.patch(f"/jobs/{job}", {}, as_=fresh["carla"]).must(200).data
    assert (again["status"], again["expiresAt"]) == ("pending", None)
