"""SQLite has one writer: waiting for the lock blocks a thread and never the event loop."""

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager

import pytest
import sqlalchemy as sa

from bridgework.kit.data.db.engines import sqlite
from bridgework.settings import Settings
from tests.kit.db import another
from tests.kit.http import ledger as sample
from tests.kit.http import stage
from tests.kit.samples import samples
from tests.loop import Loop
from tests.world import Response, World

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

_ANOTHER_PROCESS = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
connection.execute("COMMIT")
"""


@contextmanager
def held_by_a_thread(ledger: World) -> Iterator[None]:
    """A write of this process holds the lock."""
    holding, done = threading.Event(), threading.Event()

    def hold() -> None:
        with ledger.application.app_state.database.writing() as tx:
            tx.execute(sa.select(samples.c.kind))
            holding.set()
            done.wait(20)

    thread = threading.Thread(target=hold)
    thread.start()
    assert holding.wait(10)
    try:
        yield
    finally:
        done.set()
        thread.join()


@contextmanager
def held_by_a_process(ledger: World) -> Iterator[None]:
    """A write of another process holds the lock."""
    file = sa.make_url(ledger.application.app_state.settings.database_address).database
    command = [sys.executable, "-c", _ANOTHER_PROCESS, str(file)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        assert other.stdout.readline() == "held\n"
        try:
            yield
        finally:
            other.stdin.close()
            other.wait(10)


Held = Callable[[World], AbstractContextManager[None]]
HOLDERS: list[Held] = [held_by_a_thread, held_by_a_process]


@pytest.fixture
def ledger(settings: Settings, loop: Loop) -> Iterator[World]:
    world = stage.world(settings, sample.router.operations, loop)
    yield world
    world.close()


def stored(ledger: World) -> list[str]:
    with another.connection(ledger.application.app_state.settings.database_address) as connection:
        return list(connection.execute(sa.select(samples.c.kind)).scalars())


def impatient(monkeypatch: pytest.MonkeyPatch, settings: Settings, loop: Loop) -> World:
    """A ledger that waits for the lock for at most 0.2 seconds."""
    monkeypatch.setattr(sqlite, "_WAIT_SECONDS", 0.2)
    return stage.world(settings, sample.router.operations, loop)


@pytest.mark.parametrize("held", HOLDERS)
@pytest.mark.parametrize("path", ["/entries/one", "/entries/one/slowly"])
def test_a_write_waits_in_a_thread_and_takes_effect_once(
    ledger: World, held: Held, path: str
) -> None:
    async def scenario() -> tuple[Response, list[float]]:
        write = asyncio.create_task(ledger.sending("POST", path))
        took = []
        for _ in range(20):
            started = time.monotonic()
            (await ledger.sending("GET", "/entries")).must(200)
            took.append(time.monotonic() - started)
            await asyncio.sleep(0.005)
        assert not write.done()
        await asyncio.to_thread(holding.close)
        return await write, took

    with ExitStack() as holding:
        holding.enter_context(held(ledger))
        response, reads = ledger.loop.run(scenario())
    response.must(200)
    assert stored(ledger) == ["one"]
    assert sorted(reads)[len(reads) // 2] < 0.1  # the event loop was never blocked


@pytest.mark.parametrize("held", HOLDERS)
@pytest.mark.parametrize("path", ["/entries/one", "/entries/one/slowly"])
def test_a_write_that_waits_too_long_gets_database_busy(
    settings: Settings, loop: Loop, monkeypatch: pytest.MonkeyPatch,
    held: Held, path: str,
) -> None:  # fmt: skip
    ledger = impatient(monkeypatch, settings, loop)
    with held(ledger):
        refused = ledger.post(path).must(503)
    assert refused.error == "database_busy"
    assert refused.headers["retry-after"] == "1"
    assert stored(ledger) == []
    ledger.post(path).must(200)
    assert stored(ledger) == ["one"]
    ledger.close()


def test_an_invalid_body_does_not_wait_for_the_lock(ledger: World) -> None:
    with held_by_a_process(ledger):
        started = time.monotonic()
        ledger.post("/entries/one/checked", {"amount": "x"}).must(422)
        assert time.monotonic() - started < 3


def test_reads_never_wait(ledger: World) -> None:
    ledger.post("/entries/one").must(200)
    with held_by_a_process(ledger):
        assert ledger.get("/entries").must(200).data == {"names": ["one"]}
