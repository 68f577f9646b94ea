"""The stream of changes in the Python client, with interruptions, for threads and for asyncio.

`test_python.py` generates the client and runs this.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Iterator

import httpx2
import pytest
from bridgework_client import ApiError, AsyncClient, Client, NoResponse
from bridgework_client.generated.models import Change
from bridgework_client.streams import StreamPosition

from bridgework.demo.people import MASTER_PASSWORD
from bridgework.kit.core import Id
from bridgework.settings import Settings
from tests import cast
from tests.areas.changes import following
from tests.areas.jobs import board
from tests.areas.notifications.leaving import leave
from tests.clients.conftest import Demo
from tests.process import run_server
from tests.servers.ports import free_port
from tests.world import World

ROOT = "root.admin@example.com"
Next = Callable[[], Change]
Watch = Callable[[str, str, int], contextlib.AbstractContextManager[Next]]


@contextlib.contextmanager
def threads(url: str, key: str, after: int) -> Iterator[Next]:
    """Yield a function that waits for the next change."""
    with Client(url, api_key=key) as client:
        changes = client.watch_changes(after=after)
        yield lambda: next(changes)
        changes.close()


@contextlib.contextmanager
def tasks(url: str, key: str, after: int) -> Iterator[Next]:
    with asyncio.Runner() as runner:
        client = AsyncClient(url, api_key=key)
        changes = client.watch_changes(after=after)
        yield lambda: runner.run(_next(changes))
        runner.run(changes.aclose())
        runner.run(client.close())


async def _next(changes: AsyncGenerator[Change, None]) -> Change:
    return await anext(changes)


@pytest.mark.parametrize(
    "database_url",
    [
        "sqlite",
        pytest.param("postgresql", marks=pytest.mark.long("restarts a server several times")),
    ],
    indirect=True,
)
@pytest.mark.parametrize(
    "watch",
    [threads, pytest.param(tasks, marks=pytest.mark.long("restarts a server several times"))],
)
def test_a_restart_of_the_server_loses_no_change(
    world: World, settings: Settings, watch: Watch
) -> None:
    root = cast.root(world)
    key = board.partner_headers(world, root, "changes:read")["x-api-key"]
    port, last = free_port(), following.last(world, root)
    folder, database = settings.data_dir, settings.database_address
    with watch(f"http://127.0.0.1:{port}", key, last) as next_change:
        announced = [following.announce(world)]
        with run_server(folder, port=port, database_url=database):
            changes = [next_change()]
        announced += [following.announce(world) for _ in range(3)]
        with run_server(folder, port=port, database_url=database):
            changes += [next_change() for _ in range(3)]
    assert [change["subject"]["id"] for change in changes] == announced
    assert [change["sequence"] for change in changes] == list(range(last + 1, last + 5))


@pytest.mark.long("restarts a server several times")
def test_a_stream_ends_with_its_session(demo: Demo) -> None:
    with Client(demo.url) as client:
        client.use(client.admin_login({"email": ROOT, "masterPassword": MASTER_PASSWORD}))
        newest = client.list_changes(limit=100)["nextAfter"]
        changes = client.watch_changes(after=newest - 1)
        assert next(changes)["sequence"] == newest
        with Client(demo.url, tokens=client.tokens) as other:
            other.logout()
        with pytest.raises(ApiError) as refused:
            next(changes)
    assert refused.value.status == 401


def test_notifications_arrive_with_their_counts(world: World, settings: Settings) -> None:
    ben, port = cast.ben(world), free_port()
    folder, database = settings.data_dir, settings.database_address
    with (
        run_server(folder, port=port, database_url=database),
        Client(f"http://127.0.0.1:{port}") as client,
    ):
        client.use(client.login({"email": ben.email, "password": cast.PASSWORD}))
        unread = client.list_notifications()["counts"]["unread"]
        with contextlib.closing(client.watch_notifications()) as events:
            assert next(events) == ("counts", {"unread": unread})
            [subject] = leave(world, Id(str(ben.id)))
            event, listed = next(events), client.list_notifications()["items"]
            [left] = [each for each in listed if each["kind"] == "job.approved"]
            assert event == ("notification", left)
            assert left["subject"]["id"] == subject
            assert next(events) == ("counts", {"unread": unread + 1})


def test_a_refused_stream_raises(demo: Demo) -> None:
    with Client(demo.url) as client:
        with pytest.raises(ApiError) as refused:
            next(client.watch_changes())
        assert refused.value.code == "sign_in_needed"
        client.use(client.admin_login({"email": ROOT, "masterPassword": MASTER_PASSWORD}))
        with pytest.raises(ApiError) as unknown:
            next(client.watch_changes(after=10**9))
        assert unknown.value.code == "validation_failed"


def test_a_server_that_was_never_reached_raises() -> None:
    async def watch() -> None:
        async with AsyncClient("http://127.0.0.1:1") as client:
            await anext(client.watch_changes())

    with Client("http://127.0.0.1:1") as client, pytest.raises(NoResponse) as failed:
        next(client.watch_changes())
    with pytest.raises(NoResponse) as also_failed:
        asyncio.run(watch())
    for error in (failed.value, also_failed.value):
        assert error.code == "no_response"
        assert isinstance(error.__cause__, httpx2.ConnectError)


def test_the_delay_of_failed_attempts_grows() -> None:
    position = StreamPosition(None)
    position.open()
    lost = NoResponse(httpx2.ReadError("lost"))
    assert position.delay(None) == 2
    assert [position.delay(lost) for _ in range(6)] == [2, 4, 8, 16, 30, 30]
    position.open()
    assert position.delay(lost) == 2
