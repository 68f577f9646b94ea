"""The statuses of jobs, and their expiry."""

from dataclasses import dataclass

import pytest

from tests import cast
from tests.areas.jobs import board
from tests.world import Person, World


@dataclass(frozen=True, slots=True)
class Move:
    """A caller, the status of a job, an action, and the status after it."""

    who: str
    state: str
    act: str
    after: str | None
    """None if the action is not allowed."""

    def __str__(self) -> str:
        return f"{self.who}: {self.act} a job that is {self.state}"


MOVES = [
    *(Move("root", "pending", act, after) for act, after in (("approve", "approved"),)),
    Move("root", "pending", "reject", "rejected"),
    Move("root", "pending", "close", "closed"),
    Move("root", "approved", "approve", None),
    Move("root", "approved", "reject", None),
    Move("root", "approved", "close", "closed"),
    Move("root", "rejected", "approve", None),
    Move("root", "rejected", "close", None),
    *(Move("root", state, "reopen", None) for state in ("pending", "approved", "closed")),
    Move("root", "rejected", "reopen", "pending"),
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


def post_with_status(world: World, people: board.Cast, state: str) -> str:
    """Create a job of Carla's with a status."""
    job = board.post(world, people.carla)
    if state == "rejected":
        world.post(f"/admin/jobs/{job}/reject", {"reason": "Too short"}, as_=people.root).must(200)
    elif state != "pending":
        world.post(f"/admin/jobs/{job}/approve", as_=people.root).must(200)
    if state == "closed":
        world.post(f"/jobs/{job}/close", as_=people.carla).must(200)
    return job


@pytest.mark.parametrize("move", MOVES, ids=str)
def test_a_job_changes_its_status_only_as_allowed(world: World, move: Move) -> None:
    people = board.sign_up_all(world)
    job = post_with_status(world, people, move.state)
    person: Person = getattr(people, move.who)
    if move.act == "edit":
        path = f"/admin/jobs/{job}" if move.who == "root" else f"/jobs/{job}"
        answer = world.patch(path, {"headcount": 3}, as_=person)
    else:
        path = f"/jobs/{job}/close" if move.act == "close" else f"/admin/jobs/{job}/{move.act}"
        answer = world.post(path, as_=person)
    if move.after is None:
        assert answer.must(409).error == "invalid_transition"
        assert move.state in answer.json["message"]
    else:
        assert answer.must(200).data["status"] == move.after
    current = world.get(f"/jobs/{job}", as_=people.carla).must(200).data["status"]
    assert current == (move.after or move.state)


@dataclass(frozen=True, slots=True)
class Expired:
    """An expired job, the time of its expiry, its owner and another member."""

    job: str
    expires_at: str
    carla: Person
    eli: Person


@pytest.fixture
def expired(world: World) -> Expired:
    """A job that was approved ninety days ago."""
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    board.candidate(world, "Lia Moreno")
    expires_at = world.get(f"/jobs/{job}", as_=people.cyrus).must(200).data["expiresAt"]
    world.clock.advance(days=90)
    carla, eli = (cast.sign_in(world, person.email) for person in (people.carla, people.eli))
    return Expired(job, expires_at, carla, eli)


def test_an_expired_job_is_found_by_its_owner_only(world: World, expired: Expired) -> None:
    world.get(f"/jobs/{expired.job}", as_=expired.eli).must(404)
    assert board.list_ids(world, expired.eli) == []
    for query, found in (
        ("status=expired", [expired.job]),
        ("status=approved", []),
        ("", [expired.job]),
    ):
        assert board.list_ids(world, expired.carla, f"/jobs/mine?{query}") == found


def test_an_expired_job_has_no_matches(world: World, expired: Expired) -> None:
    matches = world.get(f"/jobs/{expired.job}/matches", as_=expired.carla).must(200)
    assert matches.data["items"] == []


def test_a_job_expires_after_ninety_days_before_the_periodic_task_runs(
    world: World, expired: Expired
) -> None:
    path = f"/jobs/{expired.job}"
    before = world.get(path, as_=expired.carla).must(200).data
    world.run_periodic_tasks()
    assert world.get(path, as_=expired.carla).must(200).data == before
    assert (before["status"], before["expiresAt"]) == ("expired", expired.expires_at)


def test_an_expired_job_cannot_be_closed_but_edited(world: World, expired: Expired) -> None:
    world.run_periodic_tasks()
    assert world.post(f"/jobs/{expired.job}/close", as_=expired.carla).must(409).error
    edited = world.patch(f"/jobs/{expired.job}", {}, as_=expired.carla).must(200).data
    assert (edited["status"], edited["expiresAt"]) == ("pending", None)
