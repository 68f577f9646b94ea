"""An account's standing: what administrators change of it, whatever else follows from that."""

from collections.abc import Mapping

from bridgework.areas.accounts import hooks, invitation_store, rules, session_store, store
from bridgework.kit.db.transaction import Tx
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id

REFUSALS = (rules.LastAdministrator,)
"""What whoever changes somebody's standing may be told."""


def email(tx: Tx, account_id: Id) -> str | None:
    """The address that e-mails to an account go to, None if it is erased or does not exist."""
    return store.email(tx, account_id)


def must_not_be_the_last(call: Call, account_id: Id) -> None:
    """Raise LastAdministrator if nobody but this account can sign in as one."""
    if store.administrators(call.tx) == [account_id]:
        raise rules.LastAdministrator


def change(call: Call, account_id: Id, changes: Mapping[str, object]) -> None:
    """Change members of an account, and let the areas above follow."""
    if not changes:
        return
    store.change_account(call.tx, account_id, {**changes, "updated_at": call.now})
    if changes.get("role", "admin") != "admin":
        _end_administration(call, account_id)
    hooks.tell_of_change(call.tx, account_id)


def disable(call: Call, account_id: Id, reason: str) -> None:
    """Shut an account out: its sessions end, and the public sees it no more."""
    change(call, account_id, {"disabled_at": call.now, "disabled_reason": reason})
    session_store.end_all(call.tx, account_id, call.now)
    invitation_store.end(call.tx, account_id)


def enable(call: Call, account_id: Id) -> None:
    """Let an account in again."""
    change(call, account_id, {"disabled_at": None, "disabled_reason": None})


def _end_administration(call: Call, account_id: Id) -> None:
    """Remove what only administrators have, so that a later appointment starts from nothing."""
    store.change_account(call.tx, account_id, {"master_password_hash": None})
    invitation_store.end(call.tx, account_id)
    session_store.end_admin_sessions(call.tx, account_id, call.now)
