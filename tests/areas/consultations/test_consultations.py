"""Consultations: requested within a cap, decided by administrators, cancelled by their owner."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from tests import cast, make
from tests.kit.outbox.posting import text
from tests.world import ANONYMOUS, Person, World

UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"
CONSULTATION: Mapping[str, Any] = {
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

SCHEDULED: Mapping[str, Any] = {
    "status": "scheduled",
    "startAt": "2030-05-07T15:00:00.000Z",
    "timezone": "America/Chicago",
    "location": "Larkspur Dental, Austin",
    "meetingUrl": "https://meet.example.com/larkspur",
}


def decision_to(status: str) -> dict[str, Any]:
    """Return a complete request for the decision `status`."""
    return dict(SCHEDULED) if status == "scheduled" else {"status": status}


def create_consultation(world: World, person: Person, **members: Any) -> dict[str, Any]:
    response = world.post("/consultations", {**CONSULTATION, **members}, as_=person).must(201)
    consultation: dict[str, Any] = response.data
    return consultation


def set_cap(world: World, person: Person, maximum: int | None) -> None:
    make.change_account(world, person.id, consultation_request_cap=maximum)


def test_a_member_creates_and_reads_a_consultation(world: World) -> None:
    ben = cast.ben(world)
    created = world.post("/consultations", dict(CONSULTATION), as_=ben).must(201)
    record = world.get(f"/consultations/{created.data['id']}", as_=ben).must(200).data
    assert created.headers["location"].endswith(f"/consultations/{record['id']}")
    assert record == created.data
    assert {name: record[name] for name in CONSULTATION} == CONSULTATION
    assert (record["status"], record["note"], record["userId"]) == ("requested", None, ben.id)


EITHER = [
    {"primaryExpertise": {"id": "7", "name": "Endodontics", "category": "Specialty"}},
    {"timeline": {"start": "2026-12-01", "end": None, "weeks": [1, 2.5, {"deep": True}]}},
    {"timeline": {}},
]


@pytest.mark.parametrize("members", EITHER, ids=str)
def test_expertise_and_timeline_may_be_objects(world: World, members: dict[str, Any]) -> None:
    record = create_consultation(world, cast.ben(world), **members)
    (name,) = members
    assert record[name] == members[name]


def test_the_category_is_optional(world: World) -> None:
    expertise = {"id": "7", "name": "Endodontics"}
    assert (
        create_consultation(world, cast.ben(world), primaryExpertise=expertise)["primaryExpertise"]
        == expertise
    )


def test_all_invalid_members_are_reported_at_once(world: World) -> None:
    sent = {**CONSULTATION, "matchScore": 101, "primaryExpertise": {"id": "7"}, "timeline": 5}
    del sent["challenge"]
    refused = world.post("/consultations", sent, as_=cast.ben(world)).must(422)
    assert set(refused.faults) == {
        "matchScore",
        "primaryExpertise.name",
        "timeline",
        "challenge",
    }


def test_the_cap_comes_from_the_account_or_else_from_the_setting(world: World) -> None:
    ben = cast.ben(world)
    for _ in range(world.application.app_state.settings.consultation_cap):
        create_consultation(world, ben)
    refused = world.post("/consultations", dict(CONSULTATION), as_=ben).must(403)
    assert refused.error == "consultation_cap_reached"
    set_cap(world, ben, 6)
    create_consultation(world, ben)
    world.post("/consultations", dict(CONSULTATION), as_=ben).must(403)
    set_cap(world, ben, 0)
    world.post("/consultations", dict(CONSULTATION), as_=ben).must(403)


def test_a_cancelled_consultation_does_not_count(world: World) -> None:
    ben = cast.ben(world)
    set_cap(world, ben, 1)
    first = create_consultation(world, ben)
    world.post(f"/consultations/{first['id']}/cancel", as_=ben).must(200)
    create_consultation(world, ben)


@pytest.mark.postgresql("concurrent requests")
def test_twenty_concurrent_requests_create_three_under_a_cap_of_three(world: World) -> None:
    ben = cast.ben(world)
    set_cap(world, ben, 3)
    body = dict(CONSULTATION)
    responses = world.together(
        [lambda: world.sending("POST", "/consultations", body, as_=ben)] * 20
    )
    assert sorted(response.status for response in responses) == [201] * 3 + [403] * 17
    assert len(world.get("/consultations", as_=ben).data["items"]) == 3


def test_only_the_owner_and_administrators_read_a_consultation(world: World) -> None:
    ben, ada, root = cast.ben(world), cast.ada(world), cast.root(world)
    path = f"/consultations/{create_consultation(world, ben)['id']}"
    for person, status in ((ANONYMOUS, 401), (ada, 404), (ben, 200), (root, 200)):
        world.get(path, as_=person).must(status)
    for person, status in ((ANONYMOUS, 401), (ada, 404), (root, 403), (ben, 200)):
        world.post(f"{path}/cancel", as_=person).must(status)
    world.get(f"/consultations/{UNKNOWN_ID}", as_=ben).must(404)
    world.post("/consultations", dict(CONSULTATION), as_=ANONYMOUS).must(401)
    world.get("/consultations", as_=ANONYMOUS).must(401)


@dataclass(frozen=True, slots=True)
class Move:
    """The changes made before, the change under test, and the expected status code."""

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
def test_a_change_of_status_is_accepted_or_refused_by_the_table(world: World, move: Move) -> None:
    ben, root = cast.ben(world), cast.root(world)
    consultation_id = create_consultation(world, ben)["id"]
    path = f"/admin/consultations/{consultation_id}"
    for step in move.before:
        world.patch(path, decision_to(step), as_=root).must(200)
    if move.by_owner:
        response = world.post(f"/consultations/{consultation_id}/cancel", as_=ben)
    else:
        response = world.patch(path, {**decision_to(move.to), "note": "A word"}, as_=root)
    response.must(move.status)
    if move.status == 409:
        assert response.error == "invalid_transition"
        return
    assert response.data["status"] == move.to
    if not move.by_owner:
        assert response.data["note"] == "A word"
        assert move.to in str(world.mail(ben.email)[-1]["subject"])


NONE = {"startAt": None, "timezone": None, "location": None, "meetingUrl": None}


def test_a_consultation_is_scheduled_for_a_time_at_a_place_or_online(world: World) -> None:
    ben, root = cast.ben(world), cast.root(world)
    created = create_consultation(world, ben)
    assert {name: created[name] for name in NONE} == NONE
    path = f"/admin/consultations/{created['id']}"
    scheduled = world.patch(path, dict(SCHEDULED), as_=root).must(200).data
    assert {name: scheduled[name] for name in SCHEDULED} == SCHEDULED
    read = world.get(f"/consultations/{created['id']}", as_=ben).must(200).data
    assert {name: read[name] for name in SCHEDULED} == SCHEDULED
    email = text(world.mail(ben.email)[-1])
    assert "When: Tuesday, 7 May 2030, 10:00 (America/Chicago)" in email
    assert "Where: Larkspur Dental, Austin" in email
    assert "Online: https://meet.example.com/larkspur" in email
    [left] = world.get("/notifications", as_=ben).must(200).data["items"][:1]
    assert (left["kind"], left["subject"]["startAt"]) == (
        "consultation.scheduled",
        SCHEDULED["startAt"],
    )
    completed = world.patch(path, {"status": "completed"}, as_=root).must(200).data
    assert completed["startAt"] == SCHEDULED["startAt"]
    assert "meet.example.com" not in text(world.mail(ben.email)[-1])
    exported = world.get("/users/me/export", as_=ben).must(200).data["tables"]["consultations"]
    assert exported[0]["meeting_url"] == SCHEDULED["meetingUrl"]


@pytest.mark.parametrize("only", ["location", "meetingUrl"])
def test_a_place_or_a_link_is_enough_and_the_time_is_in_utc_by_default(
    world: World, only: str
) -> None:
    ben, root = cast.ben(world), cast.root(world)
    path = f"/admin/consultations/{create_consultation(world, ben)['id']}"
    sent = {name: SCHEDULED[name] for name in ("status", "startAt", only)}
    scheduled = world.patch(path, sent, as_=root).must(200).data
    assert {name: scheduled[name] for name in SCHEDULED} == {**NONE, "timezone": "UTC", **sent}
    assert "Tuesday, 7 May 2030, 15:00 (UTC)" in text(world.mail(ben.email)[-1])


PLACE = {"location": "Here"}
INCOMPLETE: list[tuple[dict[str, Any], dict[str, str]]] = [
    ({"status": "scheduled"}, {"startAt": "required", "location": "required"}),
    ({**SCHEDULED, "location": "", "meetingUrl": None}, {"meetingUrl": "wrong_type"}),
    ({**SCHEDULED, **NONE}, dict.fromkeys(NONE, "wrong_type")),
    ({"status": "scheduled", **PLACE}, {"startAt": "required"}),
    ({"status": "scheduled", "startAt": SCHEDULED["startAt"]}, {"location": "required"}),
    (
        {"status": "scheduled", "startAt": SCHEDULED["startAt"], "location": " "},
        {"location": "required"},
    ),
    ({**SCHEDULED, "startAt": "2026-11-21T12:00:00Z"}, {"startAt": "too_small"}),
    ({**SCHEDULED, "timezone": "Mars/Olympus"}, {"timezone": "unknown_timezone"}),
    ({**SCHEDULED, "status": "declined"}, dict.fromkeys(NONE, "not_for_status")),
    ({"status": "completed", **PLACE}, {"location": "not_for_status"}),
]


@pytest.mark.parametrize(("sent", "faults"), INCOMPLETE)
def test_nothing_is_scheduled_without_a_time_to_come_and_a_place(
    world: World, sent: dict[str, Any], faults: dict[str, str]
) -> None:
    ben, root = cast.ben(world), cast.root(world)
    created = create_consultation(world, ben)
    sent_before = len(world.mail(ben.email))
    refused = world.patch(f"/admin/consultations/{created['id']}", sent, as_=root).must(422)
    assert refused.faults == faults
    assert world.get(f"/consultations/{created['id']}", as_=ben).data == created
    assert len(world.mail(ben.email)) == sent_before


@pytest.mark.postgresql("concurrent requests")
def test_of_concurrent_changes_exactly_one_succeeds(world: World) -> None:
    ben, root = cast.ben(world), cast.root(world)
    consultation_id = create_consultation(world, ben)["id"]

    def decline() -> Any:
        body = {"status": "declined"}
        return world.sending("PATCH", f"/admin/consultations/{consultation_id}", body, as_=root)

    def cancel() -> Any:
        return world.sending("POST", f"/consultations/{consultation_id}/cancel", as_=ben)

    responses = world.together([decline, cancel] * 4)
    assert sorted(response.status for response in responses) == [200] + [409] * 7


def test_only_administrators_decide_and_decisions_are_audited(world: World) -> None:
    ben, root = cast.ben(world), cast.root(world)
    consultation_id = create_consultation(world, ben)["id"]
    path = f"/admin/consultations/{consultation_id}"
    for person, status in ((ANONYMOUS, 401), (ben, 403)):
        world.patch(path, decision_to("scheduled"), as_=person).must(status)
        world.get("/admin/consultations", as_=person).must(status)
    world.patch(f"/admin/consultations/{UNKNOWN_ID}", decision_to("scheduled"), as_=root).must(404)
    assert set(world.patch(path, {"status": "lost"}, as_=root).must(422).faults) == {"status"}
    world.patch(path, decision_to("scheduled"), as_=root).must(200)
    entries = world.get("/admin/logs?action=consultation.decide", as_=root).data["items"]
    assert [(entry["target"], entry["changes"][0]["after"]) for entry in entries] == [
        (consultation_id, "scheduled")
    ]


def test_lists_are_newest_first_and_filtered_by_status(world: World) -> None:
    ben, ada, root = cast.ben(world), cast.ada(world), cast.root(world)
    first, second, other = (create_consultation(world, person)["id"] for person in (ben, ben, ada))
    world.post(f"/consultations/{first}/cancel", as_=ben).must(200)
    for path, person, expected in (
        ("/consultations", ben, [second, first]),
        ("/consultations?status=cancelled", ben, [first]),
        ("/admin/consultations", root, [other, second, first]),
        ("/admin/consultations?status=requested", root, [other, second]),
    ):
        listed = world.get(path, as_=person).must(200).data["items"]
        assert [item["id"] for item in listed] == expected
    page = world.get("/consultations?limit=1", as_=ben).must(200).data
    rest = world.get(f"/consultations?limit=1&cursor={page['nextCursor']}", as_=ben).data
    assert [item["id"] for item in page["items"] + rest["items"]] == [second, first]
    world.get("/consultations?limit=0", as_=ben).must(422)
    world.get("/admin/consultations?status=lost", as_=root).must(422)
