"""The calendar feed: valid iCalendar with the visible events of its member, by token."""

import logging
from datetime import UTC, datetime, timedelta
from typing import Any

import hypothesis
import icalendar
import pytest
import sqlalchemy as sa
from hypothesis import strategies as st

from bridgework.areas.community.calendar import queries
from bridgework.areas.community.calendar.formats import ics
from bridgework.areas.community.calendar.formats.ics import Appointment
from bridgework.areas.community.calendar.tables import feed_tokens
from tests import cast, logged
from tests.areas.calendar.calendar_client import create_event
from tests.world import PUBLIC_URL, Person, Response, World

SOON = "2026-12-04T18:00:00-05:00"


def create_feed(world: World, person: Person) -> str:
    """Create a feed token; return the path of the feed."""
    data = world.post("/calendar/feed-token", as_=person).must(201).data
    assert set(data) == {"url"}
    assert data["url"].startswith(f"{PUBLIC_URL}/calendar/feed.ics?token=")
    return str(data["url"]).removeprefix(PUBLIC_URL)


def parsed(response: Response) -> dict[str, Any]:
    """The events of a feed by name; the calendar must be valid."""
    calendar: Any = icalendar.Calendar.from_ical(response.must(200).body)
    assert not calendar.errors
    assert (calendar["VERSION"], "METHOD" in calendar) == ("2.0", False)
    assert b"ORGANIZER" not in response.body
    assert not [fault for event in calendar.events for fault in event.errors]
    return {str(event["SUMMARY"]): event for event in calendar.events}


