"""The SQLite library of the program, and whether it has the WAL-reset fault.

pysqlite3 contains a newer SQLite than most interpreters. Where it has no wheels, as for Linux on
ARM, the library is the interpreter's. All modules import `sqlite3` from here: two libraries in one
process release each other's locks of a file (https://sqlite.org/howtocorrupt.html, 2.2.1).
Connections of pysqlite3 have no `serialize`, `blobopen`, `setlimit` and `iterdump`, which type
checks do not see.

SQLite 3.7.0 to 3.51.2 can lose committed data if one connection commits while another one
checkpoints (https://sqlite.org/wal.html, "The WAL-Reset Bug"). The fault is repaired in 3.51.3, and
in 3.44.6 and 3.50.7 of the older series. checkpoints.py avoids it.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3 as sqlite3
else:
    try:
        from pysqlite3 import dbapi2 as sqlite3
    except ImportError:
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


def describe() -> str:
    """Return the version, the origin and the fault, as in `3.53.4 of pysqlite3`."""
    origin = "pysqlite3" if sqlite3.__name__.startswith("pysqlite3") else "Python"
    fault = ", which has the WAL-reset fault of two writing processes"
    return f"{sqlite3.sqlite_version} of {origin}{fault if has_wal_reset_fault() else ''}"
