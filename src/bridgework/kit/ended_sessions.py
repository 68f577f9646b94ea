"""Which sessions have ended, as far as this process knows.

The rate limit counts a request before its session is looked up. Without this, an access token would
go on spending its owner's quota after the session has ended, until the token expires. Operations
that look the session up record what they found; a session that was not looked up for a while is
looked up for the rate limit, so not every request costs a query.
"""

import threading
from collections import OrderedDict

from bridgework.kit.ids import Id

_MOST_UNCHECKED = 10
"""Requests of a session that are counted against its account without a look-up."""
_ENDED = -1


class EndedSessions:
    """Ended sessions, and the requests of the others since their last look-up; bounded."""

    def __init__(self, capacity: int = 10_000) -> None:
        """Beyond `capacity` sessions, the ones that were not used for longest are forgotten."""
        self._capacity = capacity
        self._unchecked: OrderedDict[Id, int] = OrderedDict()
        self._lock = threading.Lock()

    def record(self, session_id: Id, *, ended: bool) -> None:
        """Record what a look-up of the session found."""
        with self._lock:
            self._put(session_id, _ENDED if ended else 0)

    def has_ended(self, session_id: Id) -> bool | None:
        """Whether the session of a request has ended; None where it has to be looked up."""
        with self._lock:
            unchecked = self._unchecked.get(session_id, 0)
            if unchecked == _ENDED:
                self._unchecked.move_to_end(session_id)
                return True
            if unchecked >= _MOST_UNCHECKED:
                return None
            self._put(session_id, unchecked + 1)
            return False

    def _put(self, session_id: Id, unchecked: int) -> None:
        self._unchecked[session_id] = unchecked
        self._unchecked.move_to_end(session_id)
        if len(self._unchecked) > self._capacity:
            self._unchecked.popitem(last=False)
