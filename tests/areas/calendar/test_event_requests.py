"""Event requests: members submit them, administrators decide them once."""

from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.community.calendar.tables import requests
from tests import cast
from tests.areas.calendar.calendar_client import EVENT, get_event, list_event_names, list_guests
from tests.areas.uploads import samples, upload_client
from tests.kit.outbox.posting import text
from tests.same_record import without_actions
from tests.world import ANONYMOUS, Person, Response, World

UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"
MEMBERS = {
    "id", "status", "name", "startAt", "timezone", "createdAt", "endAt", "description", "location",
    "meetingUrl", "coverUrl", "visibility", "maxCapacity", "ticketDrafts", "lumaEventId",
    "lumaEventUrl", "reviewedAt", "rejectionReason", "submitter", "allowedActions",
}  # fmt: skip
TICKETS = [
    {"name": "Early", "type": "paid", "priceUsd": 120, "maxCapacity": 20},
    {"name": "At the door", "type": "paid", "priceUsd": 149.5, "isHidden": True},
    {"name": "Students", "type": "free", "requireApproval": True, "description": "With a card"},
]
DEFAULTS = {"requireApproval": False, "isHidden": False}


def submit(world: World, person: Person, **members: Any) -> Any:
    return world.post("/calendar/submissions", {**EVENT, **members}, as_=person).must(201).data


def decide(world: World, root: Person, request_id: str, reason: str | None = None) -> Response:
    """Approve an event request, or reject it for a reason."""
    path = f"/admin/calendar/submissions/{request_id}"
    if reason is None:
        return world.post(f"{path}/approve", as_=root)
    return world.post(f"{path}/reject", {"reason": reason}, as_=root)


