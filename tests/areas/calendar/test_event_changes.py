"""Events are changed with optimistic locking, and cancelled once."""

from typing import Any

import pytest

from tests import cast
from tests.areas.calendar.calendar_client import WHOLE, create_event, get_event, list_event_names
from tests.world import World


def test_only_the_sent_members_change_and_null_clears(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    event_id = create_event(world, root, **WHOLE)
    path = f"/calendar/events/{event_id}"
    before = get_event(world, root, event_id).must(200)
    changed = world.patch(path, {"name": "Supper club", "location": None}, as_=root).must(200)
    assert changed.data == {**before.data, "name": "Supper club", "location": None}
    assert changed.headers["etag"] != before.headers["etag"]
    again = get_event(world, root, event_id).must(200)
    assert (again.data, again.headers["etag"]) == (changed.data, changed.headers["etag"])
    nothing = world.patch(path, {"name": "Supper club"}, as_=root).must(200)
    assert nothing.headers["etag"] == changed.headers["etag"]
    cleared = dict.fromkeys(("endAt", "description", "meetingUrl", "coverUrl", "maxCapacity"))
    empty = world.patch(path, cleared, as_=root).must(200).data
    assert [empty[name] for name in cleared if name in empty] == [None] * 5
    assert list_event_names(world, ben, "search=supper") == ["Supper club"]
    assert list_event_names(world, ben, "search=lenox") == []


@pytest.mark.parametrize(
    ("sent", "path", "code"),
    [
        ({"name": None}, "name", "wrong_type"),
        ({"startAt": None}, "startAt", "datetime_type"),
        ({"visibility": None}, "visibility", "not_one_of"),
        ({"startAt": "2026-12-06T00:00:00Z"}, "endAt", "end_before_start"),
        ({"endAt": "2026-12-04T00:00:00Z"}, "endAt", "end_before_start"),
        ({"timezone": "Nowhere"}, "timezone", "unknown_timezone"),
    ],
)
def test_an_invalid_change_is_refused(world: World, sent: Any, path: str, code: str) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, **WHOLE)
    refused = world.patch(f"/calendar/events/{event_id}", sent, as_=root).must(422)
    assert list(refused.faults) == [path]


def test_a_change_to_another_version_is_refused(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root)
    path = f"/calendar/events/{event_id}"
    tag = get_event(world, root, event_id).headers["etag"]
    assert world.get(path, as_=root, headers={"if-none-match": tag}).status == 304
    world.patch(path, {"name": "First"}, as_=root, headers={"if-match": tag}).must(200)
    late = world.patch(path, {"name": "Second"}, as_=root, headers={"if-match": tag}).must(412)
    assert late.error == "precondition_failed"
    world.delete(path, as_=root, headers={"if-match": tag}).must(412)
    assert get_event(world, root, event_id).data["name"] == "First"
    fresh = get_event(world, root, event_id).headers["etag"]
    world.delete(path, as_=root, headers={"if-match": fresh}).must(200)


@pytest.mark.postgresql("concurrent requests")
def test_one_of_three_concurrent_changes_succeeds(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root)
    headers = {"if-match": get_event(world, root, event_id).headers["etag"]}
    responses = world.together(
        [
            lambda name=name: world.sending(  # type: ignore[misc]
                "PATCH", f"/calendar/events/{event_id}", {"name": name}, as_=root, headers=headers
            )
            for name in ("One", "Two", "Three")
        ]
    )
    assert sorted(response.status for response in responses) == [200, 412, 412]


def test_a_cancelled_event_is_not_found(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    event_id = create_event(world, root, inviteeEmails=[ada.email])
    world.delete(f"/calendar/events/{event_id}", as_=root).must(200)
    assert list_event_names(world, root) == []
    for method, path, body in (
        ("GET", "", None),
        ("PATCH", "", {"name": "Again"}),
        ("DELETE", "", None),
        ("GET", "/guests", None),
        ("POST", "/guests", {}),
        ("POST", "/rsvp", {"status": "going"}),
    ):
        response = world.send(method, f"/calendar/events/{event_id}{path}", body, as_=root)
        assert response.must(404).error == "event_not_found"


@pytest.mark.postgresql("concurrent requests")
def test_one_of_four_concurrent_cancellations_succeeds(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    event_id = create_event(world, root, inviteeEmails=[ada.email])
    responses = world.together(
        [lambda: world.sending("DELETE", f"/calendar/events/{event_id}", as_=root)] * 4
    )
    assert sorted(response.status for response in responses) == [200, 404, 404, 404]
    messages = [message["Subject"] for message in world.mail(ada.email)]
    assert messages.count("Cancelled: Study club") == 1
