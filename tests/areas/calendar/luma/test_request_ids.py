"""The synchronization is logged with the id of the request that changed the event."""

import pytest

from bridgework.areas.community.calendar.formats.luma.sync import LumaSync
from tests import cast
from tests.architecture import log_capture
from tests.areas.calendar.calendar_client import EVENT
from tests.areas.calendar.luma.syncing import sync_all
from tests.servers import luma
from tests.servers.luma import StandIn
from tests.world import World


def test_each_sync_is_logged_with_the_request_id_of_its_change(
    world: World, at: StandIn, luma_sync: LumaSync, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = cast.root(world)
    created = world.post("/calendar/events", EVENT, as_=root, headers={"x-request-id": "hold-1"})
    event_id = created.must(201).data["event"]["id"]
    with log_capture.capture_log(monkeypatch) as written:
        sync_all(luma_sync)
        at.misbehave("/update", luma.breaks)
        change = {"x-request-id": "change-2"}
        sent = {"name": "Supper"}
        world.patch(f"/calendar/events/{event_id}", sent, as_=root, headers=change).must(200)
        sync_all(luma_sync)
        world.clock.advance(seconds=10)
        sync_all(luma_sync)
    results = [
        (line["requestId"], line["message"].replace(event_id, "…"))
        for line in log_capture.lines(written)
        if line["logger"] == "bridgework.luma"
    ]
    assert results == [
        ("hold-1", "event … was synced with Luma"),
        ("change-2", "event … was not synced with Luma (attempt 1): LumaTemporaryError"),
        ("change-2", "event … was synced with Luma"),
    ]
