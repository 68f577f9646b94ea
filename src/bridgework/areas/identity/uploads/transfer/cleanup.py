"""Periodic tasks: delete uploads that were not completed, and files of deleted assets."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from bridgework.areas.identity.uploads import policies, queries
from bridgework.kit.data.db import Database, Tx
from bridgework.kit.delivery import Action
from bridgework.kit.storage import Storage

_ABANDONED = timedelta(days=1)


def delete_expired(tx: Tx, now: datetime) -> int:
    """Delete a batch of the assets that were not completed in time. Returns how many."""
    queries.update_deletion_time(tx, now + policies.FILE_RETENTION)
    return queries.delete(tx, queries.list_expired(tx, now), now)


def delete_files(database: Database, storage: Storage, now: datetime) -> Action | None:
    """Delete a batch of the files that are due for deletion. The action forgets them.

    A remote store may take long, and the write lock must not be held meanwhile.
    """
    with database.reading() as tx:
        paths = queries.list_due_files(tx, now)
    if not paths:
        return None
    storage.delete(paths)
    return partial(_forget_files, paths)


def _forget_files(paths: Sequence[str], tx: Tx, _: datetime) -> int:
    queries.delete_file_records(tx, paths)
    return len(paths)


def delete_partial_uploads(storage: Storage, now: datetime) -> None:
    """Delete the partial files of uploads that ended with the process."""
    storage.delete_incomplete(now - _ABANDONED)
