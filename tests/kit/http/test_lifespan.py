"""The lifespan protocol starts and stops the application."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from starlette.types import Message

from bridgework.kit.http import ApiApp, OperationRunner
from bridgework.kit.security.rate_limit import RateLimiter
from tests import world as worlds
from tests.kit.http import library as sample
from tests.kit.http import stage
from tests.loop import Loop
from tests.world import World


@pytest.fixture
def plain(tmp_path: Path, loop: Loop) -> World:
    return stage.world(worlds.settings(tmp_path), sample.router.operations, loop)


def run_lifespan(world: World, *, fails: bool = False) -> tuple[list[str], list[Message]]:
    """Run the lifespan. Returns the executed steps and the sent messages."""
    done: list[str] = []
    messages: list[Message] = []

    @asynccontextmanager
    async def lifespan(_: ApiApp) -> AsyncIterator[None]:
        done.append("start")
        if fails:
            raise OSError("the disk is full")
        yield
        done.append("stop")

    orders = iter([{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}])

    async def receive() -> Message:
        await asyncio.sleep(0)
        return next(orders)

    async def send(message: Message) -> None:
        messages.append(message)

    app_state = world.application.app_state
    counter = RateLimiter(app_state.settings.rate_limit, app_state.clock.monotonic)
    runner = OperationRunner(app_state, lambda _tx, _claims, _now: None)
    api = ApiApp(app_state, sample.router.operations, runner, counter, lifespan)
    scope = {"type": "lifespan", "asgi": {"version": "3.0"}}

    async def live() -> None:
        with contextlib.suppress(OSError):
            await api(scope, receive, send)

    world.loop.run(live())
    runner.close()
    api.close()
    world.close()
    return done, messages


def test_the_application_starts_and_stops_once(plain: World) -> None:
    done, messages = run_lifespan(plain)
    assert done == ["start", "stop"]
    assert [message["type"] for message in messages] == [
        "lifespan.startup.complete",
        "lifespan.shutdown.complete",
    ]


def test_a_failed_startup_reports_the_reason(plain: World) -> None:
    done, messages = run_lifespan(plain, fails=True)
    assert done == ["start"]
    assert [message["type"] for message in messages] == ["lifespan.startup.failed"]
    assert "the disk is full" in messages[0]["message"]


def test_a_websocket_is_closed(plain: World) -> None:
    messages: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        messages.append(message)

    async def connect() -> None:
        await plain.application.api({"type": "websocket", "path": "/books"}, receive, send)

    plain.loop.run(connect())
    plain.close()
    assert [message["type"] for message in messages] == ["websocket.close"]
