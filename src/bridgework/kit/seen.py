"""When somebody was last seen, noted in memory and written now and then.

What is only seen is never written at every call: a read would become a write. What was drained
counts as written once that is said, and is drained again otherwise, so a write that fails loses
nothing.
"""

import threading
from datetime import datetime

from bridgework.kit.auth import Caller
from bridgework.kit.ids import Id


class Seen:
    """The latest moment of each session and each partner key, until it is written."""

    def __init__(self) -> None:
        self._sessions = _Moments()
        self._keys = _Moments()
        self.sessions_written = self._sessions.settle
        """Says that what was drained of sessions stands."""
        self.keys_written = self._keys.settle
        """Says that what was drained of keys stands."""

    def note(self, caller: Caller, at: datetime) -> None:
        """Note that `caller` called."""
        if caller.session_id is not None:
            self._sessions.note(caller.session_id, at)
        elif caller.partner_key_id is not None:
            self._keys.note(caller.partner_key_id, at)

    def drain_sessions(self) -> dict[Id, datetime]:
        """What was noted of sessions since the last that were written; one drains at a time."""
        return self._sessions.drain()

    def drain_keys(self) -> dict[Id, datetime]:
        """What was noted of partner keys since the last that were written."""
        return self._keys.drain()


class _Moments:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._noted: dict[Id, datetime] = {}
        self._drained: dict[Id, datetime] = {}

    def note(self, whose: Id, at: datetime) -> None:
        with self._lock:
            self._noted[whose] = at

    def drain(self) -> dict[Id, datetime]:
        with self._lock:
            # What was drained before and is there still was not written.
            self._drained.update(self._noted)
            self._noted = {}
            return dict(self._drained)

    def settle(self) -> None:
        with self._lock:
            self._drained = {}
