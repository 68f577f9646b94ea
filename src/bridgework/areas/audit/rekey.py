"""Sealing the whole log anew, where the secrets that sealed it are lost.

Whoever does so vouches for the log as it stands: what was done to it before can't be seen any more.
What is no entry at all stays as it is, and is found as before; so does a gap in the numbers.
"""

from collections.abc import Iterator
from dataclasses import replace

from bridgework.areas.audit import policies, queries
from bridgework.areas.audit.policies import START, Entry, Point
from bridgework.areas.audit.queries import Row
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.keyring import Keyring

_BATCH = 500


def seal_anew(tx: Tx, keyring: Keyring) -> int:
    """Give every entry digests, and the chain links and a head, by these keys. How many entries."""
    point, count = START, 0
    for row in _sealed(tx):
        digests = _digests(keyring, row)
        digest = str(digests.get("digest", row.digest))
        mac = keyring.digest(*policies.of_link(point, digest))
        queries.rewrite(tx, row.id, {**digests, "mac": mac})
        point, count = Point(row.number, mac), count + 1
    for row in _unsealed(tx):
        if digests := _digests(keyring, row):
            queries.rewrite(tx, row.id, digests)
            count += 1
    if point != START:
        queries.move_head(tx, point, keyring.digest(*policies.of_head(point)))
    return count


def _digests(keyring: Keyring, row: Row) -> dict[str, str]:
    """The digests of what a row holds; none if that is no entry."""
    try:
        entry = _with_personal(keyring, queries.entry_of(row), row)
        digest = keyring.digest(*policies.of_entry(entry))
    except (TypeError, ValueError, RecursionError):
        return {}
    return {"personal": entry.personal, "digest": digest}


def _with_personal(keyring: Keyring, entry: Entry, row: Row) -> Entry:
    """The entry with a digest of what is personal to it, unless that was dropped."""
    personal = queries.personal_of(row)
    if personal is None:
        return entry
    return replace(entry, personal=keyring.digest(*policies.of_personal(personal)))


def _sealed(tx: Tx) -> Iterator[Row]:
    after, upto = queries.BEFORE_ALL, queries.last_number(tx)
    while rows := queries.sealed(tx, after=after, upto=upto, most=_BATCH):
        yield from rows
        after = (rows[-1].number, rows[-1].id)


def _unsealed(tx: Tx) -> Iterator[Row]:
    after = queries.FIRST
    while rows := queries.unsealed(tx, after=after, most=_BATCH):
        yield from rows
        after = Id(rows[-1].id)
