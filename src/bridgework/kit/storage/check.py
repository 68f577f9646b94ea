"""The check of the file storage for the readiness probe, which never waits for it."""

import logging
import threading
import time
from typing import Literal

from typing_extensions import TypeAliasType

from bridgework.kit.core import outages
from bridgework.kit.storage.storage import Storage, StorageFault

_log = logging.getLogger("bridgework.storage")
_INTERVAL_SECONDS = 30.0

StorageState = TypeAliasType("StorageState", Literal["available", "unavailable", "unchecked"])


class StorageCheck:
    """The result of the last check of a storage, which runs in a thread of its own."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._state: StorageState = "unchecked"
        self._checked_at = float("-inf")
        self._running = threading.Lock()

    def state(self) -> StorageState:
        """Return the last result at once, and begin a check if that is older than 30 seconds."""
        is_old = time.monotonic() - self._checked_at >= _INTERVAL_SECONDS
        if is_old and self._running.acquire(blocking=False):
            threading.Thread(target=self._check, name="storage-check", daemon=True).start()
        return self._state

    def _check(self) -> None:
        try:
            self._storage.check()
        except StorageFault as fault:
            self._state = "unavailable"
            outages.warn(_log, "storage check", "the file storage is not usable: %s", fault)
        else:
            self._state = "available"
        finally:
            self._checked_at = time.monotonic()
            self._running.release()
