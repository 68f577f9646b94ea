"""Where an operation runs (event loop or thread), and the limits on waiting requests."""

import asyncio
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from bridgework.context import Context
from bridgework.kit.core import Busy
from bridgework.kit.core.observability import Metrics, log
from bridgework.kit.http.operations import DATABASE_THREADS, OK, Ok, Router
from bridgework.kit.http.operations.thread_pools import POOL_THREADS, BoundedThreadPool
from bridgework.kit.security import auth
from bridgework.kit.security.rate_limit import Rule
from bridgework.kit.validation import ResponseModel
from tests import world as worlds
from tests.kit.http import stage
from tests.loop import Loop
from tests.world import Response, World

MOST = POOL_THREADS["computing"] + 200
"""The maximum of slow requests that run or wait."""

router = Router("Works")
gate = threading.Event()
waits: list[str] = []
"""The requests of `/waits` that began."""


class Where(ResponseModel):
    thread: str
    request_id: str


def here() -> Where:
    return Where(thread=threading.current_thread().name, request_id=log.request_id.get())


@router.get("/quick", who=auth.public)
def be_quick(context: Context) -> Where:
    """Return the thread."""
    return here()


@router.post("/quick", who=auth.public)
def write_quickly(context: Context) -> Where:
    """Return the thread of a write."""
    return here()


@router.get("/slow", who=auth.public, pool="computing")
def be_slow(context: Context) -> Where:
    """Return the thread of a slow operation."""
    return here()


class Runs(ResponseModel):
    threads: list[str]


runs: list[str] = []
"""The threads in which the last request was started, one for each start."""


@router.get("/works/{length}", who=auth.public)
def read_at_length(context: Context, length: str) -> Runs:
    """Return the threads of a read that may take long."""
    return begun_here(context, length)


@router.post("/works/{length}", who=auth.public)
def write_at_length(context: Context, length: str) -> Runs:
    """Return the threads of a write that may take long."""
    return begun_here(context, length)


def begun_here(context: Context, length: str) -> Runs:
    runs.append(threading.current_thread().name)
    if length == "long":
        context.tx.move_to_thread()
    return Runs(threads=runs)


@router.get("/waits", who=auth.public, pool="computing")
def wait(context: Context) -> Ok:
    """Wait for the test."""
    waits.append(context.request_id)
    assert gate.wait(30)
    return OK


@router.post("/waits", who=auth.public)
def wait_within(context: Context) -> Ok:
    """Block other writes until the test continues."""
    assert gate.wait(30)
    return OK


@router.get("/stops", who=auth.public, pool="computing")
def stop_slowly(context: Context) -> Ok:
    """Raise StopIteration in a thread."""
    return next(iter([]))


@router.get("/stops/quickly", who=auth.public)
def stop_quickly(context: Context) -> Ok:
    """Raise StopIteration."""
    return next(iter([]))


@router.post("/stops/quickly", who=auth.public)
def stop_writing(context: Context) -> Ok:
    """Raise StopIteration in a write."""
    return next(iter([]))


@pytest.fixture
def works(tmp_path: Path, loop: Loop) -> Iterator[World]:
    gate.clear()
    settings = worlds.settings(tmp_path, rate_limit=Rule("default", 10_000, 60))
    world = stage.world(settings, router.operations, loop)
    yield world
    gate.set()
    world.close()


def begun(works: World, length: str, method: str = "POST") -> list[str]:
    """Return the names of the threads in which one request starts."""
    runs.clear()
    responses_ = works.send(method, f"/works/{length}").must(200).data["threads"]
    return [str(thread).partition("_")[0] for thread in responses_]


def test_a_long_read_restarts_in_a_thread(works: World) -> None:
    for _ in range(2):
        assert begun(works, "long", "GET") == ["test-loop", "requests"]


def test_a_write_runs_in_the_writer_thread(works: World) -> None:
    for length in ("short", "long"):
        assert begun(works, length) == ["write"]


@pytest.mark.parametrize(
    ("method", "path", "thread"),
    [
        ("GET", "/quick", "test-loop"),
        ("POST", "/quick", "write"),
        ("GET", "/slow", "computing"),
    ],
)
def test_an_operation_runs_in_its_thread_with_its_request_id(
    works: World, method: str, path: str, thread: str
) -> None:
    data = works.send(method, path, headers={"x-request-id": "trace-4"}).must(200).data
    assert data["thread"].partition("_")[0] == thread
    assert data["requestId"] == "trace-4"


def test_batched_writes_have_their_own_request_ids(works: World) -> None:
    ids = [f"trace-{number}" for number in range(12)]
    writes = [
        partial(works.sending, "POST", "/quick", headers={"x-request-id": one}) for one in ids
    ]
    responses_ = [response.must(200).data for response in works.together(writes)]
    assert responses_ == [{"thread": "write", "requestId": one} for one in ids]


