"""The server's threads end their turns before others begin; those that hash end theirs soon."""

import os
import sys
from pathlib import Path

import pytest

from bridgework.kit import passwords
from tests.served import program
from tests.served.program import Program

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="turns are Linux' own")

ANA = {"email": "ana@example.com", "password": "correct horse battery"}


def test_every_thread_of_the_worker_waits_for_the_core_when_it_wakes(tmp_path: Path) -> None:
    with program.serving(tmp_path) as running:
        # The network thread runs by now; a registration starts those of the pool and of hashes.
        assert running.ask("POST", "/auth/register", ANA)[0] == 201
        threads = _threads(running)
        policies = {os.sched_getscheduler(int(one.name)) for one in threads}
    assert len(threads) > 3
    assert policies == {os.SCHED_BATCH}


def test_a_hash_leaves_the_core_to_others_again_and_again(tmp_path: Path) -> None:
    with program.serving(tmp_path) as running:
        assert running.ask("POST", "/auth/register", ANA)[0] == 201
        rests, milliseconds = _of_hashing(running)
        assert running.ask("POST", "/auth/login", {**ANA, "password": "not hers"})[0] == 401
        more_rests, more_milliseconds = _of_hashing(running)
    assert more_rests - rests > (more_milliseconds - milliseconds) / 3


def _of_hashing(running: Program) -> tuple[int, float]:
    """Of the threads that hash: how often they gave up the core, and their milliseconds on it."""
    hashing = [one for one in _threads(running) if _niceness(one) == passwords.NICENESS]
    return sum(map(_rests, hashing)), sum(map(_milliseconds, hashing))


def _threads(running: Program) -> list[Path]:
    return list(Path(f"/proc/{running.worker()}/task").iterdir())


def _niceness(thread: Path) -> int:
    return os.getpriority(os.PRIO_PROCESS, int(thread.name))


def _rests(thread: Path) -> int:
    lines = (thread / "status").read_text().splitlines()
    told = next(line for line in lines if line.startswith("voluntary_ctxt_switches:"))
    return int(told.split()[1])


def _milliseconds(thread: Path) -> float:
    return int((thread / "schedstat").read_text().split()[0]) / 1e6
