"""Threads of the server end their turns before others begin: nobody interrupts by waking up."""

import os
import sys
from pathlib import Path

import pytest

from tests.served import program


@pytest.mark.skipif(sys.platform != "linux", reason="SCHED_BATCH is Linux' own")
def test_every_thread_of_the_worker_waits_for_the_core_when_it_wakes(tmp_path: Path) -> None:
    person = {"email": "ana@example.com", "password": "correct horse battery"}
    with program.serving(tmp_path) as running:
        # The network thread runs by now; a registration starts those of the pool and of hashes.
        assert running.ask("POST", "/auth/register", person)[0] == 201
        threads = [int(one.name) for one in Path(f"/proc/{running.worker()}/task").iterdir()]
        policies = {os.sched_getscheduler(thread) for thread in threads}
    assert len(threads) > 3
    assert policies == {os.SCHED_BATCH}
