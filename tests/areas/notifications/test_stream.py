"""The stream of notifications: one's own, complete, resumable, and ended with the session."""

from contextlib import ExitStack

import pytest

from bridgework import app
from bridgework.kit.actions import event_streams
from bridgework.kit.core import Id
from bridgework.settings import Settings
from tests import cast
from tests.areas.changes.listening import Event
from tests.areas.notifications.leaving import PATH, events, following, leave, page
from tests.loop import Loop
from tests.world import World


def subjects(received: list[Event]) -> list[str]:
    return [event.data["subject"]["id"] for event in received if event.name == "notification"]


def test_a_stream_begins_with_the_counts_and_sends_each_notification_once(world: World) -> None:
    ben = cast.ben(world)
    owner = Id(str(ben.id))
    leave(world, owner, 2)
    with following(world, ben) as listener:
        assert listener.status == 200
        [first] = events(world, listener, 1)
        assert (first.name, first.number, first.data) == ("counts", None, {"unread": 2})
        for unread in (3, 4):
            [subject] = leave(world, owner)
            [notification, counts] = events(world, listener, 2)
            assert subjects([notification]) == [subject]
            assert notification.data == page(world, ben)["items"][0]
            assert (counts.name, counts.data) == ("counts", {"unread": unread})


def test_a_stream_has_only_the_callers_own_notifications(world: World) -> None:
    ben, ada = cast.ben(world), cast.ada(world)
    of_ben, of_ada = Id(str(ben.id)), Id(str(ada.id))
    with following(world, ben) as bens, following(world, ada) as adas:
        events(world, bens, 1)
        events(world, adas, 1)
        left = {of_ben: list[Id](), of_ada: list[Id]()}
        for owner in (of_ben, of_ada, of_ada, of_ben):
            left[owner] += leave(world, owner)
        assert subjects(events(world, bens, 3)) == left[of_ben]
        assert subjects(events(world, adas, 3)) == left[of_ada]
        assert bens.received(0.2) == []


def test_a_stream_continues_after_the_last_event(world: World) -> None:
    ben, ada = cast.ben(world), cast.ada(world)
    owner = Id(str(ben.id))
    with following(world, ben) as listener:
        events(world, listener, 1)
        leave(world, owner)
        [last, _] = events(world, listener, 2)
    leave(world, Id(str(ada.id)), 3)
    missed = leave(world, owner, 5)
    with following(world, ben, {"last-event-id": str(last.number)}) as listener:
        assert subjects(events(world, listener, 6)) == missed
        late = leave(world, owner)
        assert subjects(events(world, listener, 2)) == late


def test_notifications_of_others_do_not_make_a_stream_read_the_database(world: World) -> None:
    ben, ada = cast.ben(world), cast.ada(world)
    owner, other = Id(str(ben.id)), Id(str(ada.id))
    count = event_streams.LATEST + 150
    with following(world, ben) as listener, following(world, ada) as busy:
        events(world, listener, 1)
        leave(world, other, count)
        received: list[Event] = []
        while len(subjects(received)) < count:
            received += events(world, busy, 1)
        assert len(set(subjects(received))) == count
        subject = leave(world, owner)
        assert subjects(events(world, listener, 2)) == subject


def test_other_streams_show_what_was_read(world: World) -> None:
    ben = cast.ben(world)
    owner = Id(str(ben.id))
    leave(world, owner, 3)
    newest, middle, oldest = (item["id"] for item in page(world, ben)["items"])
    with following(world, ben) as listener:
        events(world, listener, 1)
        world.patch(f"/notifications/{oldest}", {"read": True}, as_=ben).must(200)
        [changed, counts] = events(world, listener, 2)
        assert changed.data["id"] == oldest
        assert changed.data["readAt"] is not None
        assert counts.data == {"unread": 2}
        world.post("/notifications/read", {"upTo": newest}, as_=ben).must(200)
        [changed, counts] = events(world, listener, 2)
        assert changed.data["id"] == newest
        assert counts.data == {"unread": 0}
        world.patch(f"/notifications/{middle}", {"read": False}, as_=ben).must(200)
        [changed, counts] = events(world, listener, 2)
        assert (changed.data["readAt"], counts.data) == (None, {"unread": 1})


@pytest.mark.parametrize("sent", ["one", "-1", "1.5", "9" * 20, "999999"])
def test_an_id_that_no_notification_has_is_refused(world: World, sent: str) -> None:
    ben = cast.ben(world)
    assert world.get(PATH, as_=ben, headers={"last-event-id": sent}).must(422).faults


def test_only_members_open_streams(world: World) -> None:
    world.get(PATH).must(401)
    ben = cast.ben(world)
    assert world.send("HEAD", PATH, as_=ben).must(200).body == b""
    assert not world.application.app_state.notification_streams.is_in_use


def test_a_member_has_at_most_ten_streams(world: World) -> None:
    ben, ada = cast.ben(world), cast.ada(world)
    with ExitStack() as streams:
        for _ in range(10):
            streams.enter_context(following(world, ben))
        refused = world.get(PATH, as_=ben).must(429)
        assert (refused.error, refused.headers["retry-after"]) == ("too_many_event_streams", "60")
        streams.enter_context(following(world, ada))
    with following(world, ben) as listener:
        assert listener.status == 200


def test_a_process_has_a_maximum_of_streams(settings: Settings, loop: Loop, world: World) -> None:
    few = settings.model_copy(update={"max_event_streams": 2})
    small = World(app.create_app(few, world.clock), world.clock, loop)
    ben = cast.ben(small)
    with following(small, ben), following(small, ben):
        assert small.get(PATH, as_=ben).must(503).error == "event_streams_in_use"
    small.close()


def test_a_stream_ends_with_the_session(world: World) -> None:
    ben = cast.ben(world)
    again = cast.sign_in(world, ben.email)
    publisher = world.application.notification_publisher
    with following(world, ben) as ended, following(world, again) as stays:
        publisher.end_revoked()
        assert not ended.is_ended()
        world.post("/auth/logout", as_=ben).must(200)
        publisher.end_revoked()
        assert ended.is_ended(5)
        assert not stays.is_ended()


async def drain(world: World) -> None:
    world.application.api.drain()


def test_streams_end_when_the_server_drains(world: World) -> None:
    ben = cast.ben(world)
    with following(world, ben) as listener:
        world.loop.run(drain(world))
        assert listener.is_ended(5)
