"""A process that runs a periodic task while it holds the lease.

python -m tests.kit.task_runner NAME DATABASE_URL LOG LEASE_SECONDS WORK_SECONDS

It appends a line to the log when a run starts, and one when it ends: the name, the word, the time.
"""

import sys
import threading
import time
from datetime import datetime
from functools import partial
from pathlib import Path

import sqlalchemy as sa

from bridgework.kit.core import SystemClock
from bridgework.kit.data.db import Tx, open_database
from bridgework.kit.delivery import Lease, PeriodicTask, Scheduler
from tests.servers.pgbouncer import IS_POOLED

INTERVAL = 0.3


def act(name: str, log: Path, seconds: float, tx: Tx, now: datetime) -> int:
    """Work for some seconds between two statements."""
    del now
    note(log, name, "start")
    tx.execute(sa.text("SELECT 1"))
    time.sleep(seconds)
    tx.execute(sa.text("SELECT 1"))
    note(log, name, "end")
    return 0


def note(log: Path, name: str, word: str) -> None:
    with log.open("a") as file:
        file.write(f"{name} {word} {time.time()}\n")


def main(name: str, url: str, log: str, lease_seconds: str, work_seconds: str) -> None:
    database = open_database(
        url, synchronous="normal", threads=2, pooled=IS_POOLED, statement_seconds=10
    )
    clock = SystemClock()
    action = partial(act, name, Path(log), float(work_seconds))
    lease = Lease(database, clock, seconds=float(lease_seconds))
    tasks = [PeriodicTask("work", action, interval=INTERVAL)]
    Scheduler(database, clock, tasks, lease=lease).run(threading.Event())


if __name__ == "__main__":
    main(*sys.argv[1:])
