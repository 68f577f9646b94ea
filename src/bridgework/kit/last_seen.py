"""When sessions and partner keys were last used: collected in memory, written in batches.

Writing it with every request would make each read a write. What was drained is forgotten only once
its commit is confirmed, so a failed write loses nothing.
"""

import itertools
import threading
from collections.abc import Mapping
from datetime import datetime

from bridgework.kit.auth import Caller
from bridgework.kit.ids import Id

BATCH = 50  # keeps the write lock for a few milliseconds


class LastSeen:
    """The latest use of each session and each partner key that is not yet written."""

    def __init__(self) -> None:
        self.sessions = PendingTimes()
        self.partner_keys = PendingTimes()

    def note(self, caller: Caller, at: datetime) -> None:
        """Note a request of `caller`."""
        if caller.session_id is not None:
            self.sessions.note(caller.session_id, at)
        elif caller.partner_key_id is not None:
            self.partner_keys.note(caller.partner_key_id, at)


class PendingTimes:
    """The latest time by id, until it is written by one task: collect, then drain and confirm.

    What is noted after `collect` is left for the next run, so draining comes to an end even if a
    caller sends requests all the time.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._noted: dict[Id, datetime] = {}
        self._due: dict[Id, datetime] = {}
        self._drained: dict[Id, datetime] = {}

    def note(self, subject: Id, at: datetime) -> None:
        """Replace the time of an id."""
        with self._lock:
            self._noted[subject] = at

    def collect(self) -> None:
        """Make everything noted so far due, with what was due before and was not written."""
        with self._lock:
            self._due.update(self._noted)
            self._noted = {}

    def drain(self) -> Mapping[Id, datetime]:
        """Return one batch of what is due, empty if nothing is."""
        with self._lock:
            self._drained = dict(itertools.islice(self._due.items(), BATCH))
            return self._drained

    def confirm(self) -> None:
        """Forget the batch drained last: it is committed."""
        with self._lock:
            for subject in self._drained:
                del self._due[subject]
            self._drained = {}
