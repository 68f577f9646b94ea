"""Reseal the whole log under new secrets, after the previous secrets were lost.

Earlier manipulations can no longer be detected afterwards, so the operator vouches for the present
contents. Rows that are not valid entries and gaps in the numbers stay, and are still detected.
"""

from collections.abc import Iterator
from dataclasses import replace

from bridgework.areas.history.audit import policies, queries
from bridgework.areas.history.audit.policies import START, Checkpoint, Entry
from bridgework.areas.history.audit.records import SealedEntry, StoredEntry
from bridgework.kit.data.db import Tx
from bridgework.kit.security import Keyring

_BATCH = 500


def reseal(tx: Tx, keyring: Keyring) -> int:
    """Recompute the digests, links and head with these keys. Returns the number of entries."""
    head, count = START, 0
    for stored, seal in _sealed(tx):
        digests = _digests(keyring, stored)
        digest = str(digests.get("digest", stored.digest))
        mac = keyring.digest(*policies.link_parts(head, digest))
        queries.update(tx, stored.id, {**digests, "mac": mac})
        head, count = Checkpoint(seal.number, mac), count + 1
    for stored in _unsealed(tx):
        if digests := _digests(keyring, stored):
            queries.update(tx, stored.id, digests)
            count += 1
    if head != START:
        queries.update_head(tx, head, keyring.digest(*policies.head_parts(head)))
    return count


def _digests(keyring: Keyring, stored: StoredEntry) -> dict[str, str]:
    """Return the digests of a row; empty if it is not a valid entry."""
    try:
        entry = _with_personal(keyring, queries.to_entry(stored), stored)
        digest = keyring.digest(*policies.entry_parts(entry))
    except (TypeError, ValueError, RecursionError):
        return {}
    return {"personal": entry.personal, "digest": digest}


def _with_personal(keyring: Keyring, entry: Entry, stored: StoredEntry) -> Entry:
    """Return the entry with a new digest of its personal values, unless they were erased."""
    personal = queries.to_personal(stored)
    if personal is None:
        return entry
    return replace(entry, personal=keyring.digest(*policies.personal_parts(personal)))


def _sealed(tx: Tx) -> Iterator[SealedEntry]:
    after, upto = queries.LOWEST_KEY, queries.get_last_number(tx)
    while batch := queries.list_sealed(tx, after=after, upto=upto, limit=_BATCH):
        yield from batch
        after = (batch[-1].seal.number, batch[-1].stored.id)


def _unsealed(tx: Tx) -> Iterator[StoredEntry]:
    after = queries.LOWEST_ID
    while batch := queries.list_unsealed(tx, after=after, limit=_BATCH):
        yield from batch
        after = batch[-1].id
