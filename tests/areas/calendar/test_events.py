"""Events: visibility, contents, creation and validation."""

from typing import Any

import pytest

from bridgework.areas.community.calendar.tables import events
from bridgework.kit.core import DatabaseBusy
from bridgework.kit.http.idempotency import execution
from tests import cast
from tests.areas.calendar.calendar_client import (
    EVENT,
    STARTS,
    WHOLE,
    create_api_key,
    create_event,
    get_event,
    list_event_names,
    reply,
)
from tests.kit.outbox.posting import text
from tests.world import ANONYMOUS, Person, World

UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"


def test_an_event_is_returned_completely_and_in_utc(world: World) -> None:
    root = cast.root(world)
    response = world.post("/calendar/events", WHOLE, as_=root).must(201)
    created = response.data["event"]
    page = f"https://api.example.com/app/events/{created['id']}"
    assert (
        response.headers["location"] == f"https://api.example.com/calendar/events/{created['id']}"
    )
    assert response.data["invites"] == {"invitedCount": 0, "skippedIds": []}
    short = {
        "id": created["id"],
        "name": "Study club",
        "startAt": "2026-12-04T23:00:00.000Z",
        "endAt": "2026-12-05T02:00:00.000Z",
        "timezone": "America/New_York",
        "lumaUrl": page,
    }
    assert created == short
    expected = {name: WHOLE[name] for name in ("description", "location", "meetingUrl", "coverUrl")}
    ben = cast.ben(world)
    detail = get_event(world, ben, created["id"]).must(200).data
    actions = ["getEvent", "respondToInvite"]
    ours = {"maxCapacity": None, "hidden": None, "myReply": None, "allowedActions": actions}
    html = "<p>Bring a case.</p>\n<p>We look at five.</p>\n"
    assert detail == {**short, **expected, "descriptionHtml": html, "visibility": "public", **ours}
    [summary] = world.get("/calendar/events", as_=ben).must(200).data["items"]
    shown = {name: expected[name] for name in ("coverUrl", "location")}
    assert summary == {**short, **shown, "myReply": None, "allowedActions": actions}


