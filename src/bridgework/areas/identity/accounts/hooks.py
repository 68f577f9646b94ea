"""Hooks of other areas on changes of accounts; `event_handlers.py` registers them."""

from collections.abc import Callable, Collection
from datetime import date

from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx

account_changed: list[Callable[[Tx, Id], None]] = []
"""Called in the transaction that changed the address of an account, or its public data."""

account_active: list[Callable[[Tx, Id, date], None]] = []
"""Called in the transaction that records the first use of an account on a day (UTC)."""

account_deleted: list[Callable[[Tx, Id], None]] = []
"""Called in the transaction that erases an account, before its rows are deleted."""

addresses_erased: list[Callable[[Tx, Collection[str]], None]] = []
"""Called in the transaction that erases an account, with the keys of its present and former
addresses."""

invitation_voided: list[Callable[[Tx, Id], None]] = []
"""Called in the transaction that disables an account or replaces its address."""

account_hidden: list[Callable[[Context, Id, bool], None]] = []
"""Called in the transaction that disables an account, schedules its erasure or (True) erases it at
once, before it is hidden. The account is locked."""

account_enabled: list[Callable[[Tx, Id, bool], None]] = []
"""Called in the transaction that enables (True) or disables (False) an account, which is locked."""

administration_ended: list[Callable[[Tx, Id], object]] = []
"""Called in the transaction that takes the administrator's role from an account."""


def notify_changed(tx: Tx, account_id: Id) -> None:
    """Call the hooks of a changed account."""
    for hook in account_changed:
        hook(tx, account_id)


def notify_active(tx: Tx, account_id: Id, day: date) -> None:
    """Call the hooks of an account that was first used on a day."""
    for hook in account_active:
        hook(tx, account_id, day)


def notify_deletion(tx: Tx, account_id: Id) -> None:
    """Call the hooks of an account that is about to be erased."""
    for hook in account_deleted:
        hook(tx, account_id)


def notify_addresses_erased(tx: Tx, address_keys: Collection[str]) -> None:
    """Call the hooks of the addresses of an account that is erased."""
    for hook in addresses_erased:
        hook(tx, address_keys)


def notify_invitation_voided(tx: Tx, account_id: Id) -> None:
    """Call the hooks of an account whose open invitation is not valid any more."""
    for hook in invitation_voided:
        hook(tx, account_id)


def notify_hidden(context: Context, account_id: Id, *, is_erased: bool = False) -> None:
    """Call the hooks of an account that is about to be hidden."""
    for hook in account_hidden:
        hook(context, account_id, is_erased)


def notify_enabled(tx: Tx, account_id: Id, *, enabled: bool) -> None:
    """Call the hooks of an account that was enabled or disabled."""
    for hook in account_enabled:
        hook(tx, account_id, enabled)


def notify_administration_ended(tx: Tx, account_id: Id) -> None:
    """Call the hooks of an account that is no longer an administrator."""
    for hook in administration_ended:
        hook(tx, account_id)
