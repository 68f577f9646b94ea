"""The administrator login, by a master password that the ordinary login never asks for."""

from bridgework.areas.accounts import (
    errors,
    login_limits,
    policies,
    queries,
    reauthentication,
    session_queries,
    sessions,
)
from bridgework.areas.accounts.schemas import (
    AdminLoginRequest,
    ChangeMasterPasswordRequest,
    SignedIn,
)
from bridgework.areas.audit import actions as audit
from bridgework.areas.audit.shapes import Action
from bridgework.kit.fields import email_key
from bridgework.kit.http.context import Call

_LIMIT = login_limits.ADMINISTRATORS
_CHANGE: Action = "admin.change_master_password"


def sign_in(call: Call, body: AdminLoginRequest) -> SignedIn:
    """Open an administrator's session. A refusal never says what was wrong."""
    call.kit.captcha.must_pass(body.bot_check_token, call.address)
    key = email_key(body.email)
    with call.writing():  # a refusal is audited
        known = queries.account_row(call.tx, key)
        _LIMIT.must_allow(call, key, queries.id_of(known))
    stored = known.master_password_hash if known is not None and _may_sign_in(known) else None
    is_correct, rehashed = call.kit.passwords.checked(stored, body.master_password)
    with call.writing():
        known = queries.locked_account_row(call.tx, key)
        _LIMIT.must_allow(call, key, queries.id_of(known))
        is_unchanged = (
            known is not None and known.master_password_hash == stored and _may_sign_in(known)
        )
        if not is_correct or known is None or not is_unchanged:
            _LIMIT.count_failure(call, key, queries.id_of(known))
            raise errors.InvalidCredentials
        _LIMIT.reset(call, key)
        audit.note(call, "admin.sign_in", target=known.id, actor=known.id)
        if rehashed is not None:
            changes = {"master_password_hash": rehashed, "updated_at": call.now}
            queries.change_account(call.tx, known.id, changes)
        return sessions.open_for(call, known.id, is_admin=True)


def change_master_password(call: Call, body: ChangeMasterPasswordRequest) -> None:
    """Set a new master password by the current one; end the other sessions."""
    policies.must_be_uncommon(call.kit.passwords, "newMasterPassword", body.new_master_password)
    account_id = call.caller.account()
    current = body.current_master_password
    check = reauthentication.check(call, current, _CHANGE, "master_password_hash")
    new_hash = call.kit.passwords.hash(body.new_master_password) if check.is_correct else ""
    with call.writing():
        queries.lock(call.tx, account_id)
        check.must_hold(call)
        changes = {"master_password_hash": new_hash, "updated_at": call.now}
        queries.change_account(call.tx, account_id, changes)
        session_queries.end_all(call.tx, account_id, call.now, but=call.caller.session_id)
        audit.note(call, _CHANGE, target=account_id)


def _may_sign_in(known: queries.AccountRow) -> bool:
    return bool(known.role == "admin" and known.is_email_verified and known.disabled_at is None)
