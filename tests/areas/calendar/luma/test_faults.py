"""Faults of Luma: no change is undone, lost, or sent twice."""

import contextlib
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from bridgework.areas.community.calendar.formats.luma import queries, sync
from bridgework.areas.community.calendar.formats.luma.client import Luma
from bridgework.areas.community.calendar.formats.luma.sync import LumaSync, slug_of
from bridgework.areas.community.calendar.tables import luma as rows
from bridgework.kit.core import Id
from tests import cast
from tests.areas.calendar.calendar_client import WHOLE, create_event
from tests.areas.calendar.luma.syncing import COVER, row, sync_all
from tests.lanes import first_fast
from tests.servers import luma
from tests.servers.luma import Misbehaviour, StandIn
from tests.world import World

TEMPORARY: Sequence[tuple[str, Misbehaviour]] = [
    (path, misbehaviour)
    for path in ("/lookup", "/create", "/get", "/guests/add", "/create-upload-url")
    for misbehaviour in (luma.breaks, luma.hangs_up, luma.talks_nonsense, luma.leaves_out)
    if misbehaviour is not luma.leaves_out or not path.endswith("/add")
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


@contextlib.contextmanager
def short_deadline(
    luma_sync: LumaSync, at: StandIn, misbehaviour: Misbehaviour
) -> Iterator[LumaSync]:
    """The synchronization, with a deadline of a second where the server would never respond."""
    if misbehaviour not in {luma.hangs, luma.never_ends}:
        yield luma_sync
        return
    client = Luma(luma.KEY, address=at.url, seconds=1)
    yield replace(luma_sync, luma=client)
    client.close()


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("path", "misbehaviour"), first_fast(TEMPORARY, "each fault of each request")
)
def test_a_temporary_fault_costs_one_attempt(
    world: World, at: StandIn, luma_sync: LumaSync, path: str, misbehaviour: Misbehaviour
) -> None:
    at.misbehave(path, misbehaviour)
    emails = ["a@example.org", "b@example.org"]
    create_event(world, cast.root(world), **{**WHOLE, "coverUrl": COVER, "inviteeEmails": emails})
    with short_deadline(luma_sync, at, misbehaviour) as first_sync:
        assert sync_all(first_sync) == 1
    failed = row(world)
    if failed.state == "waiting":
        assert failed.attempts == 1
        assert failed.fault
        assert failed.due_at == world.clock.now() + timedelta(seconds=10)
        world.clock.advance(seconds=9)
        assert sync_all(luma_sync) == 0
        world.clock.advance(seconds=1)
        assert sync_all(luma_sync) == 1
    luma_event = at.only_event()
    assert (luma_event["name"], luma_event["cover_url"][:26]) == (
        "Study club",
        "https://images.lumacdn.com",
    )
    assert sorted(at.guests[luma_event["id"]]) == emails
    settled = row(world)
    assert (settled.state, settled.attempts, settled.fault) == ("synced", 0, None)


@pytest.mark.parametrize("misbehaviour", [luma.breaks_late, luma.hangs_up_late])
def test_a_cancellation_with_a_lost_response_is_retried(
    world: World, at: StandIn, luma_sync: LumaSync, misbehaviour: Misbehaviour
) -> None:
    root = cast.root(world)
    event_id = create_event(world, root)
    sync_all(luma_sync)
    world.delete(f"/calendar/events/{event_id}", as_=root).must(200)
    at.misbehave("/cancel", misbehaviour)
    sync_all(luma_sync)
    assert row(world).state == "waiting"
    world.clock.advance(seconds=10)
    sync_all(luma_sync)
    assert (at.events, row(world).state) == ({}, "synced")


@pytest.mark.parametrize(
    ("misbehaviour", "seconds"), [(luma.is_busy, 42), (luma.is_busy_without_a_word, 60)]
)
def test_the_retry_after_of_luma_is_respected(
    world: World, at: StandIn, luma_sync: LumaSync, misbehaviour: Misbehaviour, seconds: int
) -> None:
    root = cast.root(world)
    at.misbehave("/lookup", misbehaviour)
    create_event(world, root, name="One")
    create_event(world, root, name="Two")
    assert sync_all(luma_sync) == 1
    world.clock.advance(seconds=seconds - 1)
    assert sync_all(luma_sync) == 0
    assert at.asked == ["/v1/entity/lookup"]
    world.clock.advance(seconds=1)
    assert sync_all(luma_sync) == 2
    assert len(at.events) == 2


