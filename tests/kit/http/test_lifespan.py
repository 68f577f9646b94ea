"""How the server's own protocol begins and ends the application."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from starlette.types import Message

from bridgework.kit.http.app import ApiApp
from bridgework.kit.http.execution import OperationRunner
from bridgework.kit.rate_limit.limiter import RateLimiter
from tests import world as worlds
from tests.kit.http import library as made_up
from tests.kit.http import stage
from tests.loop import Loop
from tests.world import World


@pytest.fixture
def plain(tmp_path: Path, loop: Loop) -> World:
    return stage.world(worlds.settings(tmp_path), made_up.router.operations, loop)


def lived(world: World, *, fails: bool = False) -> tuple[list[str], list[Message]]:
    """What was done, and what the server was told, from startup to shutdown."""
    done: list[str] = []
    told: list[Message] = []

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
        told.append(message)

    app_state = world.application.app_state
    counter = RateLimiter(app_state.settings.rate_limit, app_state.clock.monotonic)
    runner = OperationRunner(app_state, lambda _tx, _claims, _now: None)
    api = ApiApp(app_state, made_up.router.operations, runner, counter, lifespan)
    scope = {"type": "lifespan", "asgi": {"version": "3.0"}}

    async def live() -> None:
        with contextlib.suppress(OSError):
            await api(scope, receive, send)

    world.loop.run(live())
    runner.close()
    api.close()
    world.close()
    return done, told


def test_it_starts_and_stops_once(plain: World) -> None:
    done, told = lived(plain)
    assert done == ["start", "stop"]
    assert [message["type"] for message in told] == [
        "lifespan.startup.complete",
        "lifespan.shutdown.complete",
    ]


def test_one_that_can_t_start_says_why(plain: World) -> None:
    done, told = lived(plain, fails=True)
    assert done == ["start"]
    assert [message["type"] for message in told] == ["lifespan.startup.failed"]
    assert "the disk is full" in told[0]["message"]


def test_a_web_socket_is_refused(plain: World) -> None:
    told: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        told.append(message)

    async def knock() -> None:
        await plain.application.api({"type": "websocket", "path": "/books"}, receive, send)

    plain.loop.run(knock())
    plain.close()
    assert [message["type"] for message in told] == ["websocket.close"]
