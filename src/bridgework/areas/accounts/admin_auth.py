"""The administrator login, with a master password that the member login does not accept."""

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
from bridgework.areas.audit.schemas import Action
from bridgework.kit.fields import email_key
from bridgework.kit.http.context import Context

_LIMIT = login_limits.ADMINISTRATORS
_CHANGE: Action = "admin.change_master_password"


def sign_in(context: Context, body: AdminLoginRequest) -> SignedIn:
    """Open an administrator session. A refusal does not tell which credential was wrong."""
    context.app.captcha.must_pass(body.bot_check_token, context.address)
    key = email_key(body.email)
    with context.write_transaction():  # a refusal is audited
        account = queries.account_row(context.tx, key)
        _LIMIT.must_allow(context, key, queries.id_of(account))
    stored = account.master_password_hash if account is not None and _may_sign_in(account) else None
    is_correct, rehashed = context.app.passwords.verify_and_rehash(stored, body.master_password)
    with context.write_transaction():
        account = queries.locked_account_row(context.tx, key)
        _LIMIT.must_allow(context, key, queries.id_of(account))
        is_unchanged = (
            account is not None and account.master_password_hash == stored and _may_sign_in(account)
        )
        if not is_correct or account is None or not is_unchanged:
            _LIMIT.count_failure(context, key, queries.id_of(account))
            raise errors.InvalidCredentials
        _LIMIT.reset(context, key)
        audit.note(context, "admin.sign_in", target=account.id, actor=account.id)
        if rehashed is not None:
            changes = {"master_password_hash": rehashed, "updated_at": context.now}
            queries.change_account(context.tx, account.id, changes)
        return sessions.open_for(context, account.id, is_admin=True)


def change_master_password(context: Context, body: ChangeMasterPasswordRequest) -> None:
    """Set a new master password, given the current one; end the other sessions."""
    policies.must_be_uncommon(context.app.passwords, "newMasterPassword", body.new_master_password)
    account_id = context.caller.account()
    current = body.current_master_password
    check = reauthentication.check(context, current, _CHANGE, "master_password_hash")
    new_hash = context.app.passwords.hash(body.new_master_password) if check.is_correct else ""
    with context.write_transaction():
        queries.lock(context.tx, account_id)
        check.must_hold(context)
        changes = {"master_password_hash": new_hash, "updated_at": context.now}
        queries.change_account(context.tx, account_id, changes)
        session_queries.end_all(context.tx, account_id, context.now, but=context.caller.session_id)
        audit.note(context, _CHANGE, target=account_id)


def _may_sign_in(account: queries.AccountRow) -> bool:
    return bool(
        account.role == "admin" and account.is_email_verified and account.disabled_at is None
    )
