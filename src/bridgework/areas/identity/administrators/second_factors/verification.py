"""Checking a second factor: a code of the authenticator app, a recovery code or a passkey."""

from pydantic import MISSING

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts import budgets, emails, serializers
from bridgework.areas.identity.accounts.errors import TooManyTries
from bridgework.areas.identity.accounts.sign_in.login_limits import FailureLimit
from bridgework.areas.identity.administrators import errors
from bridgework.areas.identity.administrators.policies import Purpose
from bridgework.areas.identity.administrators.schemas import (
    AdminConfirmRequest,
    RemoveSecondFactorRequest,
)
from bridgework.areas.identity.administrators.second_factors import (
    challenges,
    passkeys,
    queries,
    totp,
)
from bridgework.context import Context
from bridgework.kit.core import FieldError, Id, ValidationFailed
from bridgework.kit.security import secret_tokens
from bridgework.kit.security.rate_limit import Rule, quotas
from bridgework.kit.validation import JsonObject


def must_be_one(**given: object) -> None:
    """Raise ValidationFailed unless exactly one of the members was sent."""
    if sum(value is not MISSING for value in given.values()) != 1:
        first, message = next(iter(given)), f"Send exactly one of {', '.join(given)}."
        raise ValidationFailed(FieldError(first, "exactly_one", message))


def failure_limit(action: AuditAction) -> FailureLimit:
    """Return the limit on wrong second factors. All actions count in the same one."""
    return FailureLimit(action, budgets.FAILED_SECOND_FACTORS, error=TooManyTries)


def must_count_try(context: Context, rule: Rule, key: str) -> None:
    """Count a try under a rule. Raises TooManyTries beyond its quota."""
    result = quotas.hit(context.tx, rule, key, context.now)
    if not result.allowed:
        raise TooManyTries(result)


def is_valid(
    context: Context,
    account_id: Id,
    body: AdminConfirmRequest | RemoveSecondFactorRequest,
    purpose: Purpose,
) -> bool:
    """Use the code, or the passkey and its challenge. Return whether it was right.

    Raises ValidationFailed for a passkey without a challenge, and ChallengeInvalid.
    """
    if isinstance(body.code, str):
        return is_valid_code(context, account_id, body.code)
    if not isinstance(body.challenge, str) or not isinstance(body.passkey, dict):
        raise ValidationFailed(FieldError("challenge", "required", "Required with a passkey."))
    if challenges.account_of(context, body.challenge, purpose) != account_id:
        raise errors.ChallengeInvalid
    challenges.use(context, body.challenge)
    return is_valid_passkey(context, account_id, body.challenge, body.passkey)


def is_valid_code(context: Context, account_id: Id, code: str) -> bool:
    """Use a code of the authenticator app. Return whether it was right and not used before."""
    app = queries.find_totp(context.tx, account_id)
    if app is None or app.secret is None:
        return False
    secret = totp.decrypt(context.app.keyring, app.secret)
    step = None if secret is None else totp.matching_step(secret, code, context.now)
    return step is not None and queries.use_step(context.tx, account_id, step)


def is_valid_recovery_code(context: Context, account_id: Id, code: str) -> bool:
    """Use a recovery code, and e-mail the owner how many are left. Return whether it was right."""
    digest = secret_tokens.recovery_digest(account_id, code)
    if not queries.use_recovery_code(context.tx, account_id, digest):
        return False
    account = serializers.account(context, account_id)
    remaining = queries.count_recovery_codes(context.tx, account_id)
    email = emails.recovery_code_used(account, remaining)
    notifications.leave_about_account(context, "account.recovery_code_used", account_id, email)
    return True


def is_valid_passkey(context: Context, account_id: Id, challenge: str, answer: JsonObject) -> bool:
    """Use a passkey. Return whether its signature is right and its counter has advanced.

    A counter that does not advance means that the passkey was copied (WebAuthn Level 3, signature
    counters): it is refused and audited, and its owner is notified.
    """
    stored = queries.lock_passkey(context.tx, account_id, str(answer.get("id", "")))
    if stored is None:
        return False
    try:
        count = passkeys.verify(context.app.settings, challenge, answer, stored.public_key)
    except passkeys.VerificationFailed:
        return False
    if (count or stored.sign_count) and count <= stored.sign_count:
        audit.note(context, "admin.refuse_passkey", target=account_id, outcome="refused")
        email = emails.passkey_copied(serializers.account(context, account_id), stored.name)
        notifications.leave_about_account(context, "account.passkey_copied", account_id, email)
        return False
    queries.update_passkey(context.tx, stored.id, count, context.now)
    return True
