"""Consultations that name an expert, who is notified and answers."""

from dataclasses import dataclass
from typing import Any

import pytest

from tests import cast, make
from tests.areas.consultations.test_consultations import (
    CONSULTATION,
    SCHEDULED,
    create_consultation,
    set_cap,
)
from tests.kit.outbox.posting import text
from tests.world import ANONYMOUS, Person, World

SLOTS = ["2030-05-07T14:00:00.000Z", "2030-05-08T14:00:00.000Z"]
NOTE = "Mornings are best.\nNot on Fridays."
AVAILABLE = {"answer": "available", "note": NOTE, "slots": SLOTS}
OF_THE_CLIENT = {"curatedBy": None, "note": None}


@dataclass(frozen=True, slots=True)
class Named:
    """A consultation that names an expert, and who is concerned."""

    id: str
    client: Person
    expert: Person
    root: Person

    @property
    def path(self) -> str:
        return f"/consultations/{self.id}"

    def read(self, world: World, person: Person) -> dict[str, Any]:
        data: dict[str, Any] = world.get(self.path, as_=person).must(200).data
        return data

    def answer(self, world: World, **body: Any) -> dict[str, Any]:
        answered = world.post(f"{self.path}/answer", body, as_=self.expert).must(200)
        data: dict[str, Any] = answered.data
        return data

    def decide(self, world: World, **body: Any) -> None:
        world.patch(f"/admin{self.path}", body, as_=self.root).must(200)


def ask(world: World, **members: Any) -> Named:
    """Let Ben ask Ada."""
    ben, ada, root = cast.ben(world), cast.ada(world), cast.root(world)
    make.into_expert(world, ada)
    asked = create_consultation(world, ben, expertId=ada.id, **members)
    return Named(asked["id"], ben, ada, root)


def kinds(world: World, person: Person) -> list[str]:
    """Return the kinds of the notifications about consultations, newest first."""
    items = world.get("/notifications", as_=person).must(200).data["items"]
    return [item["kind"] for item in items if item["kind"].startswith("consultation.")]


def last_email(world: World, person: Person) -> tuple[str, str]:
    email = world.mail(person.email)[-1]
    return str(email["subject"]), text(email)


def test_the_expert_is_notified_and_reads_the_request_without_the_client(world: World) -> None:
    named = ask(world)
    own = named.read(world, named.client)
    assert (own["asRole"], own["expertId"]) == ("client", named.expert.id)
    assert own["expert"] == {"firstName": "Ada", "lastName": "Lovell", "isListed": True}
    assert own["curatedBy"] == CONSULTATION["curatedBy"]
    read = named.read(world, named.expert)
    assert read["asRole"] == "expert"
    assert {name: read[name] for name in CONSULTATION} == {**CONSULTATION, "curatedBy": None}
    assert read["allowedActions"] == ["getConsultation", "answerConsultation"]
    assert named.client.email not in str(read)
    listed = world.get("/consultations", as_=named.expert).must(200).data["items"]
    assert listed == [read]
    assert kinds(world, named.expert) == ["consultation.requested"]
    subject, body = last_email(world, named.expert)
    assert subject == "A request for a consultation: Clinical advisor"
    assert f"/app/consultations/{named.id}" in body
    assert named.client.email not in body
    assert str(CONSULTATION["curatedBy"]) not in body
    assert kinds(world, named.client) == []


def test_lists_are_filtered_by_the_role_of_the_caller(world: World) -> None:
    named = ask(world)
    own = create_consultation(world, named.expert)["id"]
    for query, expected in (
        ("", [own, named.id]),
        ("?asRole=expert", [named.id]),
        ("?asRole=client", [own]),
        ("?asRole=expert&status=scheduled", []),
    ):
        listed = world.get(f"/consultations{query}", as_=named.expert).must(200).data["items"]
        assert [item["id"] for item in listed] == expected
    assert world.get("/consultations?asRole=expert", as_=named.client).data["items"] == []
    assert set(world.get("/consultations?asRole=admin", as_=named.client).must(422).faults) == {
        "asRole"
    }


def test_the_answer_is_read_by_administrators_and_not_by_the_client(world: World) -> None:
    named = ask(world)
    answered = named.answer(world, **AVAILABLE)
    given = {"answer": "available", "note": NOTE, "slots": SLOTS}
    assert {**given, "at": answered["expertAnsweredAt"]} == answered["expertAnswer"]
    assert named.read(world, named.root)["expertAnswer"] == answered["expertAnswer"]
    [listed] = world.get("/admin/consultations", as_=named.root).must(200).data["items"]
    assert (listed["expertAnswer"], listed["asRole"]) == (answered["expertAnswer"], None)
    read = named.read(world, named.client)
    assert (read["expertAnswer"], read["expertAnsweredAt"]) == (None, answered["expertAnsweredAt"])
    for path in ("/consultations", "/users/me/overview"):
        assert "Mornings" not in world.get(path, as_=named.client).must(200).content.decode()


