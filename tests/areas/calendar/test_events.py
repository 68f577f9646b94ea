"""Events: who sees which, what is told of one, how it is held, changed and cancelled."""

from typing import Any

import pytest

from bridgework.kit.errors import DatabaseBusy
from bridgework.kit.idempotency import execution
from tests import cast
from tests.areas.calendar.holding import EVENT, STARTS, WHOLE, event, listed, partner, reply, shown
from tests.world import ANONYMOUS, World

NOBODYS = "01942520-e3a0-7704-b3c8-3850c0ae0354"


def test_an_event_is_told_whole_and_in_utc(world: World) -> None:
    root = cast.root(world)
    made = world.post("/calendar/events", WHOLE, as_=root).must(201)
    told = made.data["event"]
    page = f"https://api.example.com/events/{told['id']}"
    assert made.headers["location"] == f"https://api.example.com/calendar/events/{told['id']}"
    assert made.data["invites"] == {"invitedCount": 0, "skippedIds": []}
    short = {
        "id": told["id"],
        "name": "Study club",
        "startAt": "2026-12-04T23:00:00.000Z",
        "endAt": "2026-12-05T02:00:00.000Z",
        "timezone": "America/New_York",
        "lumaUrl": page,
    }
    assert told == short
    kept = {name: WHOLE[name] for name in ("description", "location", "meetingUrl", "coverUrl")}
    detail = shown(world, cast.ben(world), told["id"]).must(200).data
    ours = {"maxCapacity": None, "myReply": None}
    assert detail == {**short, **kept, "visibility": "public", **ours}
    [summary] = world.get("/calendar/events", as_=root).must(200).data["items"]
    assert summary == {**short, "coverUrl": kept["coverUrl"], "location": kept["location"]}


def test_a_location_may_have_line_breaks_and_a_name_may_not(world: World) -> None:
    root = cast.root(world)
    address = "Hotel Lenox\n61 Exeter Street, Boston"
    event_id = event(world, root, location=address)
    assert shown(world, root, event_id).must(200).data["location"] == address
    for name in ("Study\nclub", "Study\u2028club", "\u202eclub"):
        sent = {**WHOLE, "name": name}
        refused = world.post("/calendar/events", sent, as_=root).must(422)
        assert refused.faults == {"name": "control_character"}


def test_what_was_not_said_is_null_and_for_members_only(world: World) -> None:
    root = cast.root(world)
    detail = shown(world, root, event(world, root)).must(200).data
    assert detail["visibility"] == "members-only"
    empty = {name for name, value in detail.items() if value is None}
    assert empty == {
        *("endAt", "description", "location", "meetingUrl", "coverUrl"),
        *("maxCapacity", "myReply"),
    }


