"""Backups: an archive of a database and its files, and the restore from it.

`archive.py` writes and reads the tar file. `sqlite.py` and `postgres.py` dump a database in use,
and restore it atomically.
"""

from bridgework.kit.data.backup.archive import (
    FILES,
    FORMAT,
    MAIL,
    SECRETS,
    Archive,
    BackupRefused,
    Damaged,
    Files,
    Manifest,
    Progress,
    Writer,
    is_name,
    open_archive,
)
from bridgework.kit.data.backup.database import Snapshot, connect, error_of, row_counts
from bridgework.kit.data.backup.sqlite import SqliteTarget, sqlite_snapshot
