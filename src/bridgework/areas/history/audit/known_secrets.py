"""Tells whether secrets are those with which an installation was used.

The audit log has entries from the first sign-in on, and each is sealed with a key of the secrets.
"""

from collections.abc import Sequence
from typing import Literal

from bridgework.areas.history.audit import policies, queries
from bridgework.areas.history.audit.policies import Checkpoint
from bridgework.areas.history.audit.records import Head, StoredEntry
from bridgework.kit.core import Id
from bridgework.kit.data.db import Database, Tx
from bridgework.kit.security import Keyring

Fault = Literal["missing", "other"]
"""`missing`: there are no secrets. `other`: they are not those of the installation."""


def find_fault_in(database: Database, secrets: Sequence[str]) -> Fault | None:
    """Return what `find_fault` does, and None for a new database, which has no tables."""
    if not queries.has_table(database):
        return None
    with database.reading() as tx:
        return find_fault(tx, secrets)


def find_fault(tx: Tx, secrets: Sequence[str]) -> Fault | None:
    """Return what is wrong with the secrets; None for those of the installation, or a new one.

    One entry that matches is enough: a log that was changed is found by its verification.
    """
    last, head = queries.get_last_number(tx), queries.find_head(tx)
    sealed = queries.list_sealed(tx, after=(last - 1, queries.LOWEST_ID), upto=last, limit=1)
    newest = [
        *(each.stored for each in sealed),
        *queries.list_unsealed(tx, after=Id(queries.LOWEST_ID), limit=1),
    ]
    if not newest:
        return None
    if not secrets:
        return "missing"
    keyring = Keyring(tuple(secrets))
    is_head = head is not None and head.number > 0 and _is_head(keyring, head)
    return None if is_head or any(_is_entry(keyring, row) for row in newest) else "other"


def _is_head(keyring: Keyring, head: Head) -> bool:
    return policies.head_matches(keyring, Checkpoint(head.number, head.mac), head.seal)


def _is_entry(keyring: Keyring, row: StoredEntry) -> bool:
    try:
        parts = policies.entry_parts(queries.to_entry(row))
    except (TypeError, ValueError, RecursionError):
        return False  # SQLite stores values of any type in any column
    return policies.matches(keyring, row.digest, parts)
