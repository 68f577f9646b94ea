"""The streams of notifications of a running server: prompt, across processes, and cheap."""

import contextlib
import json
import resource
import selectors
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bridgework.kit.core import Id
from bridgework.settings import Settings
from tests import cast
from tests.areas.notifications.leaving import PATH, leave
from tests.served.test_stream import resident, serving
from tests.world import Person, World

ACCOUNTS = 200
STREAMS = 10
"""Streams of each account."""
PER_SECOND = 50
SECONDS = 10
MEMORY = 80 * 2**20
"""Bytes that the streams may take together. 72 MB were measured."""
FILES = 8192
"""Open files, of this process and of the server, which inherits the limit."""


def to_present(world: World) -> None:
    """Set the clock of the world to that of the server, which checks when tokens expire."""
    world.clock.advance(seconds=(datetime.now(UTC) - world.clock.now()).total_seconds())


def signed_in(world: World, person: Person, number: int) -> Person:
    """Sign in again, from an address of one's own: sign-ins of one address are limited."""
    sent = {"email": person.email, "password": cast.PASSWORD}
    at = replace(person, token=None, address=f"198.51.100.{number}")
    return replace(at, token=world.post("/auth/login", sent, as_=at).must(200).data["token"])


def opened(port: int, person: Person, last_event_id: str = "") -> socket.socket:
    """Open a stream and send its request."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=20)
    last = f"Last-Event-ID: {last_event_id}\r\n" if last_event_id else ""
    connection.sendall(
        f"GET {PATH} HTTP/1.1\r\nHost: localhost\r\n"
        f"Authorization: Bearer {person.token}\r\n{last}\r\n".encode()
    )
    return connection


def read_until(connection: socket.socket, wanted: bytes) -> bytes:
    """Read until some bytes arrive, and return all."""
    received = b""
    while wanted not in received:
        part = connection.recv(65536)
        assert part, received
        received += part
    return received


def test_a_notification_of_another_process_arrives_soon(world: World, settings: Settings) -> None:
    to_present(world)
    ben = cast.ben(world)
    with serving(settings) as running, opened(running.port, ben) as connection:
        read_until(connection, b'{"unread": 0}')
        for unread in (1, 2, 3):
            started, [subject] = time.monotonic(), leave(world, Id(str(ben.id)))
            text = read_until(connection, b'{"unread": %d}' % unread)
            assert subject.encode() in text
            assert time.monotonic() - started < 3


def test_a_restart_of_the_server_loses_no_notification(world: World, settings: Settings) -> None:
    to_present(world)
    ben = cast.ben(world)
    with serving(settings) as running, opened(running.port, ben) as connection:
        leave(world, Id(str(ben.id)))
        text = read_until(connection, b'{"unread": 1}').decode()
        last = [line for line in text.splitlines() if line.startswith("id: ")][-1][4:]
        assert running.terminate() < 8
    missed = leave(world, Id(str(ben.id)), 3)
    with serving(settings) as running, opened(running.port, ben, last) as connection:
        text = read_until(connection, missed[-1].encode()).decode()
    received = [
        json.loads(line[6:]) for line in text.splitlines() if line.startswith('data: {"id"')
    ]
    assert [each["subject"]["id"] for each in received] == missed


@pytest.fixture
def _many_files() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, hard), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.long("two thousand streams")
@pytest.mark.timeout(400)
@pytest.mark.usefixtures("_many_files")
def test_two_thousand_streams_get_fifty_notifications_a_second(
    world: World, settings: Settings
) -> None:
    to_present(world)
    people = []
    for number in range(ACCOUNTS):
        world.clock.advance(hours=1)  # registrations of one address are limited
        people.append(cast.sign_up(world, f"person{number}@example.com"))
    to_present(world)
    people = [signed_in(world, person, number) for number, person in enumerate(people)]
    with serving(settings) as running, contextlib.ExitStack() as streams:
        with opened(running.port, people[0]) as first:
            read_until(first, b"event: counts")
        before = resident(running.worker())
        selector = streams.enter_context(selectors.DefaultSelector())
        for person in people * STREAMS:
            connection = streams.enter_context(opened(running.port, person))
            read_until(connection, b"event: counts")
            selector.register(connection, selectors.EVENT_READ)
        left: dict[str, float] = {}
        took: list[float] = []
        started = time.monotonic()
        while len(took) < PER_SECOND * SECONDS * STREAMS:
            now = time.monotonic()
            assert now - started < SECONDS * 3
            if len(left) < min((now - started) * PER_SECOND, PER_SECOND * SECONDS):
                owner = people[len(left) % ACCOUNTS].id
                left[leave(world, Id(str(owner)))[0]] = now
            for key, _ in selector.select(0.005):
                arrived = time.monotonic()
                assert isinstance(key.fileobj, socket.socket)
                for line in key.fileobj.recv(65536).splitlines():
                    if line.startswith(b'data: {"id"'):
                        subject = json.loads(line.removeprefix(b"data: "))["subject"]["id"]
                        took.append(arrived - left[subject])
        used = resident(running.worker()) - before
    slow = sorted(took)[int(len(took) * 0.99)]
    assert slow <= 1, f"{slow:.2f} s, {used / 2**20:.1f} MB"
    assert used <= MEMORY, f"{slow:.2f} s, {used / 2**20:.1f} MB"
