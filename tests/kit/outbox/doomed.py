"""A worker process that is killed between the mail server's 250 and its own note of it.

python -m tests.kit.outbox.doomed DATA_DIR DATABASE_URL SMTP_URL
"""

import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

from bridgework import app
from bridgework.kit.outbox.way_out import WayOut
from tests import world
from tests.clock import HandClock


class Doomed(WayOut):
    """Hands a letter over, and then the power goes."""

    def __init__(self, way_out: WayOut) -> None:
        self._way_out = way_out

    def open(self) -> None:
        self._way_out.open()

    def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
        self._way_out.deliver(message_id, recipient, message)
        os.kill(os.getpid(), signal.SIGKILL)


def main(data_dir: str, database_url: str, smtp_url: str) -> None:
    settings = world.settings(Path(data_dir), database_url=database_url, smtp_url=smtp_url)
    worker = app.create_app(settings, HandClock()).worker
    replace(worker, way_out=Doomed(worker.way_out)).work_once()


if __name__ == "__main__":
    main(*sys.argv[1:])
