"""When somebody was last seen, noted in memory and written now and then, some at once.

What is only seen is never written at every call: a read would become a write. What was drained
counts as written once that is said, and is drained again otherwise, so a write that fails loses
nothing.
"""

import itertools
import threading
from collections.abc import Mapping
from datetime import datetime

from bridgework.kit.auth import Caller
from bridgework.kit.ids import Id

AT_ONCE = 50
"""As many as are drained in one go: the write lock is held for a few milliseconds."""


class Seen:
    """The latest moment of each session and each partner key, until it is written."""

    def __init__(self) -> None:
        self._sessions = _Moments()
        self._keys = _Moments()
        self.sessions_due = self._sessions.gather
        """Has what was noted of sessions so far be due to be written."""
        self.sessions_written = self._sessions.settle
        """Says that what was drained of sessions stands."""
        self.keys_due = self._keys.gather
        """Has what was noted of keys so far be due to be written."""
        self.keys_written = self._keys.settle
        """Says that what was drained of keys stands."""

    def note(self, caller: Caller, at: datetime) -> None:
        """Note that `caller` called."""
        if caller.session_id is not None:
            self._sessions.note(caller.session_id, at)
        elif caller.partner_key_id is not None:
            self._keys.note(caller.partner_key_id, at)

    def drain_sessions(self) -> Mapping[Id, datetime]:
        """Some of what is due of sessions, none if nothing is; one drains at a time."""
        return self._sessions.drain()

    def drain_keys(self) -> Mapping[Id, datetime]:
        """Some of what is due of partner keys."""
        return self._keys.drain()


class _Moments:
    """What is noted, what of it is due to be written, and what of that was drained last.

    Whoever calls all the time is noted anew, but due once: what is drained comes to an end.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._noted: dict[Id, datetime] = {}
        self._due: dict[Id, datetime] = {}
        self._drained: dict[Id, datetime] = {}

    def note(self, whose: Id, at: datetime) -> None:
        with self._lock:
            self._noted[whose] = at

    def gather(self) -> None:
        with self._lock:
            # What was due before and is there still was not written.
            self._due.update(self._noted)
            self._noted = {}

    def drain(self) -> Mapping[Id, datetime]:
        with self._lock:
            self._drained = dict(itertools.islice(self._due.items(), AT_ONCE))
            return self._drained

    def settle(self) -> None:
        with self._lock:
            for whose in self._drained:
                del self._due[whose]
            self._drained = {}
