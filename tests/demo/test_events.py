"""The calendar of the demo as members see it."""

import hashlib
import json
from datetime import UTC, datetime

from bridgework.demo import people
from bridgework.demo.sections import event_rows, request_rows
from tests import cast
from tests.world import Person, World

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)

# Change this only after an intended change of the texts.
DIGEST = "ccd8c39d1cc64f1f"


def test_the_calendar_is_the_same_on_every_machine() -> None:
    text = json.dumps([*event_rows(NOON), *request_rows(NOON)], sort_keys=True, default=str)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == DIGEST


def test_a_member_finds_past_and_future_events(loaded: World) -> None:
    ada = cast.sign_in(loaded, people.ADA, people.PASSWORD)
    now = loaded.clock.now().isoformat().replace("+00:00", "Z")
    to_come = loaded.get(f"/calendar/events?limit=100&from={now}", as_=ada).must(200)
    past = loaded.get(f"/calendar/events?limit=100&to={now}", as_=ada).must(200)
    assert (len(to_come.data["items"]), len(past.data["items"])) == (7, 3)
    for event in to_come.data["items"] + past.data["items"]:
        detail = loaded.get(f"/calendar/events/{event['id']}", as_=ada).must(200).data
        assert 40 <= len(detail["description"]) <= 10_000
        assert detail["location"] or detail["meetingUrl"]
        assert event["endAt"] > event["startAt"]


def test_event_requests_are_pending(loaded: World) -> None:
    body = {"email": people.ROOT, "masterPassword": people.MASTER_PASSWORD}
    signed_in = loaded.post("/auth/admin/login", body).must(200).data
    root = Person(people.ROOT, token=signed_in["token"])
    page = loaded.get("/admin/calendar/submissions?status=pending", as_=root).must(200).data
    assert page["total"] == 3
    request = page["items"][-1]["id"]
    loaded.post(f"/admin/calendar/submissions/{request}/approve", as_=root).must(200)
    events_there = loaded.get("/calendar/events?limit=100", as_=root).must(200).data["items"]
    assert len(events_there) == 11
    for event in events_there:
        page = loaded.get(f"/calendar/events/{event['id']}/guests?limit=100", as_=root).must(200)
        going = [guest for guest in page.data["items"] if guest["status"] == "going"]
        assert len(going) <= 20
