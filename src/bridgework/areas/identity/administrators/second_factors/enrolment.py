"""Adding second factors: an authenticator app, passkeys, and the recovery codes for both."""

from collections.abc import Sequence

from pydantic import MISSING

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts import budgets, emails, serializers
from bridgework.areas.identity.accounts import errors as account_errors
from bridgework.areas.identity.accounts import queries as accounts
from bridgework.areas.identity.accounts.emails import Factor
from bridgework.areas.identity.accounts.sign_in import reauthentication, session_queries
from bridgework.areas.identity.administrators import errors, policies
from bridgework.areas.identity.administrators.schemas import (
    AddedPasskey,
    AddPasskeyRequest,
    NewRecoveryCodes,
    Passkey,
    PendingPasskey,
    PendingTotp,
    SecondFactor,
)
from bridgework.areas.identity.administrators.second_factors import (
    challenges,
    passkeys,
    queries,
    totp,
)
from bridgework.areas.identity.administrators.second_factors import verification as second_factors
from bridgework.context import Context
from bridgework.kit.core import Id, new_id
from bridgework.kit.security import secret_tokens
from bridgework.kit.validation import email_key

_ADD_TOTP: AuditAction = "admin.add_totp"
_ADD_PASSKEY: AuditAction = "admin.add_passkey"
_DEFAULT_NAME = "Passkey"


def begin_totp(context: Context, master_password: str) -> PendingTotp:
    """Generate the secret of an authenticator app. The present one stays valid until then."""
    check = reauthentication.check(context, master_password, _ADD_TOTP, "master_password_hash")
    account_id, settings = context.caller.account(), context.app.settings
    with context.write_transaction():
        check.must_hold(context)
        secret = totp.generate_secret()
        until = context.now + policies.PENDING_SECRET_LIFE
        encrypted = totp.encrypt(context.app.keyring, secret)
        queries.put_pending_secret(context.tx, account_id, encrypted, until)
        email = serializers.account(context, account_id).email
    uri = totp.uri(secret, email=email, issuer=settings.installation_name)
    return PendingTotp(secret=secret, otpauth_uri=uri)


def confirm_totp(context: Context, code: str) -> NewRecoveryCodes:
    """Make the authenticator app a second factor, given its first code."""
    account_id = context.caller.account()
    limit = second_factors.failure_limit(_ADD_TOTP)
    key = email_key(serializers.account(context, account_id).email)
    limit.must_allow(context, key, account_id)
    second_factors.must_count_try(context, budgets.CONFIRMATION_TRIES, account_id)
    app = queries.find_totp(context.tx, account_id)
    if app is None or app.pending_secret is None or app.pending_until is None:
        raise errors.TotpNotBegun
    if app.pending_until <= context.now:
        raise errors.TotpNotBegun
    secret = totp.decrypt(context.app.keyring, app.pending_secret)
    step = None if secret is None else totp.matching_step(secret, code, context.now)
    if step is None:
        limit.count_failure(context, key, account_id)
        raise account_errors.CodeInvalid(errors.WRONG_SECOND_FACTOR)
    if not queries.update_confirmed_secret(
        context.tx, account_id, app.pending_secret, step, context.now
    ):
        raise errors.TotpNotBegun
    _added(context, account_id, _ADD_TOTP, "authenticator app")
    return NewRecoveryCodes(recovery_codes=_new_recovery_codes(context, account_id))


def begin_passkey(context: Context, master_password: str) -> PendingPasskey:
    """Create the challenge and the options for a new passkey."""
    _must_be_possible(context)
    check = reauthentication.check(context, master_password, _ADD_PASSKEY, "master_password_hash")
    account_id, settings = context.caller.account(), context.app.settings
    with context.write_transaction() as tx:
        check.must_hold(context)
        existing = queries.list_credential_ids(tx, account_id)
        if len(existing) >= policies.MAX_PASSKEYS:
            raise errors.PasskeyLimitReached
        challenge = challenges.create(context, account_id, "add-passkey")
        email = serializers.account(context, account_id).email
    options = passkeys.creation_options(settings, account_id, email, challenge, existing)
    return PendingPasskey(challenge=challenge, passkey_options=options)


def add_passkey(context: Context, body: AddPasskeyRequest) -> AddedPasskey:
    """Add a passkey, given the answer of the browser to the challenge."""
    _must_be_possible(context)
    account_id = context.caller.account()
    accounts.lock(context.tx, account_id)
    if challenges.account_of(context, body.challenge, "add-passkey") != account_id:
        raise errors.ChallengeInvalid
    if len(queries.list_credential_ids(context.tx, account_id)) >= policies.MAX_PASSKEYS:
        raise errors.PasskeyLimitReached
    challenges.use(context, body.challenge)
    try:
        new = passkeys.verify_new(context.app.settings, body.challenge, body.passkey)
    except passkeys.VerificationFailed:
        audit.note(context, _ADD_PASSKEY, target=account_id, outcome="failed")
        raise errors.PasskeyInvalid from None
    name = _DEFAULT_NAME if body.name is MISSING else str(body.name)
    passkey_id = new_id()
    if not queries.add_passkey(context.tx, passkey_id, account_id, name, new, context.now):
        raise errors.PasskeyExists
    _added(context, account_id, _ADD_PASSKEY, "passkey")
    has_codes = queries.count_recovery_codes(context.tx, account_id) > 0
    codes = None if has_codes else _new_recovery_codes(context, account_id)
    passkey = Passkey(id=passkey_id, name=name, created_at=context.now, last_used_at=None)
    return AddedPasskey(passkey=passkey, recovery_codes=codes)


def list_passkeys(context: Context) -> list[Passkey]:
    """List the caller's passkeys, oldest first."""
    stored = queries.list_passkeys(context.tx, context.caller.account())
    return [Passkey.from_row(passkey) for passkey in stored]


def get_second_factor(context: Context) -> SecondFactor:
    """Return the state of the caller's second factor."""
    tx, account_id = context.tx, context.caller.account()
    app = queries.find_totp(tx, account_id)
    return SecondFactor(
        authenticator_app_added_at=None if app is None else app.confirmed_at,
        passkey_count=len(queries.list_credential_ids(tx, account_id)),
        recovery_code_count=queries.count_recovery_codes(tx, account_id),
    )


def _must_be_possible(context: Context) -> None:
    if not passkeys.is_possible(context.app.settings):
        raise errors.PasskeysNeedAHostName


def _added(context: Context, account_id: Id, action: AuditAction, factor: Factor) -> None:
    """Record a new factor. The first one ends the sessions that were opened without any."""
    tx, now = context.tx, context.now
    if queries.update_second_factor(tx, account_id, now):
        session_queries.mark_admin_sessions_ended(
            tx, account_id, now, but=context.caller.session_id
        )
    audit.note(context, action, target=account_id)
    is_only_admin = accounts.lock_administrators(tx) == [account_id]
    account = serializers.account(context, account_id)
    email = emails.second_factor_added(account, factor, is_only_admin=is_only_admin)
    notifications.leave_about_account(context, "account.second_factor_added", account_id, email)


def _new_recovery_codes(context: Context, account_id: Id) -> list[str]:
    codes = [secret_tokens.generate_recovery_code() for _ in range(policies.RECOVERY_CODES)]
    digests: Sequence[str] = [secret_tokens.recovery_digest(account_id, code) for code in codes]
    queries.put_recovery_codes(context.tx, account_id, digests)
    return codes
