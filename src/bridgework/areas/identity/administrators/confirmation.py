"""Confirming again that a session is its administrator's, for operations that need a fresh proof.

The guesses count against the limits of the administrator login.
"""

from dataclasses import replace

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.identity.accounts import budgets, serializers
from bridgework.areas.identity.accounts import errors as account_errors
from bridgework.areas.identity.accounts import queries as accounts
from bridgework.areas.identity.accounts.sign_in import devices, session_queries
from bridgework.areas.identity.administrators import errors, schemas
from bridgework.areas.identity.administrators.second_factors import challenges, queries
from bridgework.areas.identity.administrators.second_factors import verification as factors
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.security import PROOF_LIFE
from bridgework.kit.security.rate_limit import quotas
from bridgework.kit.validation import email_key

REFUSALS = (
    account_errors.PasswordWrong,
    account_errors.SignInLocked,
    account_errors.TooManySignIns,
    account_errors.CodeInvalid,
    account_errors.TooManyTries,
    errors.ChallengeInvalid,
)

_CONFIRM: AuditAction = "admin.confirm"
_CODE_LIMIT = factors.failure_limit(_CONFIRM)


def create_challenge(context: Context) -> schemas.PendingAdminConfirmation:
    """Return the possible proofs of the caller, with a challenge for a passkey."""
    account_id = context.caller.account()
    challenge = challenges.create(context, account_id, "confirm")
    options = challenges.passkey_options(context, account_id, challenge)
    available: dict[schemas.AdminProof, bool] = {
        "master_password": True,
        "totp": queries.has_totp(context.tx, account_id),
        "passkey": options is not None,
    }
    return schemas.PendingAdminConfirmation(
        methods=[method for method, is_available in available.items() if is_available],
        challenge=challenge,
        passkey_options=options,
    )


def confirm(
    context: Context, body: schemas.AdminConfirmRequest, device_token: str
) -> schemas.AdminConfirmation:
    """Make the proof of the caller's session fresh, given a password, code or passkey."""
    factors.must_be_one(masterPassword=body.master_password, code=body.code, passkey=body.passkey)
    if isinstance(body.master_password, str):
        return _by_password(context, body.master_password, device_token)
    return _by_second_factor(context, body, device_token)


def _by_password(
    context: Context, master_password: str, device_token: str
) -> schemas.AdminConfirmation:
    account_id = context.caller.account()
    with context.write_transaction() as tx:  # a refusal is audited
        _failures(context, account_id, device_token).must_allow(context)
        stored = accounts.get_password_hash(tx, account_id, "master_password_hash")
    is_correct = context.app.passwords.verify(stored, master_password)
    with context.write_transaction() as tx:
        accounts.lock(tx, account_id)
        failures = _failures(context, account_id, device_token)
        failures.must_allow(context)
        current = accounts.get_password_hash(tx, account_id, "master_password_hash")
        if not is_correct or current != stored:
            failures.count_failure(context)
            raise account_errors.PasswordWrong
        failures.reset(context)
        return _confirmed(context)


def _by_second_factor(
    context: Context, body: schemas.AdminConfirmRequest, device_token: str
) -> schemas.AdminConfirmation:
    account_id = context.caller.account()
    with context.write_transaction() as tx:
        accounts.lock(tx, account_id)
        key = _failures(context, account_id, device_token).key
        _CODE_LIMIT.must_allow(context, key, account_id)
        factors.must_count_try(context, budgets.CONFIRMATION_TRIES, account_id)
        if not factors.is_valid(context, account_id, body, "confirm"):
            _CODE_LIMIT.count_failure(context, key, account_id)
            raise account_errors.CodeInvalid(errors.WRONG_SECOND_FACTOR)
        _CODE_LIMIT.reset(context, key)
        quotas.reset(tx, budgets.CONFIRMATION_TRIES, account_id)
        return _confirmed(context)


def _failures(context: Context, account_id: Id, device_token: str) -> devices.FailureCount:
    """Return the count of failures of the administrator login, audited as a confirmation."""
    key = email_key(serializers.account(context, account_id).email)
    failures = devices.failure_count(context, "admin", account_id, key, device_token)
    return replace(failures, limit=replace(failures.limit, action=_CONFIRM))


def _confirmed(context: Context) -> schemas.AdminConfirmation:
    session_id = context.caller.session_id
    if session_id is None:
        raise LookupError("an administrator calls with a session")
    session_queries.update_proof(context.tx, session_id, context.now)
    audit.note(context, _CONFIRM, target=context.caller.account())
    return schemas.AdminConfirmation(ok=True, fresh_until=context.now + PROOF_LIFE)
