"""Errors of a full disk."""

import errno
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from bridgework.kit.core import outages
from bridgework.kit.core.errors import NoRoomLeft

_log = logging.getLogger("bridgework.storage")
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


@contextmanager
def translate_disk_full() -> Iterator[None]:
    """Raise NoRoomLeft if the block fails because the disk or quota is full, and log it."""
    try:
        yield
    except OSError as error:
        if error.errno not in _FULL:
            raise
        outages.warn(_log, "disk", "a file could not be written: %s", error.strerror)
        raise NoRoomLeft from error
