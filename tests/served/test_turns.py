"""Every thread of the worker process runs under SCHED_BATCH; no real-time signal is handled."""

import os
import signal
import sys
from pathlib import Path

import pytest

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


def _threads(running: Program) -> list[Path]:
    return list(Path(f"/proc/{running.worker()}/task").iterdir())


def test_no_real_time_signal_is_handled(tmp_path: Path) -> None:
    with program.serving(tmp_path) as running:
        assert running.ask("POST", "/auth/register", ANA)[0] == 201  # hashes a password
        status = Path(f"/proc/{running.worker()}/status").read_text().splitlines()
    (caught,) = [int(line.split()[1], 16) for line in status if line.startswith("SigCgt:")]
    real_time = range(signal.SIGRTMIN, signal.SIGRTMAX + 1)
    assert [number for number in real_time if caught >> (number - 1) & 1] == []
