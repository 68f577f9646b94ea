"""What the areas above do when an account changes; `wiring.py` fills the lists."""

from collections.abc import Callable
from datetime import date

from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

account_changed: list[Callable[[Tx, Id], None]] = []
"""Called in the transaction that changed what others may see of an account, or its address."""

account_active: list[Callable[[Tx, Id, date], None]] = []
"""Called in the transaction that stores an account's first use on a day (UTC)."""

account_goes: list[Callable[[Tx, Id], None]] = []
"""Called in the transaction that erases an account, before any of its rows is deleted."""


def notify_changed(tx: Tx, account_id: Id) -> None:
    """Call the hooks of a changed account."""
    for follow in account_changed:
        follow(tx, account_id)


def notify_active(tx: Tx, account_id: Id, day: date) -> None:
    """Call the hooks of an account that was used for the first time on a day."""
    for follow in account_active:
        follow(tx, account_id, day)


def notify_deletion(tx: Tx, account_id: Id) -> None:
    """Call the hooks of an account that is about to be erased."""
    for settle in account_goes:
        settle(tx, account_id)
