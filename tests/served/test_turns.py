"""The worker process handles no real-time signal."""

import signal
import sys
from pathlib import Path

import pytest

from tests.served import program

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux only")

ANA = {"email": "ana@example.com", "password": "correct horse battery"}


def test_no_real_time_signal_is_handled(tmp_path: Path) -> None:
    with program.run_server(tmp_path) as running:
        assert running.request("POST", "/auth/register", ANA)[0] == 201  # hashes a password
        status = Path(f"/proc/{running.worker()}/status").read_text().splitlines()
    (caught,) = [int(line.split()[1], 16) for line in status if line.startswith("SigCgt:")]
    real_time = range(signal.SIGRTMIN, signal.SIGRTMAX + 1)
    assert [number for number in real_time if caught >> (number - 1) & 1] == []
