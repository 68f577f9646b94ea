"""Hooks by which other areas follow changes of profiles; set in `event_handlers.py`."""

from collections.abc import Callable

from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx

profile_changed: list[Callable[[Tx, Id], None]] = []
"""Called in the transaction that changed members which others may read or which matching uses.

If a request changes the account as well, only the hooks of accounts are called. A function in this
list must therefore be in that list too.
"""


def notify_change(tx: Tx, account_id: Id) -> None:
    """Call the hooks of a changed profile."""
    for hook in profile_changed:
        hook(tx, account_id)
