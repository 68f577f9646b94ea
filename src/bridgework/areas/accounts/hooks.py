"""What the areas above do when an account changes; `wiring.py` fills the lists."""

from collections.abc import Callable

from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

account_changed: list[Callable[[Tx, Id], None]] = []
"""Called in the transaction that changed what others may see of an account, or its address."""

account_goes: list[Callable[[Tx, Id], None]] = []
"""Called in the transaction that erases an account, before any of its rows go."""


def tell_of_change(tx: Tx, account_id: Id) -> None:
    """Have everybody above follow a change of this account."""
    for follow in account_changed:
        follow(tx, account_id)


def tell_of_going(tx: Tx, account_id: Id) -> None:
    """Have everybody above settle what hangs on this account."""
    for settle in account_goes:
        settle(tx, account_id)
