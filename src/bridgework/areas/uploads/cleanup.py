"""What goes by itself: uploads that nobody completed, and the files of what is deleted."""

from datetime import datetime, timedelta

from bridgework.areas.uploads import policies, queries
from bridgework.kit.db.database import Database
from bridgework.kit.db.transaction import Tx
from bridgework.kit.storage.storage import Storage

_ABANDONED = timedelta(days=1)


def sweep(tx: Tx, now: datetime) -> int:
    """Delete some of the assets that were not completed in time. A periodic task."""
    queries.give_first_seen(tx, now + policies.KEPT)
    return queries.leave(tx, queries.dead(tx, now), now)


def delete_files(database: Database, storage: Storage, _: Tx, now: datetime) -> int:
    """Delete some of the files whose time has come. A periodic task.

    It leaves the task's own transaction alone, which so never begins: bytes may lie far away,
    and nobody may wait for the write lock meanwhile.
    """
    with database.reading() as tx:
        due = queries.due(tx, now)
    if due:
        storage.drop(due)
        with database.writing() as tx:
            queries.forget(tx, due)
    return len(due)


def tidy(storage: Storage, _: Tx, now: datetime) -> int:
    """Delete what uploads left that broke off with the process. A periodic task."""
    storage.tidy(now - _ABANDONED)
    return 0
