"""One decision on several applications to a posting, of a job and of a role."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from tests.areas.jobs import board
from tests.areas.roles import desk
from tests.world import Person, World

NOWHERE = "01942520-e3a0-7704-b3c8-3850c0ae0354"


@dataclass(frozen=True, slots=True)
class Posted:
    """A posting with two applications, and another application of the same owner."""

    path: str
    owner: Person
    other: Person
    applicants: Mapping[str, Person]
    elsewhere: str
    first_status: str

    def status(self, world: World, application: str) -> object:
        path = f"{self.path.split('/')[1]}/applications/{application}"
        return world.get(f"/{path}", as_=self.owner).must(200).data["status"]

    def decide(self, world: World, ids: list[str], status: str, **body: object) -> Any:
        sent = {"ids": ids, "status": status, **body}
        return world.post(f"{self.path}/applications/decide", sent, as_=self.owner)


def job(world: World) -> Posted:
    people = board.sign_up_all(world)
    posted, other = (board.post_approved(world, people) for _ in range(2))
    applicants = {board.apply(world, posted, one): one for one in (people.cyrus, people.eli)}
    elsewhere = board.apply(world, other, people.cyrus)
    return Posted(f"/jobs/{posted}", people.carla, people.cyrus, applicants, elsewhere, "reviewing")


def role(world: World) -> Posted:
    people = desk.sign_up_all(world)
    posted, other = (desk.post_active(world, people) for _ in range(2))
    applicants = {desk.apply(world, posted, one): one for one in (people.ada, people.eve)}
    elsewhere = desk.apply(world, other, people.ada)
    return Posted(f"/roles/{posted}", people.ben, people.ada, applicants, elsewhere, "shortlisted")


KINDS = pytest.mark.parametrize("make", [job, role])
Make = Callable[[World], Posted]


@KINDS
def test_every_applicant_is_notified_once_with_the_message(world: World, make: Make) -> None:
    posted = make(world)
    ids = list(posted.applicants)
    reason = "We have filled the place.\nThank you for the time you took."
    results = posted.decide(world, ids, "declined", reason=reason).must(200).data["results"]
    done = {"outcome": "decided", "error": None, "message": None}
    assert results == [{"id": each, **done} for each in ids]
    world.run_periodic_tasks()
    for application, applicant in posted.applicants.items():
        assert posted.status(world, application) == "declined"
        kinds = [
            each["kind"]
            for each in world.get("/notifications", as_=applicant).must(200).data["items"]
        ]
        assert len([kind for kind in kinds if kind.endswith("_application.declined")]) == 1
        assert "Thank you for the time you took." in board.last_email(world, applicant)[1]


@KINDS
def test_what_cannot_be_decided_fails_alone(world: World, make: Make) -> None:
    posted = make(world)
    first, second = posted.applicants
    ids = [posted.elsewhere, first, NOWHERE, first, second]
    results = posted.decide(world, ids, "declined").must(200).data["results"]
    assert [each["id"] for each in results] == ids
    assert [each["outcome"] for each in results] == [
        "failed",
        "decided",
        "failed",
        "failed",
        "decided",
    ]
    errors = [each["error"] for each in results]
    assert errors[0] == errors[2]
    assert errors[0].endswith("application_not_found")
    assert errors[3] in {"already_decided", "invalid_transition"}
    assert results[3]["message"]
    assert posted.status(world, posted.elsewhere) == "submitted"


@KINDS
def test_a_status_that_skips_a_step_fails(world: World, make: Make) -> None:
    posted = make(world)
    first, second = posted.applicants
    last = "hired" if make is job else "accepted"
    results = posted.decide(world, [first], posted.first_status).must(200).data["results"]
    assert results[0]["outcome"] == "decided"
    results = posted.decide(world, [first, second], last).must(200).data["results"]
    assert [each["outcome"] for each in results][1] == "failed"
    assert posted.status(world, second) == "submitted"


@KINDS
def test_only_the_owner_decides(world: World, make: Make) -> None:
    posted = make(world)
    path, ids = f"{posted.path}/applications/decide", list(posted.applicants)
    world.post(path, {"ids": ids, "status": "declined"}, as_=posted.other).must(403)
    missing = path.replace(posted.path.split("/")[2], NOWHERE)
    world.post(missing, {"ids": ids, "status": "declined"}, as_=posted.owner).must(404)
    assert posted.status(world, ids[0]) == "submitted"


def test_one_to_a_hundred_are_decided(world: World) -> None:
    posted = role(world)
    for count, status in ((0, 422), (1, 200), (100, 200), (101, 422)):
        assert posted.decide(world, [NOWHERE] * count, "declined").status == status
    refused = posted.decide(world, [NOWHERE], "withdrawn").must(422)
    assert refused.faults == {"status": "not_one_of"}


@KINDS
@pytest.mark.postgresql("each application is decided once")
def test_of_two_decisions_at_once_each_application_gets_one(world: World, make: Make) -> None:
    posted = make(world)
    ids = list(posted.applicants)
    path = f"{posted.path}/applications/decide"
    sendings = [
        lambda order=order: world.sending(
            "POST", path, {"ids": order, "status": "declined"}, as_=posted.owner
        )
        for order in (ids, ids[::-1])
    ]
    both = [response.must(200).data["results"] for response in world.together(sendings)]
    for application in ids:
        outcomes = [
            each["outcome"] for results in both for each in results if each["id"] == application
        ]
        assert sorted(outcomes) == ["decided", "failed"]


def test_the_message_of_an_application_to_a_job_reaches_the_clinic(world: World) -> None:
    people = board.sign_up_all(world)
    posted = board.post_approved(world, people)
    message = "I trained with the Cerec you list.\n\n<b>Mornings</b> suit me best."
    application = board.apply(world, posted, people.cyrus, message=message)
    for reader in (people.cyrus, people.carla, people.root):
        read = world.get(f"/jobs/applications/{application}", as_=reader).must(200).data
        assert read["message"] == message
    other = board.apply(world, posted, people.eli, message="")
    read = world.get(f"/jobs/applications/{other}", as_=people.carla).must(200).data
    assert read["message"] is None


@pytest.mark.parametrize(("length", "status"), [(1999, 201), (2000, 201), (2001, 422)])
def test_a_message_has_at_most_2000_characters(world: World, length: int, status: int) -> None:
    people = board.sign_up_all(world)
    posted = board.post_approved(world, people)
    body = {
        "firstName": "Cyrus",
        "lastName": "D",
        "email": "c@example.com",
        "message": "é" * length,
    }
    path = f"/jobs/{posted}/applications"
    assert world.post(path, body, as_=people.cyrus).status == status