def test_a_new_request_is_returned_completely_and_is_pending(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    world.patch("/users/me", {"firstName": "Ben", "lastName": "Ito"}, as_=ben).must(200)
    request = submit(world, ben, ticketDrafts=TICKETS, maxCapacity=60, location="Austin")
    assert set(request) == MEMBERS
    assert request["ticketDrafts"] == [{**DEFAULTS, **ticket} for ticket in TICKETS]
    assert isinstance(request["ticketDrafts"][0]["priceUsd"], int)
    assert request["submitter"] == {"id": ben.id, "email": ben.email, "name": "Ben Ito"}
    expected = ("status", "maxCapacity", "location", "visibility", "startAt")
    assert [request[name] for name in expected] == [
        *("pending", 60, "Austin", "members-only"),
        "2026-12-04T23:00:00.000Z",
    ]
    empty = {name for name, value in request.items() if value is None}
    assert empty == {
        *("endAt", "description", "meetingUrl", "coverUrl"),
        *("lumaEventId", "lumaEventUrl", "reviewedAt", "rejectionReason"),
    }
    assert list_event_names(world, root) == []


def test_missing_tickets_and_names_are_null(world: World) -> None:
    request = submit(world, cast.ben(world))
    assert (request["ticketDrafts"], request["submitter"]["name"]) == (None, None)
    assert submit(world, cast.ada(world), ticketDrafts=[])["ticketDrafts"] == []


@pytest.mark.parametrize(
    ("sent", "path"),
    [
        ({"timezone": "Nowhere"}, "timezone"),
        ({"endAt": "2026-12-01T00:00:00Z"}, "endAt"),
        ({"ticketDrafts": [{"name": "x", "type": "gift"}]}, "ticketDrafts[0].type"),
        ({"ticketDrafts": [{"name": "x", "type": "free"}] * 51}, "ticketDrafts"),
        (
            {"ticketDrafts": [{"name": "x", "type": "free", "priceUsd": 100_000.5}]},
            "ticketDrafts[0].priceUsd",
        ),
    ],
)
def test_an_invalid_request_is_refused(world: World, sent: Any, path: str) -> None:
    refused = world.post("/calendar/submissions", {**EVENT, **sent}, as_=cast.ben(world))
    assert list(refused.must(422).faults) == [path]


def test_an_approval_creates_the_event(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    sent = {"visibility": "private", "inviteeEmails": [ada.email, "new@example.org"]}
    request_id = submit(world, ben, **sent)["id"]
    assert len(world.mail(ada.email)) == 1  # the verification code: no invitation yet
    request = decide(world, root, request_id).must(200).data
    assert (request["status"], bool(request["reviewedAt"])) == ("approved", True)
    event_id = request["lumaEventId"]
    assert request["lumaEventUrl"] == f"https://api.example.com/app/events/{event_id}"
    for person in (root, ada, ben):
        detail = get_event(world, person, event_id).must(200).data
        assert (detail["name"], detail["visibility"]) == ("Study club", "private")
    emails = [guest["email"] for guest in list_guests(world, root, event_id)]
    assert emails == [ada.email, "new@example.org"]
    for email in emails:
        assert world.mail(email)[-1]["Subject"] == "Invitation: Study club"
    message = world.mail(ben.email)[-1]
    assert message["Subject"] == "Your event was approved: Study club"
    assert f"https://api.example.com/app/events/{event_id}" in text(message)
    with world.application.app_state.database.reading() as tx:
        assert tx.value(sa.select(requests.c.invitee_emails)) == []


def test_a_rejection_contains_the_reason(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    request_id = submit(world, ben, inviteeEmails=["new@example.org"])["id"]
    reason = "We had one like it\nlast month. <b>"
    request = decide(world, root, request_id, reason).must(200).data
    assert (request["status"], request["rejectionReason"]) == ("rejected", reason)
    assert (request["lumaEventId"], request["lumaEventUrl"]) == (None, None)
    message = world.mail(ben.email)[-1]
    assert reason in text(message)
    assert "&lt;b&gt;" in text(message, "html")
    assert world.mail("new@example.org") == []
    assert list_event_names(world, root) == []


def test_a_decision_is_final(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    approved, rejected = submit(world, ben)["id"], submit(world, ben)["id"]
    decide(world, root, approved).must(200)
    decide(world, root, rejected, "No").must(200)
    for request_id in (approved, rejected):
        for reason in (None, "No"):
            refused = decide(world, root, request_id, reason).must(409)
            assert refused.error == "invalid_transition"
    assert len(list_event_names(world, root)) == 1


@pytest.mark.postgresql("concurrent requests")
def test_one_of_several_concurrent_decisions_succeeds(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    request_id = submit(world, ben)["id"]
    path = f"/admin/calendar/submissions/{request_id}"
    decisions: list[tuple[str, Any]] = [("approve", None), ("reject", {"reason": "No"})] * 3
    responses = world.together(
        [
            lambda act=act, body=body: world.sending(  # type: ignore[misc]
                "POST", f"{path}/{act}", body, as_=root
            )
            for act, body in decisions
        ]
    )
    assert sorted(response.status for response in responses) == [200] + [409] * 5
    [created] = [response.data for response in responses if response.status == 200]
    assert len(list_event_names(world, root)) == (1 if created["status"] == "approved" else 0)
    messages = [message for message in world.mail(ben.email) if "event" in message["Subject"]]
    assert len(messages) == 1


def test_members_list_their_own_requests_and_administrators_all(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    for number in range(3):
        submit(world, ada, name=f"Ada's {number}")
        submit(world, ben, name=f"Ben's {number}")
    first = world.get("/calendar/submissions/mine?limit=2", as_=ada).must(200).data
    rest = world.get(f"/calendar/submissions/mine?cursor={first['nextCursor']}", as_=ada).data
    names = [item["name"] for page in (first, rest) for item in page["items"]]
    assert names == ["Ada's 2", "Ada's 1", "Ada's 0"]
    assert (first["hasMore"], rest["hasMore"]) == (True, False)
    everything = world.get("/admin/calendar/submissions?limit=4", as_=root).must(200).data
    assert (everything["total"], everything["items"][0]["name"]) == (6, "Ben's 2")
    decide(world, root, first["items"][0]["id"]).must(200)
    for status, count in (("pending", 5), ("approved", 1), ("rejected", 0)):
        path = f"/admin/calendar/submissions?status={status}"
        assert world.get(path, as_=root).must(200).data["total"] == count
    world.get("/admin/calendar/submissions?status=unknown", as_=root).must(422)
    world.get("/calendar/submissions/mine?limit=0", as_=ada).must(422)


def test_a_request_is_readable_only_by_its_submitter(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    response = world.post("/calendar/submissions", {**EVENT, "ticketDrafts": TICKETS}, as_=ben)
    request = response.must(201).data
    path = f"/calendar/submissions/{request['id']}"
    assert response.headers["location"] == f"https://api.example.com{path}"
    assert world.get(path, as_=ben).must(200).data == request
    for person, status in ((ANONYMOUS, 401), (ada, 404), (root, 404)):
        world.get(path, as_=person).must(status)
    missing = world.get(f"/calendar/submissions/{UNKNOWN_ID}", as_=ada).must(404)
    assert world.get(path, as_=ada).json == missing.json
    decided = decide(world, root, request["id"], "No").must(200).data
    read = world.get(path, as_=ben).must(200).data
    assert without_actions(read) == without_actions(decided)


def test_a_submitter_can_withdraw_a_pending_request(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    request_id, other = submit(world, ben)["id"], submit(world, ben, name="Another")["id"]
    path = f"/calendar/submissions/{request_id}"
    for person, status in ((ANONYMOUS, 401), (ada, 404), (root, 404)):
        world.post(f"{path}/withdraw", as_=person).must(status)
    assert world.post(f"{path}/withdraw", as_=ben).must(200).data == {"ok": True}
    for response in (world.post(f"{path}/withdraw", as_=ben), world.get(path, as_=ben)):
        assert response.must(404).error == "event_request_not_found"
    for reason in (None, "No"):
        decide(world, root, request_id, reason).must(404)
    mine = world.get("/calendar/submissions/mine", as_=ben).must(200).data["items"]
    all_items = world.get("/admin/calendar/submissions", as_=root).must(200).data["items"]
    assert [item["id"] for item in mine] == [item["id"] for item in all_items] == [other]
    exported = world.get("/users/me/export", as_=ben).must(200).data["tables"]
    assert [row["id"] for row in exported["calendar_requests"]] == [other]
    logs = world.get("/admin/logs?action=event_request.withdraw", as_=root).must(200).data
    assert [(entry["actor"], entry["target"]) for entry in logs["items"]] == [(ben.id, request_id)]


def test_a_decided_request_can_not_be_withdrawn(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    for reason, state in ((None, "approved"), ("No", "rejected")):
        request_id = submit(world, ben)["id"]
        decide(world, root, request_id, reason).must(200)
        path = f"/calendar/submissions/{request_id}"
        refused = world.post(f"{path}/withdraw", as_=ben).must(409)
        assert refused.error == "invalid_transition"
        assert f"The current state is {state}; " in refused.json["message"]
        assert world.get(path, as_=ben).must(200).data["status"] == state
    logs = world.get("/admin/logs?action=event_request.withdraw", as_=root).must(200).data
    assert logs["items"] == []


@pytest.mark.postgresql("concurrent requests")
def test_a_concurrent_withdrawal_or_decision_succeeds_once(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    request_id = submit(world, ben)["id"]
    approve = f"/admin/calendar/submissions/{request_id}/approve"
    withdraw = f"/calendar/submissions/{request_id}/withdraw"
    responses = world.together(
        [
            *[lambda: world.sending("POST", approve, as_=root)] * 3,
            *[lambda: world.sending("POST", withdraw, as_=ben)] * 3,
        ]
    )
    statuses = [response.status for response in responses]
    assert statuses.count(200) == 1
    is_approved = 200 in statuses[:3]
    assert sorted(statuses) == [200] + ([409] if is_approved else [404]) * 5
    assert len(list_event_names(world, root)) == is_approved


def test_the_cover_of_a_withdrawn_request_can_be_deleted(world: World) -> None:
    ben = cast.ben(world)
    asset = upload_client.upload(
        world, ben, samples.PNG, "image/png", folder="calendar-event-covers"
    )
    request_id = submit(world, ben, coverUrl=asset["fileUrl"])["id"]
    assert upload_client.delete(world, ben, asset["objectPath"]).must(409).error == "asset_in_use"
    world.post(f"/calendar/submissions/{request_id}/withdraw", as_=ben).must(200)
    upload_client.delete(world, ben, asset["objectPath"]).must(200)


def test_only_administrators_decide_requests(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    request_id = submit(world, ben)["id"]
    for person, status in ((ANONYMOUS, 401), (ben, 403)):
        decide(world, person, request_id).must(status)
        decide(world, person, request_id, "No").must(status)
        world.get("/admin/calendar/submissions", as_=person).must(status)
    for unknown_id in (UNKNOWN_ID, "17"):
        assert decide(world, root, unknown_id).must(404).error == "event_request_not_found"
        decide(world, root, unknown_id, "No").must(404)
    decide(world, root, request_id, "").must(422)


def test_erasing_an_account_deletes_its_requests_but_not_their_events(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    event_id = decide(world, root, submit(world, ben)["id"]).must(200).data["lumaEventId"]
    exported = world.get("/users/me/export", as_=ben).must(200).data["tables"]
    [row] = exported["calendar_requests"]
    assert "invitee_emails" not in row
    assert [row["id"] for row in exported["calendar_events"]] == [event_id]
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ben).must(202)
    world.clock.advance(days=15)
    world.run_periodic_tasks()
    with world.application.app_state.database.reading() as tx:
        assert tx.rows(sa.select(requests)) == []
    cast.ada(world)
    get_event(world, cast.sign_in(world, "ada@example.com"), event_id).must(200)


def test_an_administrator_reads_a_request_as_in_the_list(world: World) -> None:
    ada, root = cast.ada(world), cast.root(world)
    request = submit(world, ada)
    read = world.get(f"/admin/calendar/submissions/{request['id']}", as_=root).must(200).data
    listed = world.get("/admin/calendar/submissions", as_=root).must(200).data["items"]
    assert [read] == listed
    assert read["submitter"]["email"] == ada.email
    unknown = world.get(f"/admin/calendar/submissions/{UNKNOWN_ID}", as_=root).must(404)
    assert unknown.error == "event_request_not_found"
