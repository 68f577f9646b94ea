"""On PostgreSQL, concurrent requests share the reads of data versions."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest
import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import EXPERTS
from bridgework.areas.people.directory.tables import records
from bridgework.kit.core import Id
from bridgework.kit.data.db import cache_versions
from tests import make
from tests.kit.db import another
from tests.world import Response, World

LIST = "/experts"
WAVES = 5
MOST_SESSIONS = 2

pytestmark = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)

_WAITING = sa.text(
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


@contextmanager
def held_versions(world: World) -> Iterator[sa.Connection]:
    """Make every read of a version wait until the end of the block."""
    with another.connection(world.application.app_state.settings.database_address) as other:
        other.execute(sa.text("BEGIN"))
        other.execute(sa.text("LOCK TABLE topics IN ACCESS EXCLUSIVE MODE"))
        yield other
        other.execute(sa.text("COMMIT"))


def test_any_number_of_requests_wait_in_two_sessions(world: World) -> None:
    make.expert(world, "Ada Lovell")
    first = world.get(LIST).must(200)

    async def scenario() -> list[Response]:
        tasks: list[asyncio.Task[Response]] = []
        with held_versions(world) as other:
            for _ in range(WAVES):
                tasks += [asyncio.create_task(world.sending("GET", LIST)) for _ in range(8)]
                await asyncio.sleep(0.1)
            assert other.execute(_WAITING).scalar_one() == MOST_SESSIONS
            assert not any(task.done() for task in tasks)
        return list(await asyncio.gather(*tasks))

    responses = world.loop.run(scenario())
    assert {response.must(200).body for response in responses} == {first.body}


def test_a_shared_read_tells_members_apart(world: World) -> None:
    ada, bo = make.expert(world, "Ada Lovell"), make.expert(world, "Bo Bell")
    names_of(world, [ada, bo])
    with world.application.app_state.database.writing() as tx:
        tx.execute(records.update().values(record=b'{"firstName":"Eve"}'))
        cache_versions.bump_member(tx, EXPERTS, bo)
    assert names_of(world, [ada, bo, ada, bo]) == ["Ada", "Eve", "Ada", "Eve"]


def names_of(world: World, ids: list[Id]) -> list[str]:
    """Request the records of these experts at the same time."""
    get = partial(world.sending, "GET", checked=False)
    responses = world.together([partial(get, f"{LIST}/{one}") for one in ids])
    return [response.must(200).data["firstName"] for response in responses]


def test_a_request_that_ends_early_does_not_end_the_read_of_others(world: World) -> None:
    make.expert(world, "Ada Lovell")
    world.get(LIST).must(200)

    async def scenario() -> Response:
        with held_versions(world):
            first = asyncio.create_task(world.sending("GET", LIST))
            second = asyncio.create_task(world.sending("GET", LIST))
            await asyncio.sleep(0.1)
            first.cancel()
            await asyncio.sleep(0)
            assert not second.done()
        with pytest.raises(asyncio.CancelledError):
            await first
        return await second

    world.loop.run(scenario()).must(200)


def test_a_lost_connection_does_not_fail_the_requests_that_share_it(world: World) -> None:
    make.expert(world, "Ada Lovell")
    world.get(LIST).must(200)
    another.end_all(world.application.app_state.settings.database_address)
    responses = world.together([lambda: world.sending("GET", LIST)] * 20)
    assert {response.status for response in responses} == {200}
