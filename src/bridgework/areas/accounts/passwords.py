"""Passwords: changing one's own, and resetting a forgotten one by a code."""

from collections.abc import Mapping

from bridgework.areas.accounts import (
    codes,
    emails,
    enumeration_protection,
    errors,
    hooks,
    login_limits,
    policies,
    queries,
    reauthentication,
    serializers,
    session_queries,
)
from bridgework.areas.accounts.schemas import (
    ChangePasswordRequest,
    ForgotPasswordRequest,
    ResetPasswordRequest,
)
from bridgework.areas.audit import actions as audit
from bridgework.areas.audit.shapes import Action
from bridgework.kit.fields import email_key
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id

_CHANGE: Action = "account.change_password"


def forgot(call: Call, body: ForgotPasswordRequest) -> None:
    """E-mail a code that allows to set a new password."""
    call.kit.captcha.must_pass(body.bot_check_token, call.address)
    key = email_key(body.email)
    with call.writing():
        known = queries.account_row(call.tx, key)
        if known is None and enumeration_protection.reveals(call):
            audit.note(call, "account.ask_reset", outcome="failed")
            raise errors.AccountNotFound
        if known is None or known.disabled_at is not None:
            enumeration_protection.send_no_code(call, key, known, "reset-password")
            return
        codes.send_reset(call, serializers.account(call, known.id))
        audit.note(call, "account.ask_reset", target=known.id)


def reset(call: Call, body: ResetPasswordRequest) -> None:
    """Set a new password by a code. It verifies the address too, and ends every session."""
    policies.must_be_uncommon(call.kit.passwords, "newPassword", body.new_password)
    call.kit.captcha.must_pass(body.bot_check_token, call.address)
    key = email_key(body.email)
    with call.writing():
        known = queries.account_row(call.tx, key)
        known_id = queries.id_of(known)
        login_limits.must_spend_code_try(call, key, "reset-password", known_id)
        owner = known_id or policies.NOBODY
        if known is None or not codes.is_valid(call, owner, "reset-password", body.otp):
            raise codes.refused(call, "reset-password", known_id)
    password_hash = call.kit.passwords.hash(body.new_password)
    with call.writing():
        queries.lock(call.tx, known.id)
        # Another request may have used the code while this one was hashing.
        if not codes.use(call, known.id, "reset-password", body.otp):
            raise codes.refused(call, "reset-password", known_id)
        login_limits.reset_code_tries(call, key, "reset-password")
        proved = {"is_email_verified": True}
        _set(call, known.id, password_hash, proved)
        session_queries.end_all(call.tx, known.id, call.now)
        hooks.notify_changed(call.tx, known.id)
        changes = audit.changed(known._asdict(), proved)
        audit.note(call, "account.reset_password", target=known.id, changes=changes, actor=known.id)


def change(call: Call, body: ChangePasswordRequest) -> None:
    """Set a new password by the current one; end the other sessions."""
    policies.must_be_uncommon(call.kit.passwords, "newPassword", body.new_password)
    account_id = call.caller.account()
    check = reauthentication.check(call, body.current_password, _CHANGE)
    password_hash = call.kit.passwords.hash(body.new_password) if check.is_correct else ""
    with call.writing():
        queries.lock(call.tx, account_id)
        check.must_hold(call)
        _set(call, account_id, password_hash, {})
        session_queries.end_all(call.tx, account_id, call.now, but=call.caller.session_id)
        audit.note(call, _CHANGE, target=account_id)


def _set(call: Call, account_id: Id, password_hash: str, further: Mapping[str, object]) -> None:
    changes = {"password_hash": password_hash, "updated_at": call.now, **further}
    queries.change_account(call.tx, account_id, changes)
    queries.delete_codes(call.tx, account_id)
    call.enqueue_email(emails.password_changed, serializers.account(call, account_id))
