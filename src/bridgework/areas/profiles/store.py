"""Every statement on profiles."""

from collections.abc import Mapping, Sequence

from bridgework.areas.profiles.tables import profiles
from bridgework.kit.db.transaction import Tx

_add = profiles.insert()


def add_many(tx: Tx, rows: Sequence[Mapping[str, object]]) -> None:
    """Add profiles of accounts that have none."""
    tx.execute(_add, rows)