def test_a_refused_key_pauses_the_sync_without_using_attempts(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    create_event(world, cast.root(world))
    luma_sync.luma.close()
    other_sync = replace(luma_sync, luma=Luma("another key", address=at.url))
    for _ in range(12):
        assert sync_all(other_sync) == 1
        world.clock.advance(minutes=15)
    other_sync.luma.close()
    stored = row(world)
    assert (stored.state, stored.attempts) == ("waiting", 0)
    assert "BRIDGEWORK_LUMA_API_KEY" in stored.fault
    assert luma.KEY not in stored.fault


def test_a_refused_event_is_retried_after_a_change(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    root = cast.root(world)
    event_id = create_event(world, root)
    at.misbehave("/create", luma.refuses)
    sync_all(luma_sync)
    dead = row(world)
    assert (dead.state, "timezone is not supported" in dead.fault) == ("dead", True)
    world.clock.advance(minutes=50)
    assert sync_all(luma_sync) == 0
    world.patch(f"/calendar/events/{event_id}", {"timezone": "UTC"}, as_=root).must(200)
    sync_all(luma_sync)
    assert (at.only_event()["timezone"], row(world).state) == ("UTC", "synced")


def test_the_last_attempt_is_the_eighth(world: World, at: StandIn, luma_sync: LumaSync) -> None:
    at.misbehave("/lookup", luma.breaks, times=99)
    create_event(world, cast.root(world))
    tries = 0
    while row(world).state == "waiting":
        tries += sync_all(luma_sync)
        world.clock.advance(hours=12)
    assert (tries, row(world).state) == (8, "dead")


def test_an_event_is_synced_by_one_worker_until_its_lease_expires(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    event_id = Id(create_event(world, cast.root(world)))
    with world.application.app_state.database.writing() as tx:  # like a worker that crashes
        assert queries.queue.take(tx, world.clock.now(), lease=timedelta(minutes=5))
        fields = sync.fields_of(queries.get_event(tx, event_id))
    luma_sync.luma.create({**fields, "slug": slug_of(event_id)})
    assert sync_all(luma_sync) == 0
    world.clock.advance(minutes=5)
    assert sync_all(luma_sync) == 1
    assert (len(at.events), at.count("/create"), row(world).state) == (1, 1, "synced")


def test_a_change_during_a_sync_is_synced_next(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, name="First")

    def change(request: luma.Asked) -> None:
        path = f"/calendar/events/{event_id}"
        world.patch(path, {"name": "Second"}, as_=root).must(200)
        request.behave()

    at.misbehave("/create", change)
    patient = replace(luma_sync, luma=Luma(luma.KEY, address=at.url))
    assert sync_all(patient) == 2
    patient.luma.close()
    assert at.only_event()["name"] == "Second"


@pytest.mark.parametrize("misbehaviour", [luma.refuses, luma.breaks, luma.is_busy])
def test_a_change_during_a_failing_sync_is_synced_with_new_attempts(
    world: World, at: StandIn, luma_sync: LumaSync, misbehaviour: Misbehaviour
) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, name="First")

    def change_and_misbehave(request: luma.Asked) -> None:
        path = f"/calendar/events/{event_id}"
        world.patch(path, {"name": "Second"}, as_=root).must(200)
        misbehaviour(request)

    at.misbehave("/create", change_and_misbehave)
    patient = replace(luma_sync, luma=Luma(luma.KEY, address=at.url))
    patient.work_once()
    stored = row(world)
    assert (stored.state, stored.attempts, stored.fault) == ("waiting", 0, None)
    assert stored.due_at <= world.clock.now()
    world.clock.advance(seconds=42)
    sync_all(patient)
    patient.luma.close()
    assert (at.only_event()["name"], row(world).state) == ("Second", "synced")


def test_future_events_are_synced_once_luma_is_connected(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    root = cast.root(world)
    for name, starts in (("old", "2026-11-01T00:00:00Z"), ("new", "2026-12-01T00:00:00Z")):
        create_event(world, root, name=name, startAt=starts)
    with world.application.app_state.database.writing() as tx:
        tx.execute(rows.delete())
    assert (luma_sync.backfill(), luma_sync.backfill()) == (1, 0)
    sync_all(luma_sync)
    assert at.only_event()["name"] == "new"


@pytest.mark.postgresql("concurrent requests")
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_the_sync_runs_in_a_thread_until_it_is_stopped(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    create_event(world, cast.root(world))
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
