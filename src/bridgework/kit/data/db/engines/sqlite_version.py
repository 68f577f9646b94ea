"""The version of the SQLite library that Python uses, and whether it has the WAL-reset fault.

SQLite 3.7.0 to 3.51.2 can lose committed data if two connections write or checkpoint at the same
moment (https://sqlite.org/wal.html, "The WAL-Reset Bug"). The fault is repaired in 3.51.3, and in
3.44.6 and 3.50.7 of the older series. Within one process, writes and checkpoints hold one lock, so
only a second process that writes can cause it.
"""

import sqlite3

REPAIRED = "3.51.3"
"""The first version without the fault."""
_Version = tuple[int, ...]
_REPAIRED_IN_SERIES = ((3, 44, 6), (3, 50, 7), (3, 51, 3))


def has_wal_reset_fault(version: _Version = sqlite3.sqlite_version_info) -> bool:
    """Whether the library loses commits of two processes that write at the same moment, rarely."""
    if version >= _REPAIRED_IN_SERIES[-1]:
        return False
    return not any(
        version[:2] == repaired[:2] and version >= repaired for repaired in _REPAIRED_IN_SERIES
    )
