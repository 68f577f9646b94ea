"""Made-up operations on the real machinery: wired as `app.build` wires the house's own."""

import asyncio
from collections.abc import Sequence

from bridgework.kit.http.app import Edge, Lifespan
from bridgework.kit.http.execution import Identify, Performer

from bridgework import app
from bridgework.app import Application
from bridgework.kit.http.operation import Operation
from bridgework.kit.limits.memory import MemoryCounter
from bridgework.settings import Settings
from tests.clock import HandClock
from tests.loop import Loop
from tests.world import World


def world(
    settings: Settings,
    operations: Sequence[Operation],
    loop: Loop,
    identify: Identify = app.identify,
) -> World:
    """A world whose house knows these operations and no others. Close it as any other."""
    clock = HandClock()
    house = app.create_app(settings, clock)
    performer = Performer(house.kit, identify)
    counter = MemoryCounter(settings.rate_limit, clock.monotonic)

    async def start() -> None:
        """There is nothing to start: the outbox's worker stays still."""

    async def stop() -> None:
        await asyncio.to_thread(performer.close)
        await house.api.close()

    edge = Edge(house.kit, operations, performer, counter, Lifespan(start, stop))
    return World(
        Application(edge, house.kit, house.worker, house.chores, house.telling), clock, loop
    )
