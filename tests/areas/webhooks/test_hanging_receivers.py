"""Receivers that accept connections and never respond, beside one that responds."""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import pairwise

import pytest

from bridgework.areas.back_office.webhooks.delivery.worker import PER_WEBHOOK
from tests.areas.changes import following
from tests.areas.webhooks import hooks
from tests.areas.webhooks.test_workers import running, wait_for
from tests.servers.receiver import Receiver
from tests.world import Person, World

HANGING = 125
TIMEOUT = 4.0
"""Of an attempt, in seconds, so that the first attempts time out during the test; otherwise 15."""
ROUNDS = 4
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


def test_a_receiver_that_timed_out_gets_one_attempt_at_a_time(world: World, root: Person) -> None:
    timeout, attempts = 0.5, list[float]()
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listener:
        listener.settimeout(8 * timeout)
        hooks.create(
            world, root, f"http://127.0.0.1:{listener.getsockname()[1]}/", ["job.approved"]
        )
        for _ in range(PER_WEBHOOK + 4):
            following.announce(world)
        worker = hooks.quick_worker(world, seconds=timeout)
        with ExitStack() as connections, running(worker):
            for _ in range(PER_WEBHOOK + 4):
                connections.enter_context(listener.accept()[0])
                attempts.append(time.monotonic())
        worker.close()
    first, later = attempts[:PER_WEBHOOK], attempts[PER_WEBHOOK:]
    assert first[-1] - first[0] < timeout
    assert all(after - before > 0.8 * timeout for before, after in pairwise(later))


@pytest.mark.slow("125 receivers hang for seconds")
def test_receivers_that_hang_do_not_delay_one_that_responds(
    world: World, root: Person, receiver: Receiver, ports: list[int]
) -> None:
    """Other processes on the machine delay some rounds, hanging receivers would delay each one."""
    for number in range(HANGING):
        url = f"http://127.0.0.1:{ports[number % 2]}/{number}"
        hooks.create(world, root, url, ["job.approved"])
    hooks.create(world, root, receiver.url("/healthy"), ["job.approved"])
    for _ in range(6):
        following.announce(world)  # a backlog for each
    worker = hooks.quick_worker(world, seconds=TIMEOUT)
    with running(worker):
        wait_for(lambda: len(receiver.received) >= 6)
        rounds = [p99_of_a_round(world, receiver)]
        while rounds[-1] >= 2.0 and len(rounds) < ROUNDS:
            rounds.append(p99_of_a_round(world, receiver))
    worker.close()
    assert rounds[-1] < 2.0, f"p99 of each round in seconds: {rounds}"


def p99_of_a_round(world: World, receiver: Receiver) -> float:
    """Announce changes for two timeouts; return the p99 of the seconds until they arrived."""
    announced: dict[str, float] = {}
    before = len(receiver.received)
    deadline = time.monotonic() + 2 * TIMEOUT
    while time.monotonic() < deadline:
        announced[str(following.announce(world))] = time.monotonic()
        time.sleep(0.3)
    wait_for(lambda: len(receiver.received) >= before + len(announced))
    waits = sorted(
        each.at - announced[each.json["data"]["subject"]["id"]]
        for each in receiver.received
        if each.json["data"]["subject"]["id"] in announced
    )
    assert len(waits) == len(announced)
    return waits[int(len(waits) * 0.99)]
