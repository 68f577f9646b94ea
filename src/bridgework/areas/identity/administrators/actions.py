"""The administrator login, with a master password that the member login does not accept."""

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts import budgets, emails, policies, serializers
from bridgework.areas.identity.accounts import errors as account_errors
from bridgework.areas.identity.accounts import queries as accounts
from bridgework.areas.identity.accounts.records import StoredAccount
from bridgework.areas.identity.accounts.schemas import SignedInOnDevice
from bridgework.areas.identity.accounts.sign_in import (
    devices,
    reauthentication,
    session_queries,
    sessions,
)
from bridgework.areas.identity.administrators import errors, schemas
from bridgework.areas.identity.administrators.second_factors import (
    challenges,
    queries,
    removal,
)
from bridgework.areas.identity.administrators.second_factors import verification as second_factors
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.security import secret_tokens
from bridgework.kit.validation import email_key

RESET_REFUSALS = removal.RESET_REFUSALS

_CHANGE: AuditAction = "admin.change_master_password"
_COMPLETE: AuditAction = "admin.complete_sign_in"
_SECOND_FACTOR_LIMIT = second_factors.failure_limit(_COMPLETE)


def sign_in(
    context: Context, body: schemas.AdminLoginRequest, device_token: str
) -> SignedInOnDevice:
    """Open an administrator session. A refusal does not tell which credential was wrong.

    `device_token` is that of a known device; empty without one.

    Raises SecondFactorNeeded for an account with a second factor.
    """
    key = email_key(body.email)
    with context.write_transaction():  # a refusal is audited
        account = accounts.find_account(context.tx, key)
        _failures(context, accounts.to_id(account), key, device_token).must_allow(context)
    stored = account.master_password_hash if account is not None and _may_sign_in(account) else None
    is_correct, rehashed = context.app.passwords.verify_and_rehash(stored, body.master_password)
    with context.write_transaction():
        account = accounts.lock_account(context.tx, key)
        failures = _failures(context, accounts.to_id(account), key, device_token)
        failures.must_allow(context)
        is_unchanged = (
            account is not None and account.master_password_hash == stored and _may_sign_in(account)
        )
        if not is_correct or account is None or not is_unchanged:
            failures.count_failure(context)
            raise account_errors.InvalidCredentials
        if rehashed is not None:
            changes = {"master_password_hash": rehashed, "updated_at": context.now}
            accounts.update_account(context.tx, account.id, changes)
        if account.second_factor_at is not None:
            raise _second_factor_needed(context, account.id)
        return _open_session(context, account.id, key, device_token)


def complete_sign_in(
    context: Context, body: schemas.CompleteSecondFactorRequest, device_token: str
) -> SignedInOnDevice:
    """Open an administrator session with a second factor, after the master password."""
    second_factors.must_be_one(
        code=body.code, recoveryCode=body.recovery_code, passkey=body.passkey
    )
    with context.write_transaction():
        account_id = challenges.account_of(context, body.challenge, "sign-in")
        account = queries.lock_administrator(context.tx, account_id)
        if account is None or account.second_factor_at is None:
            raise errors.ChallengeInvalid
        limit, email_key = _SECOND_FACTOR_LIMIT, account.email_key
        key = _failures(context, account_id, email_key, device_token).key
        limit.must_allow(context, key, account_id)
        digest = secret_tokens.digest(body.challenge)
        second_factors.must_count_try(context, budgets.CHALLENGE_TRIES, digest)
        if not _is_valid(context, account_id, body):
            limit.count_failure(context, key, account_id)
            raise account_errors.CodeInvalid(errors.WRONG_SECOND_FACTOR)
        challenges.use(context, body.challenge)
        limit.reset(context, key)
        audit.note(context, _COMPLETE, target=account_id, actor=account_id)
        return _open_session(context, account_id, email_key, device_token)


def change_master_password(
    context: Context, body: schemas.ChangeMasterPasswordRequest, device_token: str
) -> None:
    """Set a new master password, given the current one; end other sessions and devices."""
    policies.must_be_uncommon(context.app.passwords, "newMasterPassword", body.new_master_password)
    account_id = context.caller.account()
    current = body.current_master_password
    check = reauthentication.check(context, current, _CHANGE, "master_password_hash")
    new_hash = context.app.passwords.hash(body.new_master_password) if check.is_correct else ""
    with context.write_transaction():
        accounts.lock(context.tx, account_id)
        check.must_hold(context)
        changes = {"master_password_hash": new_hash, "updated_at": context.now}
        accounts.update_account(context.tx, account_id, changes)
        session_queries.mark_all_ended(
            context.tx, account_id, context.now, but=context.caller.session_id
        )
        queries.delete_challenges(context.tx, account_id)
        devices.forget(context.tx, account_id, "admin", but=device_token)
        devices.reset_in_a_row(context.tx, "admin", account_id)
        audit.note(context, _CHANGE, target=account_id)
        email = emails.master_password_changed(serializers.account(context, account_id))
        notifications.leave_about_account(
            context, "account.master_password_changed", account_id, email
        )


def reset_second_factor(context: Context, account_id: Id, master_password: str) -> None:
    """Remove the second factor of another administrator, and end their administrator sessions."""
    removal.reset(context, account_id, master_password)


def _failures(
    context: Context, account_id: Id | None, email_key: str, device_token: str
) -> devices.FailureCount:
    return devices.failure_count(context, "admin", account_id, email_key, device_token)


def _may_sign_in(account: StoredAccount) -> bool:
    return account.role == "admin" and account.is_email_verified and account.disabled_at is None


def _second_factor_needed(context: Context, account_id: Id) -> errors.SecondFactorNeeded:
    challenge = challenges.create(context, account_id, "sign-in")
    options = challenges.passkey_options(context, account_id, challenge)
    available: dict[schemas.SecondFactorMethod, bool] = {
        "totp": queries.has_totp(context.tx, account_id),
        "passkey": options is not None,
        "recovery_code": queries.count_recovery_codes(context.tx, account_id) > 0,
    }
    methods = [method for method, is_available in available.items() if is_available]
    audit.note(context, "admin.ask_second_factor", target=account_id, actor=account_id)
    return errors.SecondFactorNeeded(challenge, methods, options)


def _is_valid(context: Context, account_id: Id, body: schemas.CompleteSecondFactorRequest) -> bool:
    if isinstance(body.code, str):
        return second_factors.is_valid_code(context, account_id, body.code)
    if isinstance(body.recovery_code, str):
        return second_factors.is_valid_recovery_code(context, account_id, body.recovery_code)
    passkey = body.passkey if isinstance(body.passkey, dict) else {}
    return second_factors.is_valid_passkey(context, account_id, body.challenge, passkey)


def _open_session(
    context: Context, account_id: Id, email_key: str, device_token: str
) -> SignedInOnDevice:
    """Open a session, after all credentials were right."""
    audit.note(context, "admin.sign_in", target=account_id, actor=account_id)
    signed_in = sessions.open_for(context, account_id, is_admin=True)
    token = devices.succeed(context, "admin", account_id, email_key, device_token)
    return SignedInOnDevice(**dict(signed_in), device_token=token)
