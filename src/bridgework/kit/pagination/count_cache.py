"""Totals and first keys of filtered lists, cached until the version of their topic changes.

Counting 100,000 rows of an index takes milliseconds, and every page of a list needs the same total.
"""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, NamedTuple

_CAPACITY = 100  # entries of some hundred keys each: a few megabytes


class FirstKeys(NamedTuple):
    """The keys of the first rows of a list, and the number of all its rows."""

    keys: Sequence[Any]
    total: int


class CountCache:
    """Caches in this process; the entries used least recently are dropped first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._entries: OrderedDict[tuple[str, str], tuple[int, FirstKeys]] = OrderedDict()

    def get(self, topic: str, version: int, filters: str) -> FirstKeys | None:
        """Return what was stored at exactly this version of the topic."""
        with self._lock:
            stored_version, found = self._entries.get((topic, filters), (None, None))
            if found is not None:
                self._entries.move_to_end((topic, filters))
        return found if stored_version == version else None

    def put(self, topic: str, version: int, filters: str, found: FirstKeys) -> None:
        """Store what was found; `version` must have been read before it."""
        with self._lock:
            self._entries[topic, filters] = version, found
            self._entries.move_to_end((topic, filters))
            if len(self._entries) > _CAPACITY:
                self._entries.popitem(last=False)
