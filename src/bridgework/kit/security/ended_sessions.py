"""The ended sessions that this process knows of.

The rate limit counts a request before its session is looked up. Without this list, an access token
would still count against its owner's limit after the session has ended, until the token expires.
Operations that look up a session record the result. A session is looked up for the rate limit only
if it was not looked up for 10 requests, so most requests need no query.
"""

import threading
from collections import OrderedDict

from bridgework.kit.core import Id

_MAX_UNCHECKED = 10
"""Requests of a session that are counted without a look-up."""
_ENDED = -1


class EndedSessions:
    """Ended sessions, and the number of requests of the others since their last look-up."""

    def __init__(self, capacity: int = 10_000) -> None:
        """Beyond `capacity` sessions, the least recently used are removed."""
        self._capacity = capacity
        self._unchecked: OrderedDict[Id, int] = OrderedDict()
        self._lock = threading.Lock()

    def record(self, session_id: Id, *, ended: bool) -> None:
        """Record the result of a look-up of the session."""
        with self._lock:
            self._put(session_id, _ENDED if ended else 0)

    def has_ended(self, session_id: Id) -> bool | None:
        """Whether the session of a request has ended; None if it has to be looked up."""
        with self._lock:
            unchecked = self._unchecked.get(session_id, 0)
            if unchecked == _ENDED:
                self._unchecked.move_to_end(session_id)
                return True
            if unchecked >= _MAX_UNCHECKED:
                return None
            self._put(session_id, unchecked + 1)
            return False

    def _put(self, session_id: Id, unchecked: int) -> None:
        self._unchecked[session_id] = unchecked
        self._unchecked.move_to_end(session_id)
        if len(self._unchecked) > self._capacity:
            self._unchecked.popitem(last=False)
