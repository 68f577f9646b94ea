"""Whether anything was committed to a SQLite file, and how much of it is in its log, from memory.

In WAL mode a commit ends with a new header of the WAL index, a file that every process which has
the database open maps into its memory (sqlite.org/walformat.html, section 2.1): 48 bytes, written
twice, with how far the log reaches and a checksum over all of it. As long as they are what they
were, the newest snapshot is what it was. A statement would have to lock the file to say so, which
takes longer than the rest of it; this looks at memory.
"""

import ctypes
import os
import sqlite3
import sys
from contextlib import ExitStack
from pathlib import Path

_HEADER = 48
_FRAMES = slice(16, 20)
"""Where a header says how many pages the log holds, each as often as it was written."""
_VERSION = (3_007_000).to_bytes(4, sys.byteorder)
"""The layout that is known; the first member of a header."""


class WalIndex:
    """The header of one file's WAL index, where SQLite itself has it mapped.

    Nothing is opened beside SQLite: to close a second handle on that file would let go of its
    locks. A connection of its own keeps the map in its place for as long as this is there.
    """

    def __init__(self, anchor: sqlite3.Connection, address: int) -> None:
        self._anchor = anchor
        self._copies = (ctypes.c_char * (2 * _HEADER)).from_address(address)

    def is_known(self) -> bool:
        """Whether it is laid out as this reads it."""
        return self._copies.raw.startswith(_VERSION)

    def mark(self) -> bytes | None:
        """What stays the same until the next commit of any process; None while one is written."""
        copies = self._copies.raw
        return copies if copies[:_HEADER] == copies[_HEADER:] else None

    def frames(self) -> int:
        """How many pages the log holds, with those carried over, until it begins anew."""
        return int.from_bytes(self._copies.raw[_FRAMES], sys.byteorder)

    def close(self) -> None:
        """Let go of the map; not to be used afterwards."""
        del self._copies
        self._anchor.close()


def wal_index(path: Path) -> WalIndex | None:
    """The WAL index of a database in WAL mode; None where it can't be found or is another's.

    It is found on Linux, by the list of what a process has mapped.
    """
    if sys.platform != "linux":
        return None
    with ExitStack() as unless_found:
        try:
            anchor = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            unless_found.callback(anchor.close)
            anchor.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
            address = _mapped_at(path.with_name(f"{path.name}-shm"))
        except (OSError, sqlite3.Error):
            # Who asks goes on asking SQLite itself, and hears from that what is wrong.
            return None
        index = None if address is None else WalIndex(anchor, address)
        if index is None or not index.is_known():
            return None
        unless_found.pop_all()
        return index


def _mapped_at(path: Path) -> int | None:
    """Where the beginning of a file lies in this process' memory (proc_pid_maps(5))."""
    there = path.stat()
    device = f"{os.major(there.st_dev):02x}:{os.minor(there.st_dev):02x}"
    with Path("/proc/self/maps").open(encoding="utf-8", errors="surrogateescape") as lines:
        for line in lines:
            addresses, _, offset, on, inode, *name = line.split(maxsplit=5)
            is_it = (on, int(inode)) == (device, there.st_ino) and "".join(name).endswith("-shm\n")
            if is_it and int(offset, 16) == 0:
                return int(addresses.partition("-")[0], 16)
    return None
