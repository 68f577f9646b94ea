"""The change stream of a running server: prompt, ended with the server, and cheap while idle."""

import contextlib
import re
import time
from collections.abc import Iterator, Mapping
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from bridgework.settings import Settings
from tests import cast
from tests.areas.changes import following
from tests.areas.jobs import board
from tests.served import program
from tests.served.program import Program
from tests.world import PUBLIC_URL, Person, World

CALLERS = 100
STREAMS = 10
"""Streams of each caller."""


@contextlib.contextmanager
def serving(settings: Settings) -> Iterator[Program]:
    variables = {"DATABASE_URL": settings.database_address, "PUBLIC_URL": PUBLIC_URL}
    with program.run_server(settings.data_dir, **variables) as running:
        yield running


@contextlib.contextmanager
def opened(running: Program, headers: Mapping[str, str]) -> Iterator[HTTPResponse]:
    """Open a stream, and read its first bytes, until the end of the block."""
    connection = HTTPConnection("127.0.0.1", running.port, timeout=20)
    with contextlib.closing(connection):
        connection.request("GET", "/changes/stream", headers=dict(headers))
        response = connection.getresponse()
        if response.status == 200:
            assert response.readline() == b"retry: 2000\n"
            assert re.fullmatch(rb"id: \d+\n", response.readline())
            assert response.readline() == b"\n"
        yield response


def resident(pid: int) -> int:
    """Return the memory of a process in bytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))


def test_a_change_of_another_process_arrives_soon(world: World, settings: Settings) -> None:
    root = cast.root(world)
    headers = board.partner_headers(world, root, "changes:read")
    with serving(settings) as running, opened(running, headers) as response:
        for _ in range(3):
            started, subject_id = time.monotonic(), following.announce(world)
            lines = [response.readline() for _ in range(4)]
            assert time.monotonic() - started < 3
            assert lines[1] == b"event: job.approved\n"
            assert subject_id.encode() in lines[2]


def test_a_closed_connection_frees_its_stream(world: World, settings: Settings) -> None:
    root = cast.root(world)
    headers = board.partner_headers(world, root, "changes:read")
    with serving(settings) as running:
        with contextlib.ExitStack() as streams:
            for _ in range(STREAMS):
                assert streams.enter_context(opened(running, headers)).status == 200
            with opened(running, headers) as refused:
                assert refused.status == 429
        deadline = time.monotonic() + 5
        while True:
            with opened(running, headers) as again:
                if again.status == 200:
                    break
            assert time.monotonic() < deadline
            time.sleep(0.1)


def test_streams_end_when_the_server_stops(world: World, settings: Settings) -> None:
    root = cast.root(world)
    headers = board.partner_headers(world, root, "changes:read")
    with serving(settings) as running, opened(running, headers) as response:
        assert running.terminate() < 8
        assert response.read() == b""
        assert running.process.returncode == 0


@pytest.mark.long("a thousand streams")
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_thousand_idle_streams_take_under_60_mb(world: World, settings: Settings) -> None:
    root = cast.root(world)
    callers = [partner(world, root) for _ in range(CALLERS)]
    with serving(settings) as running, contextlib.ExitStack() as streams:
        with opened(running, callers[0]):
            time.sleep(2)
        before = resident(running.worker())
        responses = [
            streams.enter_context(opened(running, headers))
            for headers in callers
            for _ in range(STREAMS)
        ]
        time.sleep(20)
        used = resident(running.worker()) - before
        subject_id, started = following.announce(world), time.monotonic()
        for response in responses:
            while not (line := response.readline()).startswith(b"data: "):
                assert line in {b": no events\n", b"\n"} or line.startswith((b"id", b"event"))
            assert subject_id.encode() in line
        took = time.monotonic() - started
    assert used < 60 * 2**20, f"{used / 2**20:.1f} MB"
    assert took < 5, f"{took:.1f} s"


def partner(world: World, root: Person) -> Mapping[str, str]:
    world.clock.advance(seconds=1)
    return board.partner_headers(world, root, "changes:read")