def test_an_answer_is_changed_until_the_consultation_is_decided(world: World) -> None:
    named = ask(world)
    named.answer(world, **AVAILABLE)
    world.clock.advance(minutes=5)
    changed = named.answer(world, answer="declined")
    assert changed["expertAnswer"] == {
        "answer": "declined",
        "note": None,
        "slots": [],
        "at": changed["expertAnsweredAt"],
    }
    twice = named.answer(world, answer="available", slots=[SLOTS[1], SLOTS[0], SLOTS[1]])
    assert twice["expertAnswer"]["slots"] == SLOTS
    named.decide(world, **SCHEDULED)
    refused = world.post(f"{named.path}/answer", {"answer": "declined"}, as_=named.expert)
    assert refused.must(409).error == "consultation_decided"
    after = named.read(world, named.expert)
    assert after["expertAnswer"] == twice["expertAnswer"]
    assert after["allowedActions"] == ["getConsultation"]


def test_the_expert_is_notified_when_and_where_it_takes_place(world: World) -> None:
    named = ask(world)
    named.answer(world, **AVAILABLE)
    named.decide(world, **SCHEDULED, note="Bring three cases.")
    read = named.read(world, named.expert)
    appointment = {name: read[name] for name in SCHEDULED}
    assert appointment == SCHEDULED
    assert {name: read[name] for name in OF_THE_CLIENT} == OF_THE_CLIENT
    assert named.read(world, named.client)["note"] == "Bring three cases."
    assert kinds(world, named.expert) == ["consultation.arranged", "consultation.requested"]
    assert kinds(world, named.client) == ["consultation.scheduled"]
    subject, body = last_email(world, named.expert)
    assert subject == "A consultation with you is scheduled: Clinical advisor"
    assert "10:00 (America/Chicago)" in body
    assert "https://meet.example.com/larkspur" in body
    assert "Bring three cases." not in body
    named.decide(world, status="completed")
    assert kinds(world, named.expert)[0] == "consultation.arranged"


def test_an_expert_who_has_declined_is_notified_no_more(world: World) -> None:
    named = ask(world)
    named.answer(world, answer="declined", note="I am away.")
    emails = len(world.mail(named.expert.email))
    named.decide(world, **SCHEDULED)
    read = named.read(world, named.expert)
    assert read["status"] == "scheduled"
    for name in ("startAt", "timezone", "location", "meetingUrl"):
        assert read[name] is None
        assert named.read(world, named.client)[name] == SCHEDULED[name]
    assert kinds(world, named.expert) == ["consultation.requested"]
    assert len(world.mail(named.expert.email)) == emails


@pytest.mark.parametrize("by_client", [True, False])
def test_the_expert_is_notified_that_it_does_not_take_place(world: World, by_client: bool) -> None:
    named = ask(world)
    if by_client:
        world.post(f"{named.path}/cancel", as_=named.client).must(200)
    else:
        named.decide(world, status="declined", note="For the client.")
    assert kinds(world, named.expert) == ["consultation.ended", "consultation.requested"]
    subject, body = last_email(world, named.expert)
    assert subject == "A consultation does not take place: Clinical advisor"
    assert ("The member has cancelled" in body) == by_client
    assert "For the client." not in body


def test_only_the_named_expert_answers(world: World) -> None:
    named, eve = ask(world), cast.sign_up(world, "eve@example.com")
    make.into_expert(world, eve, "Eve Other")
    for person, status in ((ANONYMOUS, 401), (named.client, 403), (named.root, 403), (eve, 404)):
        world.post(f"{named.path}/answer", AVAILABLE, as_=person).must(status)
    unnamed = create_consultation(world, named.client)["id"]
    world.post(f"/consultations/{unnamed}/answer", AVAILABLE, as_=named.expert).must(404)
    refused = world.post(f"/consultations/{unnamed}/answer", AVAILABLE, as_=named.client)
    assert refused.must(403).error == "not_the_expert"
    assert world.post(f"{named.path}/cancel", as_=named.expert).must(403).error == "not_the_asker"


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({}, {"answer": "required"}),
        ({"answer": "maybe"}, {"answer": "unknown_value"}),
        ({**AVAILABLE, "slots": []}, {"slots": "too_short"}),
        ({**AVAILABLE, "slots": SLOTS * 3}, {"slots": "too_long"}),
        ({**AVAILABLE, "slots": ["2026-01-01T00:00:00Z", *SLOTS]}, {"slots.0": "too_small"}),
        ({**AVAILABLE, "note": "x" * 1001}, {"note": "too_long"}),
        ({"answer": "declined", "slots": SLOTS}, {"slots": "not_for_answer"}),
    ],
)
def test_an_invalid_answer_is_refused(
    world: World, body: dict[str, Any], faults: dict[str, str]
) -> None:
    named = ask(world)
    refused = world.post(f"{named.path}/answer", body, as_=named.expert).must(422)
    assert refused.faults.keys() == faults.keys()
    assert named.read(world, named.expert)["expertAnswer"] is None


