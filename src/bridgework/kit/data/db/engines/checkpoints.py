"""Checkpoints by a library with the WAL-reset fault.

The fault needs a commit of one process during a checkpoint of another one. SQLite checkpoints after
a commit, when other processes may write again. So with such a library no connection checkpoints by
itself, and a checkpoint runs while SQLite's write lock is held, which every commit needs.
"""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from bridgework.kit.data.db.engines.sqlite_library import sqlite3

PRAGMAS: Mapping[str, int] = {
    "wal_autocheckpoint": 0,
    "journal_size_limit": 0,  # the first commit after a checkpoint truncates the WAL
}
"""The pragmas of connections that never checkpoint."""
_MAX_WAL_BYTES = 4_000_000


def checkpoint_if_large(path: Path) -> None:
    """Checkpoint if the WAL is large and no process is writing."""
    try:
        is_large = path.with_name(f"{path.name}-wal").stat().st_size >= _MAX_WAL_BYTES
    except OSError:
        return
    if is_large:
        checkpoint(path)


def checkpoint(path: Path) -> bool:
    """Move the WAL into the file, as far as it is not being read, while no process can commit.

    Returns False if a process is writing, or if it failed.
    """
    try:
        with closing(_connect(path)) as holder, closing(_connect(path)) as connection:
            holder.execute("BEGIN IMMEDIATE")
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            # Closing `holder` releases the lock, after the checkpoint.
    except sqlite3.Error:
        return False
    return True


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=0, isolation_level=None)
