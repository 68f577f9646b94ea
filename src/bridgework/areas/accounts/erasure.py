"""An account on its way out: asked to be erased, hidden meanwhile, back if its owner signs in."""

from collections.abc import Collection
from datetime import datetime

from bridgework.areas.accounts import (
    hooks,
    letters,
    proving,
    rules,
    serializers,
    session_store,
    standing,
    store,
)
from bridgework.areas.accounts.shapes import Erasure
from bridgework.areas.audit import actions as audit
from bridgework.kit.db.transaction import Tx
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id


def ask(call: Call, password: str) -> Erasure:
    """Note that the caller's account is to be erased; end its sessions, hide it, tell its owner."""
    account_id = call.caller.account()
    proof = proving.proof(call, password, "account.ask_erasure")
    erases_at = call.now + rules.GRACE
    with call.writing():
        proof.must_stand(call)
        standing.must_not_be_the_last(call, account_id)
        audit.note(call, "account.ask_erasure", target=account_id)
        changes = {"erases_at": erases_at, "updated_at": call.now}
        store.change_account(call.tx, account_id, changes)
        session_store.end_all(call.tx, account_id, call.now)
        hooks.tell_of_change(call.tx, account_id)
        call.enqueue_email(letters.to_be_erased, serializers.account(call, account_id), erases_at)
    return Erasure(erases_at=erases_at)


def erased(tx: Tx) -> list[Id]:
    """Every account that was erased. What stays of one is a row that says no more than that."""
    return store.erased(tx)


def not_erased(tx: Tx, account_ids: Collection[Id]) -> list[Id]:
    """Those of the accounts that are there and somebody's."""
    return store.not_erased(tx, account_ids)


def address_keys(tx: Tx, account_ids: Collection[Id]) -> list[str]:
    """The addresses of those of the accounts that are somebody's, as they are compared."""
    return store.address_keys(tx, account_ids)


def leaving(tx: Tx) -> dict[Id, datetime]:
    """Who is to be erased, and when."""
    return store.leaving(tx)


def leave_later(tx: Tx, account_id: Id, erases_at: datetime, now: datetime) -> None:
    """Have an account be erased then, as its owner wants it, whatever it says itself."""
    store.change_account(tx, account_id, {"erases_at": erases_at, "updated_at": now})
    session_store.end_all(tx, account_id, now)
    hooks.tell_of_change(tx, account_id)


def leave_public(tx: Tx, account_id: Id) -> None:
    """Take what is left of an account out of the public's sight, before its rows go."""
    store.change_account(tx, account_id, {"verification_tier": "not-verified"})
    hooks.tell_of_change(tx, account_id)
    hooks.tell_of_going(tx, account_id)


def is_gone(tx: Tx, account_id: Id) -> None:
    """Let the areas above follow once nothing is left that names the account's owner."""
    hooks.tell_of_change(tx, account_id)
