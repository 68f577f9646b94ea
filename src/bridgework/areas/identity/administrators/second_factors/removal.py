"""Removing second factors: by the owner, by another administrator, or with the role."""

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts import budgets, emails, serializers
from bridgework.areas.identity.accounts import errors as account_errors
from bridgework.areas.identity.accounts import queries as accounts
from bridgework.areas.identity.accounts.sign_in import devices, reauthentication, session_queries
from bridgework.areas.identity.administrators import errors
from bridgework.areas.identity.administrators.schemas import (
    PendingRemoval,
    RemoveSecondFactorRequest,
)
from bridgework.areas.identity.administrators.second_factors import challenges, queries
from bridgework.areas.identity.administrators.second_factors import verification as factors
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx
from bridgework.kit.validation import email_key

RESET_REFUSALS = (*reauthentication.REFUSALS, errors.NoSecondFactor, errors.OwnSecondFactor)

_REMOVE: AuditAction = "admin.remove_second_factor"
_REMOVE_PASSKEY: AuditAction = "admin.remove_passkey"
_RESET: AuditAction = "admin.reset_second_factor"


def create_challenge(context: Context) -> PendingRemoval:
    """Create the challenge with which a passkey confirms the removal."""
    account_id = context.caller.account()
    if not queries.has_second_factor(context.tx, account_id):
        raise errors.NoSecondFactor
    challenge = challenges.create(context, account_id, "remove")
    options = challenges.passkey_options(context, account_id, challenge)
    return PendingRemoval(challenge=challenge, passkey_options=options)


def remove(context: Context, body: RemoveSecondFactorRequest) -> None:
    """Remove the caller's second factor, given the master password and a code or passkey."""
    factors.must_be_one(code=body.code, passkey=body.passkey)
    account_id = context.caller.account()
    check = reauthentication.check(context, body.master_password, _REMOVE, "master_password_hash")
    with context.write_transaction() as tx:
        accounts.lock(tx, account_id)
        check.must_hold(context)
        if not queries.has_second_factor(tx, account_id):
            raise errors.NoSecondFactor
        email = serializers.account(context, account_id).email
        limit, key = factors.failure_limit(_REMOVE), email_key(email)
        limit.must_allow(context, key, account_id)
        factors.must_count_try(context, budgets.CONFIRMATION_TRIES, account_id)
        if not factors.is_valid(context, account_id, body, "remove"):
            limit.count_failure(context, key, account_id)
            raise account_errors.CodeInvalid(errors.WRONG_SECOND_FACTOR)
        delete_all(tx, account_id)
        audit.note(context, _REMOVE, target=account_id)
        _leave_notification(context, account_id, email, "you")


def remove_passkey(context: Context, passkey_id: Id, master_password: str) -> None:
    """Remove one of the caller's passkeys, unless it is the only second factor."""
    account_id = context.caller.account()
    check = reauthentication.check(
        context, master_password, _REMOVE_PASSKEY, "master_password_hash"
    )
    with context.write_transaction() as tx:
        accounts.lock(tx, account_id)
        check.must_hold(context)
        names = {each.id: each.name for each in queries.list_passkeys(tx, account_id)}
        if passkey_id not in names:
            raise errors.PasskeyNotFound
        if len(names) == 1 and not queries.has_totp(tx, account_id):
            raise errors.LastSecondFactor
        queries.delete_passkey(tx, account_id, passkey_id)
        audit.note(context, _REMOVE_PASSKEY, target=account_id)
        email = emails.passkey_removed(serializers.account(context, account_id), names[passkey_id])
        notifications.leave_about_account(context, "account.passkey_removed", account_id, email)


def reset(context: Context, account_id: Id, master_password: str) -> None:
    """Remove the second factor of another administrator, and end their administrator sessions."""
    if account_id == context.caller.account():
        raise errors.OwnSecondFactor
    check = reauthentication.check(context, master_password, _RESET, "master_password_hash")
    with context.write_transaction() as tx:
        accounts.lock(tx, account_id)
        check.must_hold(context)
        if not delete_all(tx, account_id):
            raise errors.NoSecondFactor
        session_queries.mark_admin_sessions_ended(tx, account_id, context.now)
        audit.note(context, _RESET, target=account_id)
        email = serializers.account(context, account_id).email
        _leave_notification(context, account_id, email, "administrator")


def _leave_notification(
    context: Context, account_id: Id, address: str, by: emails.RemovedBy
) -> None:
    """Leave a notification and an e-mail that the account has no second factor any more."""
    email = emails.second_factor_removed(account_id, address, by)
    notifications.leave_about_account(context, "account.second_factor_removed", account_id, email)


def delete_all(tx: Tx, account_id: Id) -> bool:
    """Delete factors, recovery codes, challenges and known devices of an account.

    Returns whether it had a second factor.
    """
    queries.delete_challenges(tx, account_id)
    devices.forget(tx, account_id, "admin")
    return queries.delete_second_factor(tx, account_id)
