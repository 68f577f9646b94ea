"""What Luma is told is logged as of the request that changed it."""

import pytest

from bridgework.areas.calendar.luma.sync import LumaSync
from tests import cast
from tests.architecture import log_capture
from tests.areas.calendar.holding import EVENT
from tests.areas.calendar.luma.telling import tell
from tests.servers import luma
from tests.servers.luma import StandIn
from tests.world import World


def test_each_change_is_told_under_its_own_id(
    world: World, at: StandIn, telling: LumaSync, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = cast.root(world)
    made = world.post("/calendar/events", EVENT, as_=root, headers={"x-request-id": "hold-1"})
    event_id = made.must(201).data["event"]["id"]
    with log_capture.listening(monkeypatch) as written:
        tell(telling)
        at.misbehave("/update", luma.breaks)
        change = {"x-request-id": "change-2"}
        sent = {"name": "Supper"}
        world.patch(f"/calendar/events/{event_id}", sent, as_=root, headers=change).must(200)
        tell(telling)
        world.clock.advance(seconds=10)
        tell(telling)
    told = [
        (line["requestId"], line["message"].replace(event_id, "…"))
        for line in log_capture.lines(written)
        if line["logger"] == "bridgework.luma"
    ]
    assert told == [
        ("hold-1", "Luma was told of event …"),
        ("change-2", "Luma was not told of event … (try 1): LumaStumbled"),
        ("change-2", "Luma was told of event …"),
    ]
