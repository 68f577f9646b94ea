"""Reseal the whole log under new secrets, after the previous secrets were lost.

Earlier manipulations can no longer be detected afterwards, so the operator vouches for the present
contents. Rows that are not valid entries and gaps in the numbers stay, and are still detected.
"""

from collections.abc import Iterator
from dataclasses import replace

from bridgework.areas.history.audit import policies, queries
from bridgework.areas.history.audit.policies import START, Checkpoint, Entry
from bridgework.areas.history.audit.queries import Row
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx
from bridgework.kit.security import Keyring

_BATCH = 500


def reseal(tx: Tx, keyring: Keyring) -> int:
    """Recompute the digests, links and head with these keys. Returns the number of entries."""
    head, count = START, 0
    for row in _sealed(tx):
        digests = _digests(keyring, row)
        digest = str(digests.get("digest", row.digest))
        mac = keyring.digest(*policies.link_parts(head, digest))
        queries.update(tx, row.id, {**digests, "mac": mac})
        head, count = Checkpoint(row.number, mac), count + 1
    for row in _unsealed(tx):
        if digests := _digests(keyring, row):
            queries.update(tx, row.id, digests)
            count += 1
    if head != START:
        queries.update_head(tx, head, keyring.digest(*policies.head_parts(head)))
    return count


def _digests(keyring: Keyring, row: Row) -> dict[str, str]:
    """Return the digests of a row; empty if it is not a valid entry."""
    try:
        entry = _with_personal(keyring, queries.to_entry(row), row)
        digest = keyring.digest(*policies.entry_parts(entry))
    except (TypeError, ValueError, RecursionError):
        return {}
    return {"personal": entry.personal, "digest": digest}


def _with_personal(keyring: Keyring, entry: Entry, row: Row) -> Entry:
    """Return the entry with a new digest of its personal values, unless they were erased."""
    personal = queries.to_personal(row)
    if personal is None:
        return entry
    return replace(entry, personal=keyring.digest(*policies.personal_parts(personal)))


def _sealed(tx: Tx) -> Iterator[Row]:
    after, upto = queries.LOWEST_KEY, queries.get_last_number(tx)
    while rows := queries.list_sealed(tx, after=after, upto=upto, limit=_BATCH):
        yield from rows
        after = (rows[-1].number, rows[-1].id)


def _unsealed(tx: Tx) -> Iterator[Row]:
    after = queries.LOWEST_ID
    while rows := queries.list_unsealed(tx, after=after, limit=_BATCH):
        yield from rows
        after = Id(rows[-1].id)
