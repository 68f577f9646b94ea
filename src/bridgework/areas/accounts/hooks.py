"""What the areas above do when an account changes; `app.py` fills the lists."""

from collections.abc import Callable

from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

account_changed: list[Callable[[Tx, Id], None]] = []
"""Called in the transaction that changed what others may see of an account."""


def tell_of_change(tx: Tx, account_id: Id) -> None:
    """Have everybody above follow a change of this account."""
    for follow in account_changed:
        follow(tx, account_id)
