"""When somebody was last seen, noted in memory and written now and then.

What is only seen is never written at every call: a read would become a write.
"""

import threading
from datetime import datetime

from bridgework.kit.auth import Caller
from bridgework.kit.ids import Id


class Seen:
    """The latest moment of each session and each partner key, until it is drained."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sessions: dict[Id, datetime] = {}
        self._keys: dict[Id, datetime] = {}

    def note(self, caller: Caller, at: datetime) -> None:
        """Note that `caller` called."""
        with self._lock:
            if caller.session_id is not None:
                self._sessions[caller.session_id] = at
            elif caller.partner_key_id is not None:
                self._keys[caller.partner_key_id] = at

    def drain_sessions(self) -> dict[Id, datetime]:
        """What was noted of sessions since the last time."""
        with self._lock:
            drained, self._sessions = self._sessions, {}
        return drained

    def drain_keys(self) -> dict[Id, datetime]:
        """What was noted of partner keys since the last time."""
        with self._lock:
            drained, self._keys = self._keys, {}
        return drained
