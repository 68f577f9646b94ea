"""The streams of notifications of a running server: prompt, across processes, and cheap."""

import json
import socket
import time
from datetime import UTC, datetime

from bridgework.kit.core import Id
from bridgework.settings import Settings
from tests import cast
from tests.areas.notifications.leaving import PATH, leave
from tests.served.test_stream import serving
from tests.world import Person, World


def to_present(world: World) -> None:
    """Set the clock of the world to that of the server, which checks when tokens expire."""
    world.clock.advance(seconds=(datetime.now(UTC) - world.clock.now()).total_seconds())


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