def test_a_list_of_events_has_the_callers_own_replies(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    invited = [ada.email, ben.email]
    first = create_event(world, root, visibility="public", inviteeEmails=invited)
    second = create_event(world, root, name="Dinner", inviteeEmails=[ada.email])
    reply(world, ada, first, "going")
    reply(world, ben, first, "declined")

    def replies_of(person: Person) -> dict[str, str | None]:
        items = world.get("/calendar/events", as_=person).must(200).data["items"]
        return {item["id"]: item["myReply"] for item in items}

    assert replies_of(ada) == {first: "going", second: None}
    assert replies_of(ben)[first] == "declined"
    assert set(replies_of(root).values()) == {None}
    key = {"x-api-key": create_api_key(world, root, "events:read")}
    [shown] = world.get("/calendar/events", headers=key).must(200).data["items"]
    assert (shown["id"], shown["myReply"]) == (first, None)


def test_the_description_is_returned_as_markdown_and_as_safe_html(world: World) -> None:
    root = cast.root(world)
    description = "**Bring** a case.<script>alert(1)</script>"
    created = create_event(world, root, visibility="public", description=description)
    detail = get_event(world, cast.ben(world), created).must(200).data
    assert detail["description"] == description
    assert detail["descriptionHtml"].startswith("<p><strong>Bring</strong> a case.")
    assert "<script" not in detail["descriptionHtml"]


def test_a_location_but_not_a_name_may_have_line_breaks(world: World) -> None:
    root = cast.root(world)
    address = "Hotel Lenox\n61 Exeter Street, Boston"
    event_id = create_event(world, root, location=address)
    assert get_event(world, root, event_id).must(200).data["location"] == address
    for name in ("Study\nclub", "Study\u2028club", "\u202eclub"):
        sent = {**WHOLE, "name": name}
        refused = world.post("/calendar/events", sent, as_=root).must(422)
        assert refused.faults == {"name": "control_character"}


def test_omitted_members_are_null_and_the_default_is_members_only(world: World) -> None:
    root = cast.root(world)
    detail = get_event(world, root, create_event(world, root)).must(200).data
    assert detail["visibility"] == "members-only"
    empty = {name for name, value in detail.items() if value is None}
    assert empty == {
        *("endAt", "description", "location", "meetingUrl", "coverUrl"),
        *("maxCapacity", "myReply", "descriptionHtml", "hidden"),
    }


def test_the_capacity_is_visible_to_administrators_only(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    event_id = create_event(
        world, root, visibility="public", maxCapacity=40, inviteeEmails=[ada.email]
    )
    key = {"x-api-key": create_api_key(world, root, "events:read")}
    path = f"/calendar/events/{event_id}"
    for person in (ada, ben):
        assert get_event(world, person, event_id).must(200).data["maxCapacity"] is None
    assert world.get(path, headers=key).must(200).data["maxCapacity"] is None
    assert get_event(world, root, event_id).must(200).data["maxCapacity"] == 40
    for capacity in (12, None):
        changed = world.patch(path, {"maxCapacity": capacity}, as_=root).must(200).data
        assert changed["maxCapacity"] == capacity


def test_an_event_contains_the_reply_of_the_caller(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    event_id = create_event(world, root, visibility="public", inviteeEmails=[ada.email])
    key = {"x-api-key": create_api_key(world, root, "events:read")}
    path = f"/calendar/events/{event_id}"

    def replies() -> list[str | None]:
        people = [get_event(world, person, event_id) for person in (ada, ben, root)]
        responses = [*people, world.get(path, headers=key)]
        return [response.must(200).data["myReply"] for response in responses]

    assert replies() == [None] * 4
    copy = {"if-none-match": get_event(world, ada, event_id).headers["etag"]}
    reply(world, ada, event_id, "going").must(200)
    assert world.get(path, as_=ada, headers=copy).must(200).data["myReply"] == "going"
    reply(world, ben, event_id, "declined").must(200)
    assert replies() == ["going", "declined", None, None]
    reply(world, ada, event_id, "declined").must(200)
    assert replies() == ["declined", "declined", None, None]


def test_events_are_visible_according_to_their_visibility(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    key = create_api_key(world, root, "events:read")
    open_to = {
        "public": {"root", "ada", "ben", "partner"},
        "members-only": {"root", "ada", "ben"},
        "private": {"root", "ada"},
    }
    people = {"root": root, "ada": ada, "ben": ben}
    for visibility, names in open_to.items():
        invited = {"visibility": visibility, "inviteeEmails": [ada.email]}
        event_id = create_event(world, root, name=visibility, **invited)
        for name, person in people.items():
            response = get_event(world, person, event_id)
            assert response.status == (200 if name in names else 404), (visibility, name)
        headers = {"x-api-key": key}
        response = world.get(f"/calendar/events/{event_id}", headers=headers)
        assert response.status == (200 if "partner" in names else 404)
    everything = list(open_to)
    assert (
        sorted(list_event_names(world, root))
        == sorted(list_event_names(world, ada))
        == sorted(everything)
    )
    assert sorted(list_event_names(world, ben)) == ["members-only", "public"]
    page = world.get("/calendar/events", headers={"x-api-key": key}).must(200)
    assert [item["name"] for item in page.data["items"]] == ["public"]


def test_a_key_with_another_scope_is_refused(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, visibility="public")
    headers = {"x-api-key": create_api_key(world, root, "jobs:read")}
    for path in ("/calendar/events", f"/calendar/events/{event_id}"):
        assert world.get(path, headers=headers).must(403).error == "scope_missing"
        assert world.get(path).must(401).error == "sign_in_needed"


def test_a_missing_event_looks_like_an_invisible_one(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    private = get_event(world, ben, create_event(world, root, visibility="private")).must(404)
    for event_id in (UNKNOWN_ID, "17"):
        assert get_event(world, ben, event_id).must(404).json == private.json


def test_events_are_listed_by_start_time(world: World) -> None:
    root = cast.root(world)
    for day in (9, 3, 21, 14):
        create_event(world, root, name=f"{day}", startAt=f"2026-12-{day:02}T12:00:00Z")
    assert list_event_names(world, root) == ["3", "9", "14", "21"]
    spans = {
        "from=2026-12-09T12:00:00Z": ["9", "14", "21"],
        "from=2026-12-09T12:00:01Z": ["14", "21"],
        "to=2026-12-09T12:00:00Z": ["3", "9"],
        "from=2026-12-09T07:00:00-05:00&to=2026-12-20T00:00:00Z": ["9", "14"],
    }
    assert {span: list_event_names(world, root, span) for span in spans} == spans
    refused = world.get(
        "/calendar/events?from=2026-12-09T12:00:00Z&to=2026-12-08T00:00:00Z", as_=root
    )
    assert refused.must(422).faults == {"to": "before_start"}


def test_cursors_return_each_event_once(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    for number in range(5):
        create_event(world, root, name=f"{number}")  # all with the same start
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
    ("search", "is_found"),
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
def test_every_word_of_a_search_must_match(world: World, search: str, is_found: bool) -> None:
    root = cast.root(world)
    create_event(world, root, location="Boston", description="With Zoë, who gives 100% of it")
    assert list_event_names(world, root, f"search={search}") == (["Study club"] if is_found else [])


FAULTS = [
    ({"timezone": "Mars/Olympus"}, {"timezone": "unknown_timezone"}),
    ({"timezone": "america/new_york"}, {"timezone": "unknown_timezone"}),
    *(
        ({"timezone": name}, {"timezone": "unknown_timezone"})
        for name in (
            *("localtime", "Factory", "posixrules", "right/UTC", "posix/UTC", "Etc/Unknown"),
            *("leapseconds", "zone.tab", "../UTC", "/etc/localtime"),
        )
    ),
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
def test_every_invalid_member_is_reported(world: World, sent: Any, faults: dict[str, str]) -> None:
    root = cast.root(world)
    refused = world.post("/calendar/events", {**EVENT, **sent}, as_=root).must(422)
    assert set(refused.faults) == set(faults)
    assert refused.faults == faults or sent.keys() & {"startAt", "maxCapacity"}


@pytest.mark.parametrize(
    "name", ["UTC", "America/Coyhaique", "Asia/Calcutta", "US/Eastern", "Etc/GMT+5", "GB"]
)
def test_zones_and_links_of_the_iana_list_are_accepted(world: World, name: str) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, timezone=name)
    assert get_event(world, root, event_id).must(200).data["timezone"] == name


@pytest.mark.parametrize("name", ["localtime", "Factory", "right/UTC", "Nowhere", ""])
def test_a_stored_zone_that_is_unknown_breaks_nothing(world: World, name: str) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, visibility="public", inviteeEmails=["guest@example.org"])
    with world.application.app_state.database.writing() as tx:
        tx.execute(events.update().values(timezone=name))
    assert get_event(world, root, event_id).must(200).data["timezone"] == name
    assert list_event_names(world, root) == ["Study club"]
    shown = "Friday, 4 December 2026, 23:00 (UTC+00:00)"
    assert shown in world.get(f"/events/{event_id}").must(200).body.decode()
    found = world.get("/admin/search?q=study", as_=root).must(200)
    assert b"2026" in found.body
    world.patch(f"/calendar/events/{event_id}", {"location": "Room 4"}, as_=root).must(200)
    world.clock.advance(minutes=2)
    world.run_periodic_tasks()
    assert shown in text(world.mail("guest@example.org")[-1])


def test_an_event_may_end_when_it_starts(world: World) -> None:
    create_event(world, cast.root(world), endAt=STARTS)


def test_only_administrators_manage_events(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    event_id = create_event(world, root)
    for person, status in ((ANONYMOUS, 401), (ben, 403)):
        world.post("/calendar/events", EVENT, as_=person).must(status)
        world.patch(f"/calendar/events/{event_id}", {"name": "Mine"}, as_=person).must(status)
        world.delete(f"/calendar/events/{event_id}", as_=person).must(status)
        world.get(f"/calendar/events/{event_id}/guests", as_=person).must(status)
        world.post(f"/calendar/events/{event_id}/guests", {}, as_=person).must(status)


def test_actions_of_administrators_are_audited(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root)
    path = f"/calendar/events/{event_id}"
    world.patch(path, {"description": "Secret words"}, as_=root).must(200)
    world.post(f"{path}/guests", {"inviteeIds": []}, as_=root).must(200)
    world.delete(path, as_=root).must(200)
    logs = world.get(f"/admin/logs?target={event_id}", as_=root).must(200)
    acts = [item["action"] for item in logs.data["items"]]
    assert acts == ["event.cancel", "event.invite", "event.change", "event.create"]
    assert b"Secret words" not in logs.body
    assert {item["targetName"] for item in logs.data["items"]} == {EVENT["name"]}


def test_a_repeated_request_creates_one_event(world: World) -> None:
    root = cast.root(world)
    headers = {"idempotency-key": "once"}
    first = world.post("/calendar/events", EVENT, as_=root, headers=headers).must(201)
    second = world.post("/calendar/events", EVENT, as_=root, headers=headers).must(201)
    assert first.body == second.body
    assert len(list_event_names(world, root)) == 1


def test_a_creation_with_a_lost_response_is_looked_up(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a crash between the commit and the storage of the response."""
    root, ada = cast.root(world), cast.ada(world)
    skipped = cast.sign_up(world, "no@example.com")
    world.patch("/users/me/notifications", {"eventInvitation": False}, as_=skipped).must(200)
    emails = [ada.email, skipped.email, "new@example.org"]
    creations = [
        (root, "/calendar/events", {**EVENT, "inviteeEmails": emails}),
        (ada, "/calendar/submissions", {**EVENT, "ticketDrafts": [{"name": "x", "type": "free"}]}),
    ]
    for person, path, body in creations:
        how: dict[str, Any] = {"as_": person, "headers": {"idempotency-key": "lost"}}
        with monkeypatch.context() as patched:
            patched.setattr(execution, "_store", _fail)
            first = world.post(path, body, **how).must(201)
        world.post(path, body, **how).must(409)
        world.clock.advance(minutes=2, seconds=1)
        again = world.post(path, body, **how).must(201)
        assert again.json == first.json
    assert len(list_event_names(world, root)) == 1
    assert len(world.get("/calendar/submissions/mine", as_=ada).data["items"]) == 1


def _fail(*_: object) -> None:
    raise DatabaseBusy


def test_an_event_survives_the_erasure_of_its_administrator(world: World) -> None:
    root, other = cast.root(world), cast.root(world, "other@example.com")
    event_id = create_event(world, other)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=other).must(202)
    world.clock.advance(days=15)
    world.run_periodic_tasks()
    root = cast.root(world, "third@example.com")
    assert get_event(world, root, event_id).must(200).data["name"] == "Study club"
