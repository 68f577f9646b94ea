"""Clients that send bodies and heads very slowly do not delay others."""

import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.served import program
from tests.served.program import Program

BODIES = 8_192
HEADS = 200
LONGEST_WAIT = 0.2
SECONDS = 8.0
STOP_SECONDS = 10.0
ROOT = Path(__file__).parents[2]
OTHERS = {"x-forwarded-for": "203.0.113.7"}
"""Other clients come from another address through the same proxy."""


@contextlib.contextmanager
def attack(running: Program) -> Iterator[None]:
    """Run slow clients, all of them connected when the block begins."""
    numbers = (running.port, BODIES, HEADS)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.slow_clients", *map(str, numbers)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"under way\n"
        yield
    finally:
        process.kill()
        process.communicate()


def measure(running: Program, method: str, path: str, body: object = None) -> tuple[float, int]:
    """Send a request; return seconds and status."""
    began = time.perf_counter()
    status, _, _ = running.request(method, path, body, OTHERS)
    return time.perf_counter() - began, status


def test_slow_clients_do_not_delay_others_or_the_shutdown(tmp_path: Path) -> None:
    with program.run_server(tmp_path, TRUSTED_PROXIES="127.0.0.1") as running, attack(running):
        waits: list[float] = []
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            for wait, status in (
                measure(running, "GET", "/livez"),
                measure(running, "GET", "/blogs"),
                measure(running, "POST", "/auth/resend-otp", {"email": "nobody@example.com"}),
            ):
                assert status in {200, 404}
                waits.append(wait)
            time.sleep(0.05)
        took = running.terminate()
    waits.sort()
    assert len(waits) > 50
    # The clients need a core of their own; the slowest percent is caused by the test machine.
    slowest = waits[len(waits) * 99 // 100]
    assert slowest < LONGEST_WAIT, f"slowest of {len(waits)}: {waits[-10:]}"
    assert took < STOP_SECONDS
    assert running.process.returncode == 0
