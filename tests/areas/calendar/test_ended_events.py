"""An event is past when it has ended: in lists, and for invitations and replies."""

from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.community.calendar.guests import guests as guest_actions
from bridgework.areas.community.calendar.tables import events
from bridgework.kit.core import new_id
from tests import cast
from tests.areas.calendar.calendar_client import (
    EVENT,
    create_event,
    create_event_with_invites,
    list_event_names,
    list_guests,
    reply,
)
from tests.areas.calendar.test_emails import path_of
from tests.world import Person, World

GUEST = "new.guest@example.org"
CONFERENCE = {"startAt": "2026-11-30T08:00:00Z", "endAt": "2026-12-02T17:00:00Z"}
TALK = {"startAt": "2026-12-01T08:00:00Z"}


def test_from_and_to_return_events_that_overlap(world: World) -> None:
    root = cast.root(world)
    create_event(world, root, name="conference", **CONFERENCE)
    create_event(world, root, name="talk", **TALK)
    both = ["conference", "talk"]
    spans = {
        "from=2026-11-01T00:00:00Z&to=2026-11-30T23:59:59Z": ["conference"],
        "from=2026-12-01T00:00:00Z&to=2026-12-31T23:59:59Z": both,
        "from=2026-12-01T08:00:01Z": ["conference"],
        "from=2026-12-02T17:00:00Z": ["conference"],
        "from=2026-12-02T17:00:01Z": [],
        "to=2026-11-30T07:59:59Z": [],
        "to=2026-11-30T08:00:00Z": ["conference"],
        "endedBefore=2026-12-02T17:00:00Z": ["talk"],
        "endedBefore=2026-12-02T17:00:01Z": both,
        "endedBefore=2026-12-01T08:00:00Z": [],
    }
    assert {span: list_event_names(world, root, span) for span in spans} == spans


def test_a_list_of_events_reads_an_index(world: World) -> None:
    root, now = cast.root(world), world.clock.now()
    _add_past_events(world, root, 2_000)
    create_event(world, root, **CONFERENCE)
    engine = world.application.app_state.database.engine
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("ANALYZE")
    day = (now - timedelta(days=1)).isoformat().replace("+", "%2B")
    for query in (f"from={day}", f"from={day}&to={day}", f"endedBefore={day}"):
        plan = _plan_of_list(world, root, query)
        assert "ix_calendar_events_published" in plan or "ix_calendar_events_ends" in plan, plan
        for scan in ("SCAN calendar_events", "Seq Scan on calendar_events"):
            assert scan not in plan, plan


def test_coming_events_are_listed_without_reading_past_ones(world: World) -> None:
    """The index of ends is searched, not that of starts from its begin."""
    root = cast.root(world)
    if world.application.app_state.database.engine.dialect.name == "sqlite":
        plan = _plan_of_list(world, root, "from=2026-11-20T00:00:00Z")
        assert "USING INDEX ix_calendar_events_ends (<expr>>?)" in plan
        assert "USING INDEX ix_calendar_events_published (start_at>?)" in plan


def test_an_event_that_is_over_takes_no_invitations(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    event_id = create_event(world, root, **TALK)
    world.clock.advance(days=20)
    root = cast.root(world, "other@example.com")
    for sent in ({"inviteeIds": [ada.id]}, {"inviteeEmails": [GUEST]}):
        refused = world.post(f"/calendar/events/{event_id}/guests", sent, as_=root).must(409)
        assert refused.error == "event_over"
    past = {"startAt": "2026-11-22T08:00:00Z", "inviteeEmails": [GUEST, ada.email]}
    created = create_event_with_invites(world, root, **past)
    assert created["invites"] == {"invitedCount": 0, "skippedIds": [ada.id]}
    assert list_guests(world, root, created["event"]["id"]) == []
    assert world.mail(GUEST) == []


def test_an_approved_event_that_is_over_invites_no_one(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    sent = {**EVENT, **TALK, "inviteeEmails": [GUEST]}
    request = world.post("/calendar/submissions", sent, as_=ada).must(201).data
    world.clock.advance(days=20)
    root = cast.root(world, "other@example.com")
    world.post(f"/admin/calendar/submissions/{request['id']}/approve", as_=root).must(200)
    assert world.mail(GUEST) == []


def test_an_invitation_that_waits_until_the_event_is_over_is_not_sent(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest_actions, "_BATCH", 1)
    create_event(world, cast.root(world), **TALK, inviteeEmails=["first@example.org", GUEST])
    world.clock.advance(days=20)
    world.run_periodic_tasks()
    assert (len(world.mail("first@example.org")), world.mail(GUEST)) == (1, [])


@pytest.mark.parametrize(
    "times",
    [
        {"startAt": "2026-11-21T11:00:00Z", "endAt": "2026-11-21T12:10:00Z"},
        {"startAt": "2026-11-21T12:10:00Z"},
    ],
    ids=["its end", "its start, without an end"],
)
def test_an_event_is_over_after_the_instant_of(world: World, times: dict[str, str]) -> None:
    root, ada = cast.root(world), cast.ada(world)
    event_id = create_event(world, root, **times)
    world.clock.advance(minutes=10)
    reply(world, ada, event_id, "going").must(200)
    world.clock.advance(seconds=1)
    assert reply(world, ada, event_id, "declined").must(409).error == "event_over"


def test_a_running_event_takes_replies_and_one_that_is_over_takes_none(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, inviteeEmails=[GUEST], **CONFERENCE)
    path = path_of(world.mail(GUEST)[-1], "/calendar/rsvp/")
    world.clock.advance(days=10)  # 1 December
    late = cast.sign_up(world, "late@example.com")
    reply(world, late, event_id, "going").must(200)
    world.post(f"{path}?status=going").must(200)
    world.clock.advance(days=2)
    later = cast.sign_up(world, "later@example.com")
    assert reply(world, later, event_id, "going").must(409).error == "event_over"
    page = world.get(path).must(200).body.decode()
    assert "<h1>Study club is over</h1>" in page
    assert "<form" not in page
    assert world.post(f"{path}?status=declined").must(409).error == "event_over"
    html = {"accept": "text/html"}
    refused = world.post(f"{path}?status=declined", headers=html, checked=False).must(409)
    assert "This event is over" in refused.body.decode()


def _add_past_events(world: World, root: Person, count: int) -> None:
    now = world.clock.now()
    shared = {
        "owner_id": root.id,
        "name": "Past",
        "timezone": "UTC",
        "visibility": "public",
        "search_key": "past",
        "version": 1,
        "created_at": now,
        "updated_at": now,
    }
    rows = [
        {"id": new_id(), "start_at": start, "end_at": start + timedelta(hours=2), **shared}
        for start in (now - timedelta(hours=3 + number) for number in range(count))
    ]
    with world.application.app_state.database.writing() as tx:
        for first in range(0, count, 500):
            tx.execute(events.insert(), rows[first : first + 500])


def _plan_of_list(world: World, person: Person, query: str) -> str:
    """Return the plan of the statement that lists events."""
    engine = world.application.app_state.database.engine
    executed: list[tuple[str, Any]] = []

    def note(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        if "page_key" in statement:
            executed.append((statement, parameters))

    sa.event.listen(engine, "before_cursor_execute", note)
    list_event_names(world, person, query)
    sa.event.remove(engine, "before_cursor_execute", note)
    [(statement, parameters)] = executed
    explain = "EXPLAIN QUERY PLAN" if engine.dialect.name == "sqlite" else "EXPLAIN"
    with engine.connect() as connection:
        return str(connection.exec_driver_sql(f"{explain} {statement}", parameters).all())
