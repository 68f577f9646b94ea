"""What the areas above do when a profile changes; `wiring.py` fills the list."""

from collections.abc import Callable

from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

profile_changed: list[Callable[[Tx, Id], None]] = []
"""Called in the transaction that changed what others may see of a profile, or match it by.

A change of both is told by accounts alone, so whoever stands here stands in their list too.
"""


def tell_of_change(tx: Tx, account_id: Id) -> None:
    """Have everybody above follow a change of this account's profile."""
    for follow in profile_changed:
        follow(tx, account_id)
