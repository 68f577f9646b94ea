"""After kill -9 of a worker, its work is due when its lease ends, and is done once."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from bridgework.settings import Settings
from tests.kit.delivery.users import USERS, User
from tests.world import World


def wait_for(condition: Callable[[], object], process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 60.0
    while not condition():
        assert process.poll() is None
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.01)


@pytest.mark.slow("starts and kills a process")
def test_the_work_of_a_killed_worker_is_done_after_its_lease(
    world: World, settings: Settings, work: User
) -> None:
    work.hang()
    (name,) = (name for name, each in USERS.items() if isinstance(work, each))
    values = {**work.settings, "database_url": settings.database_address}
    changes = [f"{setting}={value}" for setting, value in values.items()]
    command = [sys.executable, "-m", "tests.kit.delivery.killed_worker", name]
    with subprocess.Popen([*command, str(settings.data_dir), *changes]) as process:
        wait_for(lambda: work.has_begun(world), process)
        process.kill()
    assert process.returncode == -signal.SIGKILL
    taken = work.row(world)
    worker = work.worker(world.application)
    world.clock.advance(seconds=work.lease.total_seconds() - 1)
    assert worker.work_once() == 0
    assert work.row(world) == taken
    world.clock.advance(seconds=1)
    while worker.work_once():
        continue
    work.must_be_done(world)
