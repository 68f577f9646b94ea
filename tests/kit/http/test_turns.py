"""On PostgreSQL, requests get a thread in the order in which they came."""

from collections.abc import Iterator
from functools import partial

import pytest
import sqlalchemy as sa

from bridgework.context import Context
from bridgework.kit.http.operations import OK, Ok, Router
from bridgework.kit.http.operations.thread_pools import CALL_THREADS
from bridgework.kit.security import auth
from bridgework.kit.security.rate_limit import Rule
from bridgework.settings import Settings
from tests.kit.http import stage
from tests.loop import Loop
from tests.world import World

REQUESTS = 10 * CALL_THREADS

router = Router("Turns")
turns: list[int] = []
"""The numbers of the requests that began."""


@router.get("/turns/{number}", who=auth.public)
def take_turn(context: Context, number: str) -> Ok:
    """Read for 10 ms."""
    turns.append(int(number))
    context.tx.execute(sa.text("SELECT pg_sleep(0.01)"))
    return OK


@pytest.fixture
def turnstile(settings: Settings, loop: Loop) -> Iterator[World]:
    turns.clear()
    unlimited = settings.model_copy(update={"rate_limit": Rule("default", 10_000, 60)})
    world = stage.world(unlimited, router.operations, loop)
    yield world
    world.close()


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_no_request_is_overtaken_by_more_requests_than_there_are_threads(turnstile: World) -> None:
    get = partial(turnstile.sending, "GET")
    responses = turnstile.together([partial(get, f"/turns/{n}") for n in range(REQUESTS)])
    assert {response.status for response in responses} == {200}
    assert sorted(turns) == list(range(REQUESTS))
    for place, number in enumerate(turns):
        overtook = [earlier for earlier in turns[:place] if earlier > number]
        assert len(overtook) <= CALL_THREADS
