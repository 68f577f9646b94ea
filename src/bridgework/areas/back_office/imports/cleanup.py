"""Periodic tasks: end stalled imports, and delete old files and imports."""

from datetime import datetime, timedelta

from bridgework.areas.back_office.imports import files, queries
from bridgework.kit.data.db import Tx
from bridgework.settings import Settings

TEXT_RETENTION = timedelta(days=7)
"""How long the report of an import contains the texts of its lines."""
FILE_RETENTION = timedelta(hours=1)
"""How long the file of an import stays that has ended without deleting it, such as on another node.
It outlasts the moment between the receipt of a file and the record of its import."""
RETENTION = timedelta(days=90)
"""How long an import and its report are stored."""
_STALLED = timedelta(hours=1)
_BATCH = 10
_MESSAGE = (
    "No line was processed for an hour. The server that received the file may not be running. "
    "Send the file again: lines that were imported are skipped."
)


def fail_stalled(tx: Tx, now: datetime) -> int:
    """End the running import if it makes no progress. Returns how many ended."""
    return queries.mark_stalled_failed(tx, now - _STALLED, now, _MESSAGE)


def delete_imports(tx: Tx, now: datetime) -> int:
    """Delete a batch of old imports, and the texts of lines some days old. Returns how many."""
    queries.delete_texts(tx, now - TEXT_RETENTION)
    return queries.delete_old(tx, now - RETENTION, _BATCH)


def delete_files(settings: Settings, tx: Tx, now: datetime) -> int:
    """Delete the files of this machine whose imports have ended. Returns 0."""
    running = frozenset(queries.list_running_ids(tx))
    files.delete_old(settings, now - FILE_RETENTION, running)
    return 0