def test_the_capacity_is_for_those_who_may_edit(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    event_id = event(world, root, visibility="public", maxCapacity=40, inviteeEmails=[ada.email])
    key = {"x-api-key": partner(world, root, "events:read")}
    path = f"/calendar/events/{event_id}"
    for person in (ada, ben):
        assert shown(world, person, event_id).must(200).data["maxCapacity"] is None
    assert world.get(path, headers=key).must(200).data["maxCapacity"] is None
    assert shown(world, root, event_id).must(200).data["maxCapacity"] == 40
    for capacity in (12, None):
        changed = world.patch(path, {"maxCapacity": capacity}, as_=root).must(200).data
        assert changed["maxCapacity"] == capacity


def test_an_event_gives_the_callers_own_reply(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    event_id = event(world, root, visibility="public", inviteeEmails=[ada.email])
    key = {"x-api-key": partner(world, root, "events:read")}
    path = f"/calendar/events/{event_id}"

    def replies() -> list[str | None]:
        people = [shown(world, person, event_id) for person in (ada, ben, root)]
        answers = [*people, world.get(path, headers=key)]
        return [answer.must(200).data["myReply"] for answer in answers]

    assert replies() == [None] * 4
    copy = {"if-none-match": shown(world, ada, event_id).headers["etag"]}
    reply(world, ada, event_id, "going").must(200)
    assert world.get(path, as_=ada, headers=copy).must(200).data["myReply"] == "going"
    reply(world, ben, event_id, "declined").must(200)
    assert replies() == ["going", "declined", None, None]
    reply(world, ada, event_id, "declined").must(200)
    assert replies() == ["declined", "declined", None, None]


def test_each_sees_what_is_open_to_them(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    key = partner(world, root, "events:read")
    open_to = {
        "public": {"root", "ada", "ben", "partner"},
        "members-only": {"root", "ada", "ben"},
        "private": {"root", "ada"},
    }
    people = {"root": root, "ada": ada, "ben": ben}
    for visibility, names in open_to.items():
        invited = {"visibility": visibility, "inviteeEmails": [ada.email]}
        event_id = event(world, root, name=visibility, **invited)
        for name, person in people.items():
            answer = shown(world, person, event_id)
            assert answer.status == (200 if name in names else 404), (visibility, name)
        headers = {"x-api-key": key}
        answer = world.get(f"/calendar/events/{event_id}", headers=headers)
        assert answer.status == (200 if "partner" in names else 404)
    everything = list(open_to)
    assert sorted(listed(world, root)) == sorted(listed(world, ada)) == sorted(everything)
    assert sorted(listed(world, ben)) == ["members-only", "public"]
    page = world.get("/calendar/events", headers={"x-api-key": key}).must(200)
    assert [item["name"] for item in page.data["items"]] == ["public"]


def test_a_key_for_something_else_opens_nothing(world: World) -> None:
    root = cast.root(world)
    event_id = event(world, root, visibility="public")
    headers = {"x-api-key": partner(world, root, "jobs:read")}
    for path in ("/calendar/events", f"/calendar/events/{event_id}"):
        assert world.get(path, headers=headers).must(403).error == "scope_missing"
        assert world.get(path).must(401).error == "sign_in_needed"


def test_what_is_not_there_looks_like_what_one_may_not_see(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    private = shown(world, ben, event(world, root, visibility="private")).must(404)
    for event_id in (NOBODYS, "17"):
        assert shown(world, ben, event_id).must(404).json == private.json


def test_the_list_goes_by_when_events_start(world: World) -> None:
    root = cast.root(world)
    for day in (9, 3, 21, 14):
        event(world, root, name=f"{day}", startAt=f"2026-12-{day:02}T12:00:00Z")
    assert listed(world, root) == ["3", "9", "14", "21"]
    spans = {
        "from=2026-12-09T12:00:00Z": ["9", "14", "21"],
        "from=2026-12-09T12:00:01Z": ["14", "21"],
        "to=2026-12-09T12:00:00Z": ["3", "9"],
        "from=2026-12-09T07:00:00-05:00&to=2026-12-20T00:00:00Z": ["9", "14"],
    }
    assert {span: listed(world, root, span) for span in spans} == spans
    refused = world.get(
        "/calendar/events?from=2026-12-09T12:00:00Z&to=2026-12-08T00:00:00Z", as_=root
    )
    assert refused.must(422).faults == {"to": "before_start"}


def test_a_cursor_leads_through_the_list_once(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    for number in range(5):
        event(world, root, name=f"{number}")  # all at one moment
    names, query = [], "limit=2"
    while query:
        page = world.get(f"/calendar/events?{query}", as_=ben).must(200).data
        names += [item["name"] for item in page["items"]]
        query = f"limit=2&cursor={page['nextCursor']}" if page["hasMore"] else ""
    assert names == ["0", "1", "2", "3", "4"]
    cursor = world.get("/calendar/events?limit=2", as_=ben).data["nextCursor"]
    for as_, query in ((root, ""), (ben, "&search=club")):
        refused = world.get(f"/calendar/events?cursor={cursor}{query}", as_=as_).must(422)
        assert refused.faults == {"cursor": "cursor_invalid"}


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("CLUB", True),
        ("boston club", True),
        ("zoe", True),
        ("club austin", False),
        ("100%25", True),
        ("a%25b", False),
        ("s_udy", False),
        ("%5C", False),
    ],
)
def test_every_word_of_a_search_must_be_there(world: World, search: str, found: bool) -> None:
    root = cast.root(world)
    event(world, root, location="Boston", description="With Zoë, who gives 100% of it")
    assert listed(world, root, f"search={search}") == (["Study club"] if found else [])


FAULTS = [
    ({"timezone": "Mars/Olympus"}, {"timezone": "unknown_timezone"}),
    ({"timezone": "america/new_york"}, {"timezone": "unknown_timezone"}),
    ({"endAt": "2026-12-04T17:59:59-05:00"}, {"endAt": "end_before_start"}),
    ({"startAt": "2026-12-04T18:00:00"}, {"startAt": "timezone_aware"}),
    ({"inviteeEmails": ["ada"]}, {"inviteeEmails[0]": "email"}),
    ({"maxCapacity": 0, "name": ""}, {"maxCapacity": "too_small", "name": "too_short"}),
    (
        {"timezone": "x", "endAt": "2026-12-01T00:00:00Z"},
        {"timezone": "unknown_timezone", "endAt": "end_before_start"},
    ),
]


@pytest.mark.parametrize(("sent", "faults"), FAULTS)
def test_what_does_not_fit_is_named(world: World, sent: Any, faults: dict[str, str]) -> None:
    root = cast.root(world)
    refused = world.post("/calendar/events", {**EVENT, **sent}, as_=root).must(422)
    assert set(refused.faults) == set(faults)
    assert refused.faults == faults or sent.keys() & {"startAt", "maxCapacity"}


def test_an_event_may_end_the_moment_it_starts(world: World) -> None:
    event(world, cast.root(world), endAt=STARTS)


def test_only_administrators_hold_events(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    event_id = event(world, root)
    for person, status in ((ANONYMOUS, 401), (ben, 403)):
        world.post("/calendar/events", EVENT, as_=person).must(status)
        world.patch(f"/calendar/events/{event_id}", {"name": "Mine"}, as_=person).must(status)
        world.delete(f"/calendar/events/{event_id}", as_=person).must(status)
        world.get(f"/calendar/events/{event_id}/guests", as_=person).must(status)
        world.post(f"/calendar/events/{event_id}/guests", {}, as_=person).must(status)


def test_what_administrators_do_is_audited(world: World) -> None:
    root = cast.root(world)
    event_id = event(world, root)
    path = f"/calendar/events/{event_id}"
    world.patch(path, {"name": "Secret name"}, as_=root).must(200)
    world.post(f"{path}/guests", {"inviteeIds": []}, as_=root).must(200)
    world.delete(path, as_=root).must(200)
    logs = world.get(f"/admin/logs?target={event_id}", as_=root).must(200)
    acts = [item["action"] for item in logs.data["items"]]
    assert acts == ["event.cancel", "event.invite", "event.change", "event.create"]
    assert b"Secret name" not in logs.body


def test_a_repeated_creation_makes_one_event(world: World) -> None:
    root = cast.root(world)
    headers = {"idempotency-key": "once"}
    first = world.post("/calendar/events", EVENT, as_=root, headers=headers).must(201)
    second = world.post("/calendar/events", EVENT, as_=root, headers=headers).must(201)
    assert first.body == second.body
    assert len(listed(world, root)) == 1


def test_a_creation_whose_answer_was_lost_is_looked_up(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a crash between what was done and the note of what was answered."""
    root, ada = cast.root(world), cast.ada(world)
    skipped = cast.sign_up(world, "no@example.com")
    world.patch("/users/me/notifications", {"eventInvitation": False}, as_=skipped).must(200)
    emails = [ada.email, skipped.email, "new@example.org"]
    asked = [
        (root, "/calendar/events", {**EVENT, "inviteeEmails": emails}),
        (ada, "/calendar/submissions", {**EVENT, "ticketDrafts": [{"name": "x", "type": "free"}]}),
    ]
    for person, path, body in asked:
        how: dict[str, Any] = {"as_": person, "headers": {"idempotency-key": "lost"}}
        with monkeypatch.context() as patched:
            patched.setattr(execution, "_store", _cannot_keep)
            first = world.post(path, body, **how).must(201)
        world.post(path, body, **how).must(409)
        world.clock.advance(minutes=2, seconds=1)
        again = world.post(path, body, **how).must(201)
        assert again.json == first.json
    assert len(listed(world, root)) == 1
    assert len(world.get("/calendar/submissions/mine", as_=ada).data["items"]) == 1


def _cannot_keep(*_: object) -> None:
    raise DatabaseBusy


def test_an_event_outlives_the_administrator_who_made_it(world: World) -> None:
    root, other = cast.root(world), cast.root(world, "other@example.com")
    event_id = event(world, other)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=other).must(202)
    world.clock.advance(days=15)
    world.run_periodic_tasks()
    root = cast.root(world, "third@example.com")
    assert shown(world, root, event_id).must(200).data["name"] == "Study club"
