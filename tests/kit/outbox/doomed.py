"""A worker process that is killed between the mail server's 250 and its own note of it.

python -m tests.kit.outbox.doomed DATA_DIR DATABASE_URL SMTP_URL
"""

import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

from bridgework import app
from bridgework.kit.outbox.transport import Transport
from tests import world
from tests.clock import ManualClock


class Doomed(Transport):
    """Hands a letter over, and then the power goes."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def open(self) -> None:
        self._transport.open()

    def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
        self._transport.deliver(message_id, recipient, message)
        os.kill(os.getpid(), signal.SIGKILL)


def main(data_dir: str, database_url: str, smtp_url: str) -> None:
    settings = world.settings(Path(data_dir), database_url=database_url, smtp_url=smtp_url)
    worker = app.create_app(settings, ManualClock()).worker
    replace(worker, transport=Doomed(worker.transport)).work_once()


if __name__ == "__main__":
    main(*sys.argv[1:])