def test_only_an_expert_of_the_directory_can_be_named(world: World) -> None:
    ben, eve = cast.ben(world), cast.sign_up(world, "eve@example.com")
    for expert_id in (eve.id, ben.id, "01942520-e3a0-7704-b3c8-3850c0ae0354"):
        body = {**CONSULTATION, "expertId": expert_id}
        refused = world.post("/consultations", body, as_=ben).must(422)
        assert refused.faults == {"expertId": "unknown"}
    for invalid in ("ada", None, 7):
        world.post("/consultations", {**CONSULTATION, "expertId": invalid}, as_=ben).must(422)
    make.into_expert(world, eve, "Eve Other")
    body = {**CONSULTATION, "expertId": eve.id}
    assert world.post("/consultations", body, as_=eve).must(422).faults == {"expertId": "unknown"}
    world.post("/consultations", body, as_=ben).must(201)


def test_an_expert_who_leaves_the_directory_can_still_answer(world: World) -> None:
    named = ask(world)
    make.change_account(world, named.expert.id, verification_tier="not-verified")
    assert named.answer(world, **AVAILABLE)["expertAnswer"]["answer"] == "available"
    own = named.read(world, named.client)
    assert own["expert"] == {"firstName": "Ada", "lastName": "Lovell", "isListed": False}


def test_a_disabled_expert_is_not_named_and_keeps_the_answer(world: World) -> None:
    named = ask(world)
    named.answer(world, **AVAILABLE)
    path = f"/admin/users/{named.expert.id}"
    world.post(f"{path}/disable", {"reason": "Away."}, as_=named.root).must(200)
    for person in (named.client, named.root):
        read = named.read(world, person)
        assert read["expertId"] == named.expert.id
        assert read["expert"] == {"firstName": None, "lastName": None, "isListed": False}
    assert named.read(world, named.root)["expertAnswer"]["note"] == NOTE
    world.post(f"{path}/enable", as_=named.root).must(200)
    assert named.read(world, named.client)["expert"]["isListed"]


def test_the_answer_is_exported_by_the_expert_and_erased_with_the_account(world: World) -> None:
    named = ask(world)
    named.answer(world, **AVAILABLE)
    theirs = world.get("/users/me/export", as_=named.expert).must(200).data["tables"]
    assert [row["answer_note"] for row in theirs["consultation_answers"]] == [NOTE]
    assert theirs["consultations"] == []
    own = world.get("/users/me/export", as_=named.client).must(200)
    assert "Mornings" not in own.content.decode()
    assert own.data["tables"]["consultations"][0]["expert_id"] == named.expert.id
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=named.expert).must(202)
    world.clock.advance(days=14)
    world.run_periodic_tasks()
    root, ben = cast.root_again(world), cast.sign_in(world, named.client.email)
    for person in (root, ben):
        read = named.read(world, person)
        assert [read[name] for name in ("expertId", "expert", "expertAnswer")] == [None] * 3
        assert (read["expertAnsweredAt"], read["status"]) == (None, "requested")
    world.post(f"{named.path}/cancel", as_=ben).must(200)


@pytest.mark.postgresql("the row is locked")
def test_of_answers_at_once_one_is_stored(world: World) -> None:
    named = ask(world)
    bodies = [AVAILABLE, {"answer": "declined"}] * 6
    sendings = [
        lambda body=body: world.sending("POST", f"{named.path}/answer", body, as_=named.expert)
        for body in bodies
    ]
    assert {response.status for response in world.together(sendings)} == {200}
    assert named.read(world, named.root)["expertAnswer"]["answer"] in {"available", "declined"}


@pytest.mark.postgresql("the row is locked")
def test_an_answer_and_a_decision_at_once_are_one_after_the_other(world: World) -> None:
    named = ask(world)
    version = named.read(world, named.root)["version"]
    headers = {"if-match": f'"{version}-0000000000000000"'}

    def answer() -> Any:
        return world.sending("POST", f"{named.path}/answer", AVAILABLE, as_=named.expert)

    def schedule() -> Any:
        path = f"/admin{named.path}"
        return world.sending("PATCH", path, dict(SCHEDULED), as_=named.root, headers=headers)

    answered, decided = (one.status for one in world.together([answer, schedule]))
    # Whoever is second is refused: the answer is too late, or the version was read before it.
    assert (answered, decided) in {(200, 412), (409, 200)}
    after = named.read(world, named.root)
    assert (after["expertAnswer"] is None) == (after["status"] == "scheduled")


def test_the_overview_counts_what_waits_for_an_answer(world: World) -> None:
    named = ask(world)
    set_cap(world, named.client, 9)
    second = create_consultation(world, named.client, expertId=named.expert.id)["id"]

    def overview(person: Person) -> tuple[int, int, list[str]]:
        seen = world.get("/users/me/overview", as_=person).must(200).data["consultations"]
        return seen["requested"], seen["toAnswer"], [each["id"] for each in seen["newest"]]

    assert overview(named.expert) == (0, 2, [second, named.id])
    assert overview(named.client) == (2, 0, [second, named.id])
    named.answer(world, answer="declined")
    assert overview(named.expert) == (0, 1, [second, named.id])
    world.post(f"/consultations/{second}/cancel", as_=named.client).must(200)
    assert overview(named.expert) == (0, 0, [named.id])
