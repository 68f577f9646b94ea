"""A worker process that is killed after the mail server's 250 and before it records it.

python -m tests.kit.outbox.killed_worker DATA_DIR DATABASE_URL SMTP_URL
"""

import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

from bridgework import app
from bridgework.kit.delivery.outbox import Transport
from tests import world
from tests.clock import ManualClock


class KilledAfterDelivery(Transport):
    """Delivers an e-mail, then kills the process."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def open(self) -> None:
        self._transport.open()

    def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
        self._transport.deliver(message_id, recipient, message)
        os.kill(os.getpid(), signal.SIGKILL)


def main(data_dir: str, database_url: str, smtp_url: str) -> None:
    settings = world.settings(Path(data_dir), database_url=database_url, smtp_url=smtp_url)
    worker = world.mail_worker(app.create_app(settings, ManualClock()))
    replace(worker, transport=KilledAfterDelivery(worker.transport)).work_once()


if __name__ == "__main__":
    main(*sys.argv[1:])
