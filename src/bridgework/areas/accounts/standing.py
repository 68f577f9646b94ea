"""An account's standing: what administrators change of it, whatever else follows from that."""

from collections.abc import Mapping
from datetime import datetime

from bridgework.areas.accounts import hooks, invitation_store, rules, session_store, store
from bridgework.kit.db.transaction import Tx
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id

REFUSALS = (rules.LastAdministrator,)
"""What whoever changes somebody's standing may be told."""


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


def hide(tx: Tx, account_id: Id, now: datetime) -> bool:
    """Keep a profile from everybody but its owner; False if there was none to be seen."""
    return _followed(tx, account_id, store.hide_profile(tx, account_id, now))


def restore(tx: Tx, account_id: Id, _: datetime) -> bool:
    """Let everybody see a hidden profile again; False if there was none."""
    return _followed(tx, account_id, store.show_profile(tx, account_id))


def is_hidden(tx: Tx, account_id: Id) -> bool | None:
    """Whether a profile is hidden, None if there is no such account any more."""
    return store.is_profile_hidden(tx, account_id)


def _end_administration(call: Call, account_id: Id) -> None:
    """Remove what only administrators have, so that a later appointment starts from nothing."""
    store.change_account(call.tx, account_id, {"master_password_hash": None})
    invitation_store.end(call.tx, account_id)
    session_store.end_admin_sessions(call.tx, account_id, call.now)


def _followed(tx: Tx, account_id: Id, has_changed: bool) -> bool:
    if has_changed:
        hooks.tell_of_change(tx, account_id)
    return has_changed
