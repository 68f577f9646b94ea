"""Sample operations in a real application, wired as in `app.create_app`."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

from bridgework import app
from bridgework.kit.http import ApiApp, OperationRunner
from bridgework.kit.http.execution import Identify
from bridgework.kit.http.operations import Operation
from bridgework.kit.security.rate_limit import RateLimiter
from bridgework.settings import Settings
from tests.clock import ManualClock
from tests.kit import samples
from tests.loop import Loop
from tests.world import World


def world(
    settings: Settings,
    operations: Sequence[Operation],
    loop: Loop,
    identify: Identify | None = None,
) -> World:
    """Return a world whose application has only these operations. The caller closes it."""
    samples.create(settings)
    clock = ManualClock()
    application = app.create_app(settings, clock)
    identify = identify or partial(app.identify, settings.admin_sessions)
    runner = OperationRunner(application.app_state, identify)
    counter = RateLimiter(settings.rate_limit, clock.monotonic)

    @asynccontextmanager
    async def lifespan(_: ApiApp) -> AsyncIterator[None]:
        """Start nothing, not even the outbox worker."""
        yield

    async def stop() -> None:
        await asyncio.to_thread(runner.close)
        await application.close()

    api = ApiApp(application.app_state, operations, runner, counter, lifespan)
    return World(replace(application, api=api, stop=stop), clock, loop)