def test_a_feed_contains_the_events_that_are_visible_to_its_member(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    for visibility in ("public", "members-only", "private"):
        invited = {"visibility": visibility, "inviteeEmails": [ada.email]}
        create_event(world, root, name=visibility, startAt=SOON, **invited)
    everything = {"public", "members-only", "private"}
    assert parsed(world.get(create_feed(world, ada))).keys() == everything
    response = world.get(create_feed(world, ben))
    assert parsed(response).keys() == everything - {"private"}
    assert response.headers["content-type"] == "text/calendar; charset=utf-8"


def test_the_feed_of_an_administrator_has_member_visibility(world: World) -> None:
    root = cast.root(world)
    other = cast.root(world, "other@example.com")
    create_event(world, other, visibility="private")
    assert parsed(world.get(create_feed(world, root))) == {}


def test_a_changed_event_keeps_its_uid_and_increments_its_sequence(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, startAt=SOON, location="Boston")
    path = create_feed(world, root)
    before = parsed(world.get(path))["Study club"]
    world.clock.advance(minutes=50)
    changed = {"location": "Austin", "startAt": "2026-12-05T18:00:00-05:00"}
    world.patch(f"/calendar/events/{event_id}", changed, as_=root).must(200)
    after = parsed(world.get(path))["Study club"]
    assert before["UID"] == after["UID"] == f"{event_id}@api.example.com"
    assert (before["SEQUENCE"], after["SEQUENCE"]) == (0, 1)
    assert after["DTSTAMP"].dt - before["DTSTAMP"].dt == timedelta(minutes=50)
    assert after["DTSTART"].dt == datetime(2026, 12, 5, 23, tzinfo=UTC)
    assert (after["LOCATION"], after["STATUS"]) == ("Austin", "CONFIRMED")
    assert after["URL"] == f"{PUBLIC_URL}/app/events/{event_id}"


def test_a_cancelled_event_stays_in_the_feed_for_thirty_days(world: World) -> None:
    root = cast.root(world)
    path = create_feed(world, root)
    event_id = create_event(world, root, startAt="2027-06-01T12:00:00Z")
    world.delete(f"/calendar/events/{event_id}", as_=root).must(200)
    cancelled = parsed(world.get(path))["Study club"]
    assert (cancelled["STATUS"], cancelled["SEQUENCE"]) == ("CANCELLED", 1)
    world.clock.advance(days=29, hours=23)
    assert len(parsed(world.get(path))) == 1
    world.clock.advance(hours=1)
    assert parsed(world.get(path)) == {}


def test_a_feed_keeps_all_that_is_to_come_and_the_newest_past_events(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "_FEED_LENGTH", 5)
    root = cast.root(world)
    path = create_feed(world, root)
    for day in range(1, 11):
        create_event(world, root, name=f"past {day}", startAt=f"2026-11-{day:02}T12:00:00Z")
    running = {"startAt": "2026-11-20T12:00:00Z", "endAt": "2026-11-23T12:00:00Z"}
    create_event(world, root, name="running", **running)
    for day in range(1, 4):
        create_event(world, root, name=f"coming {day}", startAt=f"2026-12-{day:02}T12:00:00Z")
    assert list(parsed(world.get(path))) == [
        *("past 10", "running", "coming 1", "coming 2", "coming 3"),
    ]
    for day in range(4, 9):
        create_event(world, root, name=f"coming {day}", startAt=f"2026-12-{day:02}T12:00:00Z")
    assert list(parsed(world.get(path))) == [
        "running",
        *(f"coming {day}" for day in range(1, 9)),
    ]


def test_a_feed_contains_descriptions_as_plain_text(world: World) -> None:
    root = cast.root(world)
    path = create_feed(world, root)
    markdown = "## Agenda\n\n- **Five** cases\n- [Map](https://example.com/map)"
    create_event(world, root, startAt=SOON, description=markdown)
    [event] = parsed(world.get(path)).values()
    assert event["DESCRIPTION"] == "Agenda\n\n- Five cases\n- Map (https://example.com/map)"


def test_an_unchanged_feed_is_not_sent_again(world: World) -> None:
    root = cast.root(world)
    path = create_feed(world, root)
    create_event(world, root, startAt=SOON)
    first = world.get(path).must(200)
    assert first.headers["cache-control"] == "private, no-cache"
    headers = {"if-none-match": first.headers["etag"]}
    world.clock.advance(minutes=10)
    again = world.get(path, headers=headers).must(304)
    assert again.body == b""
    create_event(world, root, name="Another", startAt=SOON)
    world.get(path, headers=headers).must(200)


@pytest.mark.parametrize("query", ["", "?token=", "?token=x", "?token=%C3%A9", "?token=%20"])
def test_an_invalid_feed_token_is_refused(world: World, query: str) -> None:
    create_feed(world, cast.ben(world))
    refused = world.get(f"/calendar/feed.ics{query}").must(401)
    assert refused.error == "feed_token_invalid"
    assert "invalid_token" in refused.headers["www-authenticate"]
    world.get(f"/calendar/feed.ics?token={'x' * 201}").must(422)


def test_only_the_newest_token_is_valid_until_it_is_revoked(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    former, newest, bens = (create_feed(world, person) for person in (ada, ada, ben))
    world.get(former).must(401)
    world.get(newest).must(200)
    for _ in range(2):
        world.delete("/calendar/feed-token", as_=ada).must(200)
    world.get(newest).must(401)
    world.get(bens).must(200)
    world.post("/calendar/feed-token").must(401)
    world.delete("/calendar/feed-token").must(401)


@pytest.mark.postgresql("concurrent requests")
def test_one_of_several_concurrent_tokens_is_valid(world: World) -> None:
    ada = cast.ada(world)
    responses = world.together([lambda: world.sending("POST", "/calendar/feed-token", as_=ada)] * 5)
    paths = [response.must(201).data["url"].removeprefix(PUBLIC_URL) for response in responses]
    assert sorted(world.get(path).status for path in paths) == [200, 401, 401, 401, 401]


def test_the_token_of_a_disabled_or_leaving_member_is_refused(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    adas, bens = create_feed(world, ada), create_feed(world, ben)
    world.post(f"/admin/users/{ada.id}/disable", {"reason": "spam"}, as_=root).must(200)
    world.get(adas).must(401)
    world.post(f"/admin/users/{ada.id}/enable", as_=root).must(200)
    world.get(adas).must(200)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ben).must(202)
    world.get(bens).must(401)


def test_a_feed_token_is_returned_once_and_not_stored(
    world: World, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    ada = cast.ada(world)
    headers = {"idempotency-key": "once"}
    response = world.post("/calendar/feed-token", as_=ada, headers=headers).must(201)
    path = response.data["url"].removeprefix(PUBLIC_URL)
    world.get(path).must(200)
    world.get(path + "x").must(401)
    again = world.post("/calendar/feed-token", as_=ada, headers=headers).must(409)
    assert again.error == "already_done"
    token = path.partition("=")[2]
    with world.application.app_state.database.reading() as tx:
        assert token not in repr(tx.rows(sa.select(feed_tokens)))
    exported = world.get("/users/me/export", as_=ada).must(200)
    assert "digest" not in exported.data["tables"]["calendar_feed_tokens"][0]
    logs = logged.everything(caplog) + "".join(capsys.readouterr())
    assert token not in logs


texts = st.text(
    st.characters(exclude_categories=["Cc", "Cs"], include_characters="\n\t"), max_size=300
)
moments = st.integers(-2_208_900_000, 7_258_000_000).map(
    lambda seconds: datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
)
appointments = st.builds(
    Appointment,
    uid=st.uuids().map(lambda each: f"{each}@api.example.com"),
    sequence=st.integers(0, 10_000),
    stamp=moments,
    starts=moments,
    ends=st.none() | moments,
    name=texts.filter(str.strip),
    place=texts,
    description=texts,
    url=st.just("https://api.example.com/events/1"),
    is_cancelled=st.booleans(),
)


@hypothesis.given(st.lists(appointments, max_size=3))
@hypothesis.settings(deadline=None)
def test_a_feed_is_valid_for_any_text(sent: list[Any]) -> None:
    raw = ics.feed("Larkspur", sent)
    lines = raw.split(b"\r\n")
    assert lines[0] == b"BEGIN:VCALENDAR"
    assert lines[-2:] == [b"END:VCALENDAR", b""]
    assert not [line for line in lines if len(line) > 75 or b"\n" in line or b"\r" in line]
    raw.decode()
    calendar: Any = icalendar.Calendar.from_ical(raw)
    assert not calendar.errors
    assert len(calendar.events) == len(sent)
    for actual, appointment in zip(calendar.events, sent, strict=True):
        assert not actual.errors
        assert str(actual["SUMMARY"]) == appointment.name
        assert str(actual.get("DESCRIPTION", "")) == appointment.description
        assert actual["DTSTART"].dt == appointment.starts
