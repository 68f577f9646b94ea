"""The answer of an applicant to an offer, of a job and of a role."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tests.areas.jobs import board
from tests.areas.roles import desk
from tests.world import ANONYMOUS, Person, World


@dataclass(frozen=True, slots=True)
class Offered:
    """An application with an offer, and who is concerned."""

    path: str
    applicant: Person
    owner: Person
    other: Person
    root: Person
    posting: str
    status: str
    final: str | None

    def read(self, world: World, person: Person) -> dict[str, Any]:
        data: dict[str, Any] = world.get(self.path, as_=person).must(200).data
        return data


def job(world: World) -> Offered:
    people = board.sign_up_all(world)
    posted = board.post_approved(world, people)
    application = board.apply(world, posted, people.cyrus)
    board.decide(world, people, application, "reviewing", "interview", "offered")
    return Offered(
        f"/jobs/applications/{application}",
        *(people.cyrus, people.carla, people.eli, people.root),
        posting="Associate endodontist",
        status="offered",
        final="hired",
    )


def role(world: World) -> Offered:
    people = desk.sign_up_all(world)
    application = desk.apply(world, desk.post_active(world, people), people.ada)
    path = f"/roles/applications/{application}"
    for status in ("shortlisted", "accepted"):
        world.patch(path, {"status": status}, as_=people.ben).must(200)
    return Offered(
        path,
        *(people.ada, people.ben, people.eve, people.root),
        posting=str(desk.POSTING["roleNeeded"]),
        status="accepted",
        final=None,
    )


KINDS = pytest.mark.parametrize("make", [job, role])
Make = Callable[[World], Offered]


def answers(world: World, to: Offered, person: Person, **body: object) -> Any:
    return world.post(f"{to.path}/offer-answer", body, as_=person)


@KINDS
@pytest.mark.parametrize("answer", ["accepted", "declined"])
def test_both_sides_see_an_answer_and_the_owner_is_notified(
    world: World, make: Make, answer: str
) -> None:
    offered = make(world)
    assert offered.read(world, offered.applicant)["offerAnswer"] is None
    note = "I can start on 4 March.\nIs Friday free?"
    answered = answers(world, offered, offered.applicant, answer=answer, note=note).must(200).data
    for seen in (answered, *(offered.read(world, one) for one in (offered.owner, offered.root))):
        assert seen["status"] == offered.status
        assert (seen["offerAnswer"]["answer"], seen["offerAnswer"]["note"]) == (answer, note)
        assert seen["offerAnswer"]["at"] == seen["updatedAt"]
    notification = world.get("/notifications", as_=offered.owner).must(200).data["items"][0]
    assert notification["kind"].endswith(f"_application.offer_{answer}")
    assert offered.posting in notification["text"]
    world.run_periodic_tasks()
    subject, text = board.last_email(world, offered.owner)
    assert subject == f"Offer {answer}: {offered.posting}"
    assert "Is Friday free?" in text


@KINDS
def test_an_offer_is_answered_once(world: World, make: Make) -> None:
    offered = make(world)
    answers(world, offered, offered.applicant, answer="declined").must(200)
    again = answers(world, offered, offered.applicant, answer="accepted").must(409)
    assert again.error == "offer_answered"
    seen = offered.read(world, offered.applicant)
    assert (seen["offerAnswer"]["answer"], seen["offerAnswer"]["note"]) == ("declined", None)
    assert not {"answerOffer", "answerRoleOffer"} & set(seen["allowedActions"])


@KINDS
@pytest.mark.postgresql("the first of simultaneous answers counts")
def test_of_twenty_answers_at_once_one_counts(world: World, make: Make) -> None:
    offered = make(world)
    sendings = [
        lambda answer=answer: world.sending(
            "POST", f"{offered.path}/offer-answer", {"answer": answer}, as_=offered.applicant
        )
        for answer in ("accepted", "declined") * 10
    ]
    statuses = sorted(one.status for one in world.together(sendings))
    assert statuses == [200] + [409] * 19
    kinds = [
        one["kind"]
        for one in world.get("/notifications", as_=offered.owner).must(200).data["items"]
        if "offer_" in one["kind"]
    ]
    assert len(kinds) == 1


@KINDS
def test_only_the_applicant_answers(world: World, make: Make) -> None:
    offered = make(world)
    body = {"answer": "accepted"}
    for person, status in (
        (ANONYMOUS, 401),
        (offered.owner, 403),
        (offered.root, 403),
        (offered.other, 404),
    ):
        answers(world, offered, person, **body).must(status)
    assert "answer" in str(offered.read(world, offered.applicant)["allowedActions"])


def test_without_an_offer_there_is_nothing_to_answer(world: World) -> None:
    people = board.sign_up_all(world)
    application = board.apply(world, board.post_approved(world, people), people.cyrus)
    path = f"/jobs/applications/{application}/offer-answer"
    for step in ("reviewing", "interview"):
        refused = world.post(path, {"answer": "accepted"}, as_=people.cyrus).must(409)
        assert refused.error == "no_offer"
        board.decide(world, people, application, step)
    board.decide(world, people, application, "offered", "declined")
    assert world.post(path, {"answer": "accepted"}, as_=people.cyrus).must(409).error == "no_offer"


def test_an_accepted_offer_is_confirmed_by_the_clinic(world: World) -> None:
    offered = job(world)
    answers(world, offered, offered.applicant, answer="accepted").must(200)
    world.patch(offered.path, {"status": "hired"}, as_=offered.owner).must(200)
    seen = offered.read(world, offered.applicant)
    assert (seen["status"], seen["offerAnswer"]["answer"]) == ("hired", "accepted")


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({}, {"answer"}),
        ({"answer": "maybe"}, {"answer"}),
        ({"answer": "accepted", "note": "x" * 2001}, {"note"}),
        ({"answer": None}, {"answer"}),
    ],
)
def test_an_invalid_answer_is_refused(world: World, body: dict[str, Any], faults: set[str]) -> None:
    offered = job(world)
    assert set(answers(world, offered, offered.applicant, **body).must(422).faults) == faults
    assert offered.read(world, offered.applicant)["offerAnswer"] is None


@pytest.mark.parametrize("length", [0, 1, 2000])
def test_the_limits_of_a_note(world: World, length: int) -> None:
    offered = job(world)
    answered = answers(
        world, offered, offered.applicant, answer="accepted", note="x" * length
    ).must(200)
    assert answered.data["offerAnswer"]["note"] == ("x" * length or None)


@KINDS
def test_an_answer_is_in_the_export_of_the_applicant(world: World, make: Make) -> None:
    offered = make(world)
    answers(world, offered, offered.applicant, answer="declined", note="Too far away").must(200)
    exported = world.get("/users/me/export", as_=offered.applicant).must(200)
    assert "Too far away" in exported.content.decode()
