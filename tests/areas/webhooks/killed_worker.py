"""A worker process that is killed while it sends deliveries.

python -m tests.areas.webhooks.killed_worker DATA_DIR DATABASE_URL
"""

import sys
import threading
from pathlib import Path

from bridgework import app
from tests import world
from tests.clock import ManualClock


def main(data_dir: str, database_url: str) -> None:
    settings = world.settings(Path(data_dir), database_url=database_url)
    worker = app.create_app(settings, ManualClock()).webhook_worker
    worker.run(threading.Event())


if __name__ == "__main__":
    main(*sys.argv[1:])
