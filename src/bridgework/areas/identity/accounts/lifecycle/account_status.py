"""The status of an account: changes by administrators, and their effects."""

from collections.abc import Mapping

from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts import emails, errors, hooks, policies, queries, serializers
from bridgework.areas.identity.accounts.sign_in import devices, session_queries, sessions
from bridgework.context import Context
from bridgework.kit.core import Id

REFUSALS = (errors.LastAdministrator,)
"""The errors of a change of the status."""

email = queries.find_email
list_sessions = sessions.list_as
lock = queries.lock
notify_changed = hooks.notify_changed


def is_the_last(context: Context, account_id: Id) -> bool:
    """Whether no other account can sign in as an administrator. Locks all administrators.

    Call it before the account is locked: of two transactions, each would wait for the other.
    """
    return queries.lock_administrators(context.tx) == [account_id]


def must_not_be_the_last(context: Context, account_id: Id) -> None:
    """Raise LastAdministrator if no other account can sign in as an administrator."""
    if is_the_last(context, account_id):
        raise errors.LastAdministrator


def change(context: Context, account_id: Id, changes: Mapping[str, object]) -> None:
    """Change members of an account, and call the hooks."""
    if not changes:
        return
    queries.update_account(context.tx, account_id, {**changes, "updated_at": context.now})
    if changes.get("role", "admin") != "admin":
        _end_administration(context, account_id)
    hooks.notify_changed(context.tx, account_id)


def restore(context: Context, account_id: Id, values: Mapping[str, object]) -> None:
    """Set the names among `values` back, and call the hooks, which other members may concern."""
    names = {name: values[name] for name in policies.NAMES if name in values}
    queries.update_account(context.tx, account_id, {**names, "updated_at": context.now})
    hooks.notify_changed(context.tx, account_id)


def disable(context: Context, account_id: Id, reason: str) -> None:
    """Disable an account: end its sessions, forget its devices, hide it, and notify its owner."""
    was_disabled = queries.lock_status(context.tx, account_id)
    hooks.notify_hidden(context, account_id)
    change(context, account_id, {"disabled_at": context.now, "disabled_reason": reason})
    session_queries.mark_all_ended(context.tx, account_id, context.now)
    devices.forget(context.tx, account_id, "member", "admin")
    hooks.notify_invitation_voided(context.tx, account_id)
    if not was_disabled:
        hooks.notify_enabled(context.tx, account_id, enabled=False)
        email = emails.account_disabled(serializers.account(context, account_id), reason)
        notifications.leave_about_account(context, "account.disabled", account_id, email)


def end_sessions(context: Context, account_id: Id) -> None:
    """End the sessions of an account, except the caller's own, and forget its devices."""
    current = context.caller.session_id
    session_queries.mark_all_ended(context.tx, account_id, context.now, but=current)
    devices.forget(context.tx, account_id, "member", "admin")


def enable(context: Context, account_id: Id) -> None:
    """Enable a disabled account, and notify its owner."""
    was_disabled = queries.lock_status(context.tx, account_id)
    change(context, account_id, {"disabled_at": None, "disabled_reason": None})
    if was_disabled:
        hooks.notify_enabled(context.tx, account_id, enabled=True)
        email = emails.account_enabled(serializers.account(context, account_id))
        notifications.leave_about_account(context, "account.enabled", account_id, email)


def _end_administration(context: Context, account_id: Id) -> None:
    """Remove the administrator's credentials and sessions; a later appointment starts afresh."""
    queries.update_account(context.tx, account_id, {"master_password_hash": None})
    session_queries.mark_admin_sessions_ended(context.tx, account_id, context.now)
    hooks.notify_administration_ended(context.tx, account_id)
