"""The change stream: complete, resumable, bounded, and ended with the session."""

from contextlib import ExitStack

import pytest

from bridgework import app
from bridgework.areas.history.changes import actions
from bridgework.kit.actions import event_streams
from bridgework.kit.core import Id, new_id
from bridgework.settings import Settings
from tests import cast
from tests.areas.changes import following
from tests.areas.changes.listening import listening
from tests.areas.jobs import board
from tests.loop import Loop
from tests.world import Person, World


def announce(world: World, count: int = 1) -> list[Id]:
    """Announce changes, and return their subjects."""
    subjects = [new_id() for _ in range(count)]
    with world.application.app_state.database.writing() as tx:
        actions.announce_states(tx, "job", "approved", subjects)
    return subjects


def streaming(world: World) -> bool:
    return world.application.app_state.event_streams.is_in_use


def test_a_stream_starts_now_and_sends_each_change_once(world: World) -> None:
    root = cast.root(world)
    announce(world)
    with listening(world, root, {"accept-encoding": "gzip"}) as listener:
        assert listener.status == 200
        assert listener.headers[b"content-type"] == b"text/event-stream"
        assert b"content-encoding" not in listener.headers
        assert listener.headers[b"cache-control"] == b"no-store"
        for _ in range(2):
            [subject] = announce(world)
            [event] = listener.events(1)
            assert event["subject"] == {"kind": "job", "id": subject}
    assert not streaming(world)


def test_a_stream_sends_what_the_list_returns(world: World) -> None:
    root = cast.root(world)
    last = following.last(world, root)
    with listening(world, root) as listener:
        announce(world, 3)
        events = listener.events(3)
    assert events == following.since(world, root, last)


def test_a_stream_continues_after_the_last_event(world: World) -> None:
    root = cast.root(world)
    last = following.last(world, root)
    missed = announce(world, 250)
    with listening(world, root, {"last-event-id": str(last)}) as listener:
        events = listener.events(250)
        late = announce(world, 2)
        events += listener.events(2)
    assert [event["sequence"] for event in events] == list(range(last + 1, last + 253))
    assert [event["subject"]["id"] for event in events] == [*missed, *late]


def test_a_stream_begins_with_the_id_after_which_it_continues(world: World) -> None:
    root = cast.root(world)
    last = following.last(world, root)
    with listening(world, root) as listener:
        assert listener.first_body == f"retry: 2000\nid: {last}\n\n".encode()
    missed = announce(world, 3)
    with listening(world, root, {"last-event-id": str(last)}) as listener:
        assert listener.first_body.endswith(f"\nid: {last}\n\n".encode())
        assert [event["subject"]["id"] for event in listener.events(3)] == missed


def test_a_stream_gets_more_changes_than_are_kept_in_memory(world: World) -> None:
    root = cast.root(world)
    last, count = following.last(world, root), event_streams.LATEST + 150
    with listening(world, root) as listener:
        world.application.publisher.publish()
        announce(world, count)
        events = listener.events(count)
    assert [event["sequence"] for event in events] == list(range(last + 1, last + count + 1))


def test_a_comment_keeps_the_connection_open(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_streams, "_COMMENT_SECONDS", 0.05)
    root = cast.root(world)
    with listening(world, root) as listener:
        assert listener.next_body() == b": no events\n\n"


@pytest.mark.parametrize("sent", ["one", "-1", "1.5", "9" * 20, "999999"])
def test_an_id_that_no_change_has_is_refused(world: World, sent: str) -> None:
    root = cast.root(world)
    refused = world.get("/changes/stream", as_=root, headers={"last-event-id": sent})
    assert refused.must(422).faults


def test_a_stream_after_expired_changes_is_refused(world: World) -> None:
    root = cast.root(world)
    last = following.last(world, root)
    world.clock.advance(days=31)
    root = cast.root_again(world)
    world.run_periodic_tasks()
    refused = world.get("/changes/stream", as_=root, headers={"last-event-id": str(last - 1)})
    assert refused.must(410).error == "changes_expired"


def test_administrators_and_partners_with_the_scope_open_streams(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    headers = board.partner_headers(world, root, "changes:read")
    with listening(world, Person("partner@example.com"), headers) as listener:
        [subject] = announce(world)
        [event] = listener.events(1)
        assert event["subject"]["id"] == subject
    world.get("/changes/stream", headers=board.partner_headers(world, root)).must(403)
    world.get("/changes/stream", as_=ben).must(403)
    world.get("/changes/stream").must(401)
    assert world.send("HEAD", "/changes/stream", as_=root).must(200).body == b""
    assert not streaming(world)


def test_a_caller_has_at_most_ten_streams(world: World) -> None:
    root = cast.root(world)
    other = cast.root(world, "other@example.com")
    with ExitStack() as streams:
        for _ in range(10):
            streams.enter_context(listening(world, root))
        refused = world.get("/changes/stream", as_=root).must(429)
        assert (refused.error, refused.headers["retry-after"]) == ("too_many_event_streams", "60")
        streams.enter_context(listening(world, other))
    with listening(world, root) as listener:
        assert listener.status == 200


def test_a_process_has_a_maximum_of_streams(settings: Settings, loop: Loop, world: World) -> None:
    few = settings.model_copy(update={"max_event_streams": 2})
    small = World(app.create_app(few, world.clock), world.clock, loop)
    root = cast.root(small)
    with listening(small, root), listening(small, root):
        refused = small.get("/changes/stream", as_=root).must(503)
        assert refused.error == "event_streams_in_use"
    small.close()


def test_streams_end_with_the_session_or_the_key(world: World) -> None:
    root = cast.root(world)
    other = cast.root_again(world)
    key = world.post(
        "/admin/api-keys", {"name": "A site", "scopes": ["changes:read"]}, as_=root
    ).must(201)
    headers = {"x-api-key": str(key.data["key"])}
    publisher = world.application.publisher
    with (
        listening(world, root) as stays,
        listening(world, other) as of_session,
        listening(world, Person("partner@example.com"), headers) as of_key,
    ):
        publisher.end_revoked()
        assert not any(listener.is_ended() for listener in (stays, of_session, of_key))
        world.post("/auth/logout", as_=other).must(200)
        world.delete(f"/admin/api-keys/{key.data['id']}", as_=root).must(200)
        publisher.end_revoked()
        assert of_session.is_ended(5)
        assert of_key.is_ended(5)
        assert not stays.is_ended()


async def drain(world: World) -> None:
    world.application.api.drain()


def test_streams_end_when_the_server_drains(world: World) -> None:
    root = cast.root(world)
    with listening(world, root) as listener:
        world.loop.run(drain(world))
        assert listener.is_ended(5)
    world.get("/changes/stream", as_=root).must(503)