def test_the_number_of_waiting_writes_is_limited(tmp_path: Path, loop: Loop) -> None:
    settings = worlds.settings(tmp_path, rate_limit=Rule("default", 10_000, 60))
    works = stage.world(settings, router.operations, loop)

    async def scenario() -> list[Response]:
        first = asyncio.create_task(works.sending("POST", "/waits"))
        await asyncio.sleep(0.2)
        others = [asyncio.create_task(works.sending("POST", "/quick")) for _ in range(203)]
        await asyncio.sleep(0.2)
        gate.set()
        return list(await asyncio.gather(first, *others))

    gate.clear()
    statuses = [response.status for response in loop.run(scenario())]
    assert (statuses.count(200), statuses.count(503)) == (201, 3)
    works.close()


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/stops"), ("GET", "/stops/quickly"), ("POST", "/stops/quickly")]
)
def test_a_stop_iteration_is_a_500(works: World, method: str, path: str) -> None:
    started = time.monotonic()
    works.send(method, path).must(500)
    assert time.monotonic() - started < 5


def test_slow_operations_do_not_delay_others(works: World) -> None:
    async def scenario() -> list[Response]:
        slow = [asyncio.create_task(works.sending("GET", "/waits")) for _ in range(17)]
        await asyncio.sleep(0.05)
        quick = [await works.sending("GET", "/quick") for _ in range(20)]
        assert not any(task.done() for task in slow)
        gate.set()
        return quick + list(await asyncio.gather(*slow))

    assert [response.status for response in works.loop.run(scenario())] == [200] * 37


def test_too_many_slow_requests_are_refused_immediately(works: World) -> None:
    async def scenario() -> tuple[list[Response], list[Response]]:
        tasks = [asyncio.create_task(works.sending("GET", "/waits")) for _ in range(MOST + 2)]
        done: set[asyncio.Task[Response]] = set()
        while len(done) < 2:
            done, _ = await asyncio.wait(tasks, timeout=20, return_when=asyncio.FIRST_COMPLETED)
        refused = [task.result() for task in done]
        gate.set()
        return refused, [await task for task in tasks if task not in done]

    refused, served = works.loop.run(scenario())
    assert [response.must(503).error for response in refused] == ["busy", "busy"]
    assert {response.headers["retry-after"] for response in refused} == {"1"}
    assert [response.status for response in served] == [200] * MOST
    works.get("/slow").must(200)


def test_a_request_has_a_deadline_and_its_thread_counts_until_it_ends(
    tmp_path: Path, loop: Loop
) -> None:
    gate.clear()
    begun_before = len(waits)
    limit = Rule("default", 10_000, 60)
    settings = worlds.settings(tmp_path, rate_limit=limit, request_timeout_seconds=1)
    works = stage.world(settings, router.operations, loop)
    threads = POOL_THREADS["computing"]

    async def scenario() -> list[Response]:
        requests = [works.sending("GET", "/waits") for _ in range(threads + 3)]
        return list(await asyncio.gather(*requests))

    started = time.monotonic()
    refused = loop.run(scenario())
    assert time.monotonic() - started < 5
    assert {one.must(503).error for one in refused} == {"request_took_too_long"}
    assert {one.headers["retry-after"] for one in refused} == {"5"}
    works.get("/waits").must(503)  # every thread is still in use
    gate.set()
    works.get("/slow").must(200)
    assert len(waits) - begun_before == threads  # the others never began
    works.close()


def test_a_write_that_waits_beyond_the_deadline_never_begins(tmp_path: Path, loop: Loop) -> None:
    gate.clear()
    settings = worlds.settings(tmp_path, request_timeout_seconds=1)
    works = stage.world(settings, router.operations, loop)
    runs.clear()
    write = partial(works.sending, "POST")
    first, second = works.together([partial(write, "/waits"), partial(write, "/works/short")])
    assert (first.must(503).error, second.must(503).error) == ("request_took_too_long",) * 2
    gate.set()
    works.post("/quick").must(200)
    assert runs == []
    works.close()


def test_a_pool_limits_running_and_waiting_tasks(loop: Loop) -> None:
    pool = BoundedThreadPool("pool", 2, Metrics(), max_waiting=1)
    opened = threading.Event()
    both = threading.Barrier(3)

    def act() -> str:
        both.wait(10)
        assert opened.wait(10)
        return "done"

    async def scenario() -> None:
        two = [asyncio.create_task(pool.run(act)) for _ in range(2)]
        await asyncio.to_thread(both.wait, 10)
        third = asyncio.create_task(pool.run(partial(str, "third")))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await pool.run(act)
        opened.set()
        assert await asyncio.gather(*two, third) == ["done", "done", "third"]
        assert await pool.run(partial(str, "again")) == "again"

    loop.run(scenario())
    pool.close()


def test_the_connection_pools_fit_the_number_of_threads() -> None:
    assert DATABASE_THREADS == 12  # what the databases' pools are sized by
