"""Erasing an account, which is hidden from the request on.

The owner or an administrator requests it. A sign-in or an administrator cancels it. Each request
locks the account and reads whether its erasure is scheduled, so that one of two concurrent ones is
refused.
"""

from collections.abc import Collection
from datetime import datetime

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.changes import actions as change_feed
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts import emails, errors, hooks, policies, queries, serializers
from bridgework.areas.identity.accounts.lifecycle import account_status
from bridgework.areas.identity.accounts.schemas import Erasure
from bridgework.areas.identity.accounts.sign_in import reauthentication, session_queries
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx

erased = queries.list_erased
not_erased = queries.list_not_erased
address_keys = queries.list_address_keys
leaving = queries.list_leaving
lock = queries.lock_erasure
ErasureNotScheduled = errors.ErasureNotScheduled


def request(context: Context, password: str) -> Erasure:
    """Schedule the erasure of the caller's account; end its sessions, hide it, notify its owner."""
    account_id = context.caller.account()
    check = reauthentication.check(context, password, "account.ask_erasure")
    erases_at = context.now + policies.GRACE
    with context.write_transaction() as tx:
        is_the_last = account_status.is_the_last(context, account_id)
        account = queries.lock_erasure(tx, account_id)
        if account is None or account.erases_at is not None:  # by an administrator, meanwhile
            raise errors.ErasureScheduled
        check.must_hold(context)
        if is_the_last:
            raise errors.LastAdministrator
        audit.note(context, "account.ask_erasure", target=account_id)
        _schedule(context, account_id, erases_at)
    return Erasure(erases_at=erases_at)


def request_for(context: Context, account_id: Id, reason: str) -> Erasure:
    """Schedule the erasure of a member's account and e-mail the member the reason."""
    erases_at = context.now + policies.GRACE
    audit.note(context, "account.schedule_erasure", target=account_id)
    _schedule(context, account_id, erases_at, reason)
    return Erasure(erases_at=erases_at)


def cancel(context: Context, account_id: Id, erases_at: datetime) -> None:
    """Cancel the erasure of a member's account, scheduled for a time, and e-mail the member."""
    queries.delete_erasure_date(context.tx, account_id, context.now)
    hooks.notify_changed(context.tx, account_id)
    audit.note(context, "account.cancel_erasure", target=account_id)
    email = emails.erasure_cancelled(serializers.account(context, account_id), erases_at)
    notifications.leave_about_account(context, "account.erasure_cancelled", account_id, email)


def schedule(tx: Tx, account_id: Id, erases_at: datetime, now: datetime) -> None:
    """Schedule the erasure of an account for a given time."""
    queries.update_account(tx, account_id, {"erases_at": erases_at, "updated_at": now})
    session_queries.mark_all_ended(tx, account_id, now)
    hooks.notify_changed(tx, account_id)


def _schedule(context: Context, account_id: Id, erases_at: datetime, reason: str = "") -> None:
    hooks.notify_hidden(context, account_id)
    schedule(context.tx, account_id, erases_at, context.now)
    account = serializers.account(context, account_id)
    is_disabled = queries.lock_status(context.tx, account_id)
    email = emails.to_be_erased(account, erases_at, reason, is_disabled=is_disabled)
    notifications.leave_about_account(context, "account.to_be_erased", account_id, email)


def notify_hidden(context: Context, account_id: Id) -> None:
    """Call the hooks of an account that is about to be erased at once."""
    hooks.notify_hidden(context, account_id, is_erased=True)


def hide(tx: Tx, account_id: Id) -> None:
    """Hide an account from the public before its rows are deleted; it is no administrator then."""
    values = {**policies.NEW_TIERS}
    if queries.get_account(tx, account_id).role == "admin":
        values["role"] = policies.ROLE_OF_FORMER_ADMINISTRATORS
    queries.update_account(tx, account_id, values)
    hooks.notify_changed(tx, account_id)
    hooks.notify_deletion(tx, account_id)


def forget_addresses(tx: Tx, address_keys: Collection[str]) -> None:
    """Call the hooks that delete the addresses of the account, by their keys, from other rows."""
    hooks.notify_addresses_erased(tx, address_keys)


def notify_deleted(tx: Tx, account_id: Id) -> None:
    """Call the hooks after the personal data of the account is deleted, and announce it."""
    change_feed.announce(tx, "account.erased", account_id)
    hooks.notify_changed(tx, account_id)
