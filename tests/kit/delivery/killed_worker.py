"""A worker process that is killed in the middle of its work.

python -m tests.kit.delivery.killed_worker USER DATA_DIR NAME=VALUE…
"""

import sys
import threading
from pathlib import Path

from bridgework import app
from tests import world
from tests.clock import ManualClock
from tests.kit.delivery.users import USERS, Servers
from tests.servers.luma import StandIn
from tests.servers.receiver import Receiver
from tests.servers.smtp import MailServer


def main(user: str, data_dir: str, *changes: str) -> None:
    values = dict(change.split("=", 1) for change in changes)
    application = app.create_app(world.settings(Path(data_dir), **values), ManualClock())
    servers = Servers(MailServer(), Receiver(), StandIn())  # those of the test are running
    USERS[user](servers).worker(application).run(threading.Event())


if __name__ == "__main__":
    main(*sys.argv[1:])
