"""Passwords: changing the own one, and resetting a forgotten one with a code."""

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts import emails, errors, policies, queries, serializers
from bridgework.areas.identity.accounts.lifecycle import registration
from bridgework.areas.identity.accounts.schemas import (
    ChangePasswordRequest,
    ForgotPasswordRequest,
    PasswordReset,
    ResetPasswordRequest,
)
from bridgework.areas.identity.accounts.sign_in import (
    codes,
    devices,
    enumeration_protection,
    reauthentication,
    session_queries,
)
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.validation import email_key

_CHANGE: AuditAction = "account.change_password"


def forgot(context: Context, body: ForgotPasswordRequest) -> None:
    """E-mail a code for a password reset."""
    key = email_key(body.email)
    with context.write_transaction():
        account = queries.find_account(context.tx, key)
        if account is None and enumeration_protection.reveals(context):
            audit.note(context, "account.ask_reset", outcome="failed")
            raise errors.AccountNotFound
        if account is None or account.disabled_at is not None:
            enumeration_protection.send_no_code(context, key, account, "reset-password")
            return
        codes.send_reset(context, serializers.account(context, account.id))
        audit.note(context, "account.ask_reset", target=account.id)


def reset(context: Context, body: ResetPasswordRequest) -> PasswordReset:
    """Set a new password with a code; verify the address and end every session.

    Forgets every known device and makes the caller's known, so that its sign-in is not locked out.
    """
    key = email_key(body.email)
    with context.write_transaction():
        account = queries.find_account(context.tx, key)
        account_id = queries.to_id(account)
        code_try = codes.must_count_try(context, key, "reset-password", account_id, body.link_token)
        owner = account_id or policies.NO_ACCOUNT_ID
        if account is None or not codes.is_valid(context, owner, "reset-password", body.otp):
            raise code_try.fail(context)
    password_hash = context.app.passwords.hash(body.new_password)
    with context.write_transaction():
        queries.lock(context.tx, account.id)
        # Another request may have used the code during the hashing.
        if not codes.use(context, account.id, "reset-password", body.otp):
            raise code_try.fail(context)
        code_try.succeed(context)
        changes = registration.prove(context, account.id, {"password_hash": password_hash})
        _set(context, account.id, password_hash)
        session_queries.mark_all_ended(context.tx, account.id, context.now)
        devices.forget(context.tx, account.id, "member", "admin")
        audit.note(
            context, "account.reset_password", target=account.id, changes=changes, actor=account.id
        )
        return PasswordReset(ok=True, device_token=devices.prove(context, account.id, key))


def change(context: Context, body: ChangePasswordRequest, device_token: str) -> None:
    """Set a new password, given the current one; end the other sessions, forget other devices."""
    policies.must_be_uncommon(context.app.passwords, "newPassword", body.new_password)
    account_id = context.caller.account()
    check = reauthentication.check(context, body.current_password, _CHANGE)
    password_hash = context.app.passwords.hash(body.new_password) if check.is_correct else ""
    with context.write_transaction():
        queries.lock(context.tx, account_id)
        check.must_hold(context)
        _set(context, account_id, password_hash)
        session_queries.mark_all_ended(
            context.tx, account_id, context.now, but=context.caller.session_id
        )
        devices.forget(context.tx, account_id, "member", "admin", but=device_token)
        devices.reset_in_a_row(context.tx, "member", account_id)
        audit.note(context, _CHANGE, target=account_id)


def _set(context: Context, account_id: Id, password_hash: str) -> None:
    changes = {"password_hash": password_hash, "updated_at": context.now}
    queries.update_account(context.tx, account_id, changes)
    queries.delete_codes(context.tx, account_id)
    email = emails.password_changed(serializers.account(context, account_id))
    notifications.leave_about_account(context, "account.password_changed", account_id, email)
