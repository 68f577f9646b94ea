"""When sessions and API keys were last used: collected in memory, written in batches.

Writing the time with every request would make each read a write. A drained batch is removed only
after its commit is confirmed, so a failed write loses nothing.
"""

import itertools
import threading
from collections.abc import Mapping
from datetime import datetime, timedelta

from bridgework.kit.core import Id
from bridgework.kit.security.auth import Caller

WRITE_DELAY = timedelta(minutes=1)
"""The interval of the task that writes the times."""
BATCH = 50  # holds the write lock for a few milliseconds


class LastSeen:
    """The latest use of each session and each API key that is not yet written."""

    def __init__(self) -> None:
        self.sessions = PendingTimes()
        self.api_keys = PendingTimes()

    def record(self, caller: Caller, at: datetime) -> None:
        """Record a request of `caller`."""
        if caller.session_id is not None:
            self.sessions.record(caller.session_id, at)
        elif caller.api_key_id is not None:
            self.api_keys.record(caller.api_key_id, at)


class PendingTimes:
    """The latest time by ID. One task writes them: collect, then drain and confirm each batch.

    Times recorded after `collect` are left for the next run, so draining terminates even under a
    continuous stream of requests.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._recorded: dict[Id, datetime] = {}
        self._due: dict[Id, datetime] = {}
        self._drained: dict[Id, datetime] = {}

    def record(self, subject: Id, at: datetime) -> None:
        """Record the time of an ID, replacing an earlier one."""
        with self._lock:
            self._recorded[subject] = at

    def collect(self) -> None:
        """Make everything recorded so far due, in addition to due times that were not written."""
        with self._lock:
            self._due.update(self._recorded)
            self._recorded = {}

    def drain(self) -> Mapping[Id, datetime]:
        """Return a batch of due times; empty if there are none."""
        with self._lock:
            self._drained = dict(itertools.islice(self._due.items(), BATCH))
            return self._drained

    def confirm(self) -> None:
        """Remove the last drained batch, after its commit."""
        with self._lock:
            for subject in self._drained:
                del self._due[subject]
            self._drained = {}
