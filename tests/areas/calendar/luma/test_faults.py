"""Whatever goes wrong with Luma: nothing of ours is undone, lost, or done there twice."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from bridgework.areas.calendar.luma import queries, sync
from bridgework.areas.calendar.luma.client import Luma
from bridgework.areas.calendar.luma.sync import LumaSync, slug_of
from bridgework.areas.calendar.tables import luma as rows
from bridgework.kit.ids import Id
from tests import cast
from tests.areas.calendar.holding import WHOLE, event
from tests.areas.calendar.luma.syncing import COVER, row, sync_all
from tests.servers import luma
from tests.servers.luma import Misbehaviour, StandIn
from tests.world import World

PASSING: Sequence[tuple[str, Misbehaviour]] = [
    (path, how)
    for path in ("/lookup", "/create", "/get", "/guests/add", "/create-upload-url")
    for how in (luma.breaks, luma.hangs_up, luma.talks_nonsense, luma.leaves_out)
    if how is not luma.leaves_out or not path.endswith("/add")
] + [
    ("/create", luma.breaks_late),
    ("/create", luma.hangs_up_late),
    ("/create", luma.redirects),
    ("/get", luma.hangs),
    ("/get", luma.never_ends),
    ("/update", luma.breaks),
    ("/update", luma.breaks_late),
    ("/update", luma.hangs),
    ("/guests/add", luma.breaks_late),
    ("/uploads/picture-0", luma.breaks),
    ("/uploads/picture-0", luma.hangs_up_late),
]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(("path", "how"), PASSING)
def test_a_passing_fault_costs_a_try_and_nothing_else(
    world: World, at: StandIn, luma_sync: LumaSync, path: str, how: Misbehaviour
) -> None:
    at.misbehave(path, how)
    emails = ["a@example.org", "b@example.org"]
    event(world, cast.root(world), **{**WHOLE, "coverUrl": COVER, "inviteeEmails": emails})
    assert sync_all(luma_sync) == 1
    failed = row(world)
    if failed.state == "waiting":
        assert failed.attempts == 1
        assert failed.fault
        assert failed.due_at == world.clock.now() + timedelta(seconds=10)
        world.clock.advance(seconds=9)
        assert sync_all(luma_sync) == 0
        world.clock.advance(seconds=1)
        assert sync_all(luma_sync) == 1
    told = at.only_event()
    assert (told["name"], told["cover_url"][:26]) == ("Study club", "https://images.lumacdn.com")
    assert sorted(at.guests[told["id"]]) == emails
    settled = row(world)
    assert (settled.state, settled.attempts, settled.fault) == ("synced", 0, None)


@pytest.mark.parametrize("how", [luma.breaks_late, luma.hangs_up_late])
def test_an_unnoticed_cancellation_is_not_a_fault(
    world: World, at: StandIn, luma_sync: LumaSync, how: Misbehaviour
) -> None:
    root = cast.root(world)
    event_id = event(world, root)
    sync_all(luma_sync)
    world.delete(f"/calendar/events/{event_id}", as_=root).must(200)
    at.misbehave("/cancel", how)
    sync_all(luma_sync)
    assert row(world).state == "waiting"
    world.clock.advance(seconds=10)
    sync_all(luma_sync)
    assert (at.events, row(world).state) == ({}, "synced")


@pytest.mark.parametrize(
    ("how", "seconds"), [(luma.is_busy, 42), (luma.is_busy_without_a_word, 60)]
)
def test_a_busy_luma_is_left_alone_for_as_long_as_it_says(
    world: World, at: StandIn, luma_sync: LumaSync, how: Misbehaviour, seconds: int
) -> None:
    root = cast.root(world)
    at.misbehave("/lookup", how)
    event(world, root, name="One")
    event(world, root, name="Two")
    assert sync_all(luma_sync) == 1
    world.clock.advance(seconds=seconds - 1)
    assert sync_all(luma_sync) == 0
    assert at.asked == ["/v1/entity/lookup"]
    world.clock.advance(seconds=1)
    assert sync_all(luma_sync) == 2
    assert len(at.events) == 2


def test_a_key_that_luma_does_not_take_holds_everything_up_and_kills_nothing(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    event(world, cast.root(world))
    luma_sync.luma.close()
    stranger = replace(luma_sync, luma=Luma("another key", address=at.url))
    for _ in range(12):
        assert sync_all(stranger) == 1
        world.clock.advance(minutes=15)
    stranger.luma.close()
    held = row(world)
    assert (held.state, held.attempts) == ("waiting", 0)
    assert "BRIDGEWORK_LUMA_API_KEY" in held.fault
    assert luma.KEY not in held.fault


def test_what_luma_refuses_waits_for_a_change(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    root = cast.root(world)
    event_id = event(world, root)
    at.misbehave("/create", luma.refuses)
    sync_all(luma_sync)
    dead = row(world)
    assert (dead.state, "timezone is not supported" in dead.fault) == ("dead", True)
    world.clock.advance(minutes=50)
    assert sync_all(luma_sync) == 0
    world.patch(f"/calendar/events/{event_id}", {"timezone": "UTC"}, as_=root).must(200)
    sync_all(luma_sync)
    assert (at.only_event()["timezone"], row(world).state) == ("UTC", "synced")


def test_after_the_last_try_nobody_tries(world: World, at: StandIn, luma_sync: LumaSync) -> None:
    at.misbehave("/lookup", luma.breaks, times=99)
    event(world, cast.root(world))
    tries = 0
    while row(world).state == "waiting":
        tries += sync_all(luma_sync)
        world.clock.advance(hours=12)
    assert (tries, row(world).state) == (8, "dead")


def test_an_event_is_told_by_one_at_a_time_and_after_a_crash_by_another(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    event_id = Id(event(world, cast.root(world)))
    with world.application.app_state.database.writing() as tx:  # as one does who then dies
        assert queries.take(tx, world.clock.now(), timedelta(minutes=5)) is not None
        fields = sync.fields_of(queries.event(tx, event_id))
    luma_sync.luma.create({**fields, "slug": slug_of(event_id)})
    assert sync_all(luma_sync) == 0
    world.clock.advance(minutes=5)
    assert sync_all(luma_sync) == 1
    assert (len(at.events), at.count("/create"), row(world).state) == (1, 1, "synced")


def test_a_change_that_comes_while_luma_is_told_is_told_next(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    root = cast.root(world)
    event_id = event(world, root, name="First")

    def change(asked: luma.Asked) -> None:
        path = f"/calendar/events/{event_id}"
        world.patch(path, {"name": "Second"}, as_=root).must(200)
        asked.behave()

    at.misbehave("/create", change)
    patient = replace(luma_sync, luma=Luma(luma.KEY, address=at.url))
    assert sync_all(patient) == 2
    patient.luma.close()
    assert at.only_event()["name"] == "Second"


def test_events_to_come_are_told_once_luma_is_connected(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    root = cast.root(world)
    for name, starts in (("old", "2026-11-01T00:00:00Z"), ("new", "2026-12-01T00:00:00Z")):
        event(world, root, name=name, startAt=starts)
    with world.application.app_state.database.writing() as tx:
        tx.execute(rows.delete())
    assert (luma_sync.backfill(), luma_sync.backfill()) == (1, 0)
    sync_all(luma_sync)
    assert at.only_event()["name"] == "new"


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_it_works_in_a_thread_until_it_is_told_to_stop(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    event(world, cast.root(world))
    stop = threading.Event()
    thread = threading.Thread(target=luma_sync.run, args=(stop,))
    thread.start()
    for _ in range(500):
        if row(world).state == "synced":
            break
        stop.wait(0.02)
    stop.set()
    thread.join()
    assert len(at.events) == 1
