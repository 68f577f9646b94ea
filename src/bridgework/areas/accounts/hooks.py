"""What the areas above do when an account changes; `wiring.py` fills the lists."""

from collections.abc import Callable
from datetime import date

from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

account_changed: list[Callable[[Tx, Id], None]] = []
"""Called in the transaction that changed what others may see of an account, or its address."""

account_active: list[Callable[[Tx, Id, date], None]] = []
"""Called in the transaction that notes an account's first use on a day (UTC)."""

account_goes: list[Callable[[Tx, Id], None]] = []
"""Called in the transaction that erases an account, before any of its rows go."""


def tell_of_change(tx: Tx, account_id: Id) -> None:
    """Have everybody above follow a change of this account."""
    for follow in account_changed:
        follow(tx, account_id)


def tell_of_activity(tx: Tx, account_id: Id, day: date) -> None:
    """Have everybody above follow that this account was in use on a day as on none before."""
    for follow in account_active:
        follow(tx, account_id, day)


def tell_of_going(tx: Tx, account_id: Id) -> None:
    """Have everybody above settle what hangs on this account."""
    for settle in account_goes:
        settle(tx, account_id)
