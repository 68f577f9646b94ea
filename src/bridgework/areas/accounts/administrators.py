"""Administrators: their own way in, by a second secret that the ordinary login never asks for."""

from bridgework.areas.accounts import budgeting, proving, rules, session_store, sessions, store
from bridgework.areas.accounts.shapes import (
    AdminLoginRequest,
    ChangeMasterPasswordRequest,
    SignedIn,
)
from bridgework.areas.audit import actions as audit
from bridgework.areas.audit.shapes import Action
from bridgework.kit.fields import email_key
from bridgework.kit.http.context import Call

_DOOR = budgeting.ADMINISTRATORS
_CHANGE: Action = "admin.change_master_password"


def sign_in(call: Call, body: AdminLoginRequest) -> SignedIn:
    """Open an administrator's session. What was wrong is never said."""
    call.kit.captcha.must_pass(body.bot_check_token, call.address)
    key = email_key(body.email)
    with call.writing():  # a refusal is noted
        known = store.account_row(call.tx, key)
        _DOOR.must_be_open(call, key, known)
    stored = known.master_password_hash if known is not None and _may(known) else None
    fits, rehashed = call.kit.passwords.checked(stored, body.master_password)
    with call.writing():
        known = store.locked_account_row(call.tx, key)
        _DOOR.must_be_open(call, key, known)
        unchanged = known is not None and known.master_password_hash == stored and _may(known)
        if not fits or known is None or not unchanged:
            _DOOR.count_failure(call, key, known)
            raise rules.InvalidCredentials
        _DOOR.forget_failures(call, key)
        audit.note(call, "admin.sign_in", target=known.id, actor=known.id)
        if rehashed is not None:
            changes = {"master_password_hash": rehashed, "updated_at": call.now}
            store.change_account(call.tx, known.id, changes)
        return sessions.open_for(call, known.id, is_admin=True)


def change_master_password(call: Call, body: ChangeMasterPasswordRequest) -> None:
    """Set a new master password for whoever knows the current one; end the other sessions."""
    rules.must_be_uncommon(call.kit.passwords, "newMasterPassword", body.new_master_password)
    account_id = call.caller.account()
    current = body.current_master_password
    proof = proving.proof(call, current, _CHANGE, read=store.master_password_hash)
    new_hash = call.kit.passwords.hash(body.new_master_password) if proof.fits else ""
    with call.writing():
        store.lock(call.tx, account_id)
        proof.must_stand(call)
        changes = {"master_password_hash": new_hash, "updated_at": call.now}
        store.change_account(call.tx, account_id, changes)
        session_store.end_all(call.tx, account_id, call.now, but=call.caller.session_id)
        audit.note(call, _CHANGE, target=account_id)


def _may(known: store.AccountRow) -> bool:
    return bool(known.role == "admin" and known.is_email_verified and known.disabled_at is None)
