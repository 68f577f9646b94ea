"""Passwords: changing the own one, and resetting a forgotten one with a code."""

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
from bridgework.areas.audit.schemas import Action
from bridgework.kit.fields import email_key
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id

_CHANGE: Action = "account.change_password"


def forgot(context: Context, body: ForgotPasswordRequest) -> None:
    """E-mail a code for a password reset."""
    context.app.captcha.must_pass(body.bot_check_token, context.address)
    key = email_key(body.email)
    with context.write_transaction():
        known = queries.account_row(context.tx, key)
        if known is None and enumeration_protection.reveals(context):
            audit.note(context, "account.ask_reset", outcome="failed")
            raise errors.AccountNotFound
        if known is None or known.disabled_at is not None:
            enumeration_protection.send_no_code(context, key, known, "reset-password")
            return
        codes.send_reset(context, serializers.account(context, known.id))
        audit.note(context, "account.ask_reset", target=known.id)


def reset(context: Context, body: ResetPasswordRequest) -> None:
    """Set a new password with a code; verify the address and end every session."""
    policies.must_be_uncommon(context.app.passwords, "newPassword", body.new_password)
    context.app.captcha.must_pass(body.bot_check_token, context.address)
    key = email_key(body.email)
    with context.write_transaction():
        known = queries.account_row(context.tx, key)
        known_id = queries.id_of(known)
        login_limits.must_count_code_try(context, key, "reset-password", known_id)
        owner = known_id or policies.NO_ACCOUNT_ID
        if known is None or not codes.is_valid(context, owner, "reset-password", body.otp):
            raise codes.refused(context, "reset-password", known_id)
    password_hash = context.app.passwords.hash(body.new_password)
    with context.write_transaction():
        queries.lock(context.tx, known.id)
        # Another request may have used the code during the hashing.
        if not codes.use(context, known.id, "reset-password", body.otp):
            raise codes.refused(context, "reset-password", known_id)
        login_limits.reset_code_tries(context, key, "reset-password")
        verification = {"is_email_verified": True}
        _set(context, known.id, password_hash, verification)
        session_queries.end_all(context.tx, known.id, context.now)
        hooks.notify_changed(context.tx, known.id)
        changes = audit.changed(known._asdict(), verification)
        audit.note(
            context, "account.reset_password", target=known.id, changes=changes, actor=known.id
        )


def change(context: Context, body: ChangePasswordRequest) -> None:
    """Set a new password, given the current one; end the other sessions."""
    policies.must_be_uncommon(context.app.passwords, "newPassword", body.new_password)
    account_id = context.caller.account()
    check = reauthentication.check(context, body.current_password, _CHANGE)
    password_hash = context.app.passwords.hash(body.new_password) if check.is_correct else ""
    with context.write_transaction():
        queries.lock(context.tx, account_id)
        check.must_hold(context)
        _set(context, account_id, password_hash, {})
        session_queries.end_all(context.tx, account_id, context.now, but=context.caller.session_id)
        audit.note(context, _CHANGE, target=account_id)


def _set(
    context: Context, account_id: Id, password_hash: str, further: Mapping[str, object]
) -> None:
    changes = {"password_hash": password_hash, "updated_at": context.now, **further}
    queries.change_account(context.tx, account_id, changes)
    queries.delete_codes(context.tx, account_id)
    context.enqueue_email(emails.password_changed, serializers.account(context, account_id))
