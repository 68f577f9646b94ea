"""Made-up operations in a real application, wired as `app.create_app` wires its own."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from bridgework import app
from bridgework.kit.http.app import ApiApp
from bridgework.kit.http.execution import Identify, OperationRunner
from bridgework.kit.http.operation import Operation
from bridgework.kit.rate_limit.limiter import RateLimiter
from bridgework.settings import Settings
from tests.clock import ManualClock
from tests.loop import Loop
from tests.world import World


def world(
    settings: Settings,
    operations: Sequence[Operation],
    loop: Loop,
    identify: Identify = app.identify,
) -> World:
    """A world whose house knows these operations and no others. Close it as any other."""
    clock = ManualClock()
    house = app.create_app(settings, clock)
    runner = OperationRunner(house.app_state, identify)
    counter = RateLimiter(settings.rate_limit, clock.monotonic)

    @asynccontextmanager
    async def lifespan(_: ApiApp) -> AsyncIterator[None]:
        """Start nothing: the outbox's worker stays still."""
        yield

    async def stop() -> None:
        await asyncio.to_thread(runner.close)
        await house.close()

    api = ApiApp(house.app_state, operations, runner, counter, lifespan)
    return World(replace(house, api=api, stop=stop), clock, loop)
