"""Receivers that accept connections and never respond, beside one that responds."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.areas.changes import following
from tests.areas.webhooks import hooks
from tests.areas.webhooks.test_workers import running, wait_for
from tests.servers.receiver import Receiver
from tests.world import Person, World

HANGING = 125
TIMEOUT = 4.0
"""Of an attempt, in seconds, so that the first attempts time out during the test; otherwise 15."""
_LISTENER = """
import collections
import socket
listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
print(listener.getsockname()[1], flush=True)
kept = collections.deque(maxlen=600)
while True:
    kept.append(listener.accept())
"""


@contextmanager
def silent(*, stopped: bool) -> Iterator[int]:
    """Run a process that accepts connections and never responds. Returns its port."""
    command = [sys.executable, "-c", _LISTENER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        if stopped:
            process.send_signal(signal.SIGSTOP)
        try:
            yield port
        finally:
            process.kill()


@pytest.fixture
def ports() -> Iterator[list[int]]:
    """The ports of a process that never responds, and of one that is stopped."""
    with silent(stopped=False) as first, silent(stopped=True) as second:
        yield [first, second]


def waits_beside_hanging(
    world: World, root: Person, receiver: Receiver, ports: list[int]
) -> list[float]:
    """Return the seconds from each event to its arrival at the healthy receiver, sorted."""
    for number in range(HANGING):
        url = f"http://127.0.0.1:{ports[number % 2]}/{number}"
        hooks.create(world, root, url, ["job.approved"])
    hooks.create(world, root, receiver.url("/healthy"), ["job.approved"])
    announced: dict[str, float] = {}
    for _ in range(6):
        following.announce(world)  # a backlog for each
    worker = hooks.quick_worker(world, seconds=TIMEOUT)
    with running(worker):
        wait_for(lambda: len(receiver.received) >= 6)
        deadline = time.monotonic() + 2 * TIMEOUT
        while time.monotonic() < deadline:
            announced[str(following.announce(world))] = time.monotonic()
            time.sleep(0.3)
        wait_for(lambda: len(receiver.received) >= 6 + len(announced))
    worker.close()
    waits = sorted(
        each.at - announced[each.json["data"]["subject"]["id"]]
        for each in receiver.received
        if each.json["data"]["subject"]["id"] in announced
    )
    assert len(waits) == len(announced)
    return waits


def test_one_that_responds_never_waits_for_the_timeout_of_one_that_hangs(
    world: World, root: Person, receiver: Receiver, ports: list[int]
) -> None:
    waits = waits_beside_hanging(world, root, receiver, ports)
    assert waits[-1] < TIMEOUT, f"p50 {waits[len(waits) // 2]:.2f} s, longest {waits[-1]:.2f} s"


@pytest.mark.long
def test_one_that_responds_is_served_within_two_seconds(
    world: World, root: Person, receiver: Receiver, ports: list[int]
) -> None:
    """Marked long: it measures seconds, which other tests on the same cores would change."""
    waits = waits_beside_hanging(world, root, receiver, ports)
    p99 = waits[int(len(waits) * 0.99)]
    assert p99 < 2.0, f"p50 {waits[len(waits) // 2]:.2f} s, p99 {p99:.2f} s"
